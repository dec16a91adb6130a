"""What compiled code does with arrays stays within them, whatever it is given.

numba compiles its own versions of numpy's functions, and not all of them look where
they read and write. So each of the language is compiled as strategies are and given odd
values, in arrays that stand amid others: what lies beside must neither be changed nor
change the answer, and where numpy answers, the answer is numpy's.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from zetema_sim.common.whole_numbers import casts_raise, whole
from zetema_sim.kernel.guards import guard_numba
from zetema_sim.roster.language import ARRAY_FIELDS, METHODS, NUMPY
from zetema_sim.roster.settings import WHOLE, BoundWhole, NameToPlace

guard_numba()

Array = npt.NDArray[Any]
BESIDE = 64  # entries before and behind each array
FILLS = (777_777, -3)

NUMBERS = ([], [0], [3, 1, 2], [5, -1, 5, 7], [-3, 100, 10**12])
VALUES: dict[str, list[Any]] = {
    "a": [np.array(numbers, np.int64) for numbers in NUMBERS],
    "f": [*(np.array(n, np.float64) for n in NUMBERS), np.array([np.nan, np.inf])],
    "m": [np.array(bits, np.bool_) for bits in ([], [1], [1, 0, 1], [0, 1] * 4)],
    "t": [np.arange(6).reshape(3, 2), np.arange(3).reshape(1, 3), np.zeros((2, 0))],
    "n": [0, 1, -1, 3, -4, 10**6, -(10**12)],
    "r": [0.5, -1.0, np.nan, np.inf],
}
VALUES |= {"b": VALUES["a"], "t": [each.astype(np.int64) for each in VALUES["t"]]}
VALUES |= {"k": VALUES["n"]}

CASES = """
np.zeros(n); np.zeros((n, k)); np.ones(n); np.full(n, 3); np.full((n, k), 0.5)
np.zeros_like(a); np.ones_like(t); np.full_like(a, n); np.arange(n); np.arange(n, 9, k)
np.array([n, 2]); np.array([[n, 1], [k, 2]])
np.sum(a); np.sum(t, n); np.sum(m); np.min(a); np.max(f); np.min(t); np.argmin(a)
np.argmax(f); np.argmax(t); np.any(m); np.all(t); np.mean(a); np.count_nonzero(t)
np.cumsum(a); np.sort(f); np.sort(a); np.argsort(a)
np.where(m, a, b); np.where(m, a, n); np.where(m, t, a); np.where(a > n, a, k)
np.minimum(a, b); np.maximum(t, a); np.abs(a); np.sqrt(f); np.exp(f); np.log(f)
np.floor(f); np.ceil(f); np.sign(a)
a.sum(); t.sum(n); a.min(); f.max(); a.argmin(); f.argmax(); m.any(); t.all()
a.mean(); t.cumsum(); t.copy(); t.flatten(); f.astype(np.float64)
a.reshape(n); a.reshape(n, k); a.reshape((n, k)); t.reshape(-1, n)
a.copy().sort(); f.copy().sort(); a.copy().fill(n)
[1, 2].index(n); [1, 2].count(n); [1, 2].pop(n); [1, 2].insert(n, k); [1].append(n)
[1, 2].extend([n]); [1, 2].remove(n); [1, 2].reverse(); [1, 2].clear()
a.shape; t.size; t.ndim; t.T
a[n]; t[n]; t[n, k]; a[n:k]; a[n:]; a[::n]; t[n:k, 1:]; a[n:k:-1]; [1, 2][n]; (1, 2)[n]
a[b]; t[a]; t[a, n]; a[m]; t[m]; t[:, m]; t[m, n]; a[b > n]
a + b; t * a; a - n; a // n; a % k; f / n; -a; ~m; a < b; t == a; n in a; a & b; a | n
np.array([e for e in range(n)]); np.array([e for e in range(3, min(n, 9))]).copy()
np.array([e + n for e in a]); np.array([[e, n] for e in range(min(k, 9))]).copy()
np.array([[e * q for e in range(min(n, 9))] for q in range(min(k, 9))]).flatten()
sum(a); min(a); sorted(a); list(a); len(t); bool(a)
"""
CHANGES = """
c[n] = k; c[n] += k; c[a] = n; c[a] = b; c[m] = n; c[m] = a; c[n:k] = a; c[n:] = 5
c += n; c //= 2; c[n:k] += 1; c[:] = a; d[n] = a; d[:, n] = a; d[n, k] = 1; d[a] = b
d[a, n] = 7; d[n] += k; d[0] = t
"""


def cases(text: str) -> list[str]:
    return [each.strip() for each in re.split(r"[;\n]", text) if each.strip()]


def compiled(body: str, names: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return a function of these names, plain and as strategies are compiled."""
    scope: dict[str, Any] = {"np": np, "math": math}
    exec(f"def f({', '.join(names)}):\n    {body}", scope)
    return scope["f"], numba.njit(boundscheck=True)(scope["f"])


def beside(value: Any, fill: int) -> tuple[Any, Any]:
    """Return a value, an array amid others, and all of those."""
    if not isinstance(value, np.ndarray):
        return value, None
    around = np.full(value.size + 2 * BESIDE, fill, value.dtype)
    inner = around[BESIDE : BESIDE + value.size].reshape(value.shape)
    inner[...] = value
    return inner, around


def answer(function: Callable[..., Any], values: list[Any]) -> Any:
    """Return what a function answers; an error is one, whichever it is."""
    try:
        return function(*values)
    except (
        ValueError,
        LookupError,
        ArithmeticError,
        MemoryError,
        StopIteration,
        RuntimeWarning,
    ):
        return "an error"


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str)
    return np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")


def inputs(names: str) -> Iterator[tuple[Any, ...]]:
    return product(*(VALUES[name] for name in names))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", cases(CASES))
def test_what_is_computed(case: str) -> None:
    """Equal to what numpy answers, and without regard to what lies beside."""
    names = "".join(sorted({n for n in re.findall(r"\b[a-z]\b", case) if n in VALUES}))
    plain, fast = compiled(f"return {case}", names)
    for values in inputs(names):
        got = []
        for fill in FILLS:
            placed = [beside(value, fill) for value in values]
            got.append(answer(fast, [value for value, _ in placed]))
            for value, (_, around) in zip(values, placed, strict=True):
                if around is not None:
                    assert equal(around, beside(value, fill)[1]), values
        assert equal(*got), values
        expected = answer(plain, list(values))
        assert (
            isinstance(expected, str)
            or isinstance(got[0], str)
            or equal(expected, got[0])
        ), values


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", cases(CHANGES))
def test_what_is_changed(case: str) -> None:
    """Nothing but the array itself is written to, and that with what was given."""
    names = "".join(sorted({n for n in re.findall(r"\b[a-z]\b", case) if n in VALUES}))
    owners = {"c": np.arange(4), "d": np.arange(6).reshape(3, 2)}
    own = owners[case[0]]
    plain, fast = compiled(case, case[0] + names)
    for values in inputs(names):
        got = []
        for fill in FILLS:
            placed = [beside(value, fill) for value in (own, *values)]
            told = answer(fast, [value for value, _ in placed])
            inner, around = placed[0]
            got.append((told, inner.copy()))
            around[BESIDE : BESIDE + own.size] = fill
            assert equal(around, np.full(around.size, fill)), values
        assert equal(got[0][0], got[1][0]), values
        assert equal(got[0][1], got[1][1]), values
        mine = own.copy()
        if answer(plain, [mine, *values]) is None and got[0][0] is None:
            assert equal(mine, got[0][1]), values


def test_every_function_of_the_language_is_tried() -> None:
    """A new one finds its odd values here."""
    listed = {f"np.{name}(" for name in NUMPY} | {f".{name}(" for name in METHODS}
    listed |= {f".{name}" for name in ARRAY_FIELDS}
    assert {each for each in listed if each not in CASES} == set()


@pytest.mark.parametrize("change", ["c += a", "c[1:3] += a", "d[0] *= a", "d -= d"])
def test_arrays_are_not_added_in_place(change: str) -> None:
    """numba would read beyond the end of the shorter one."""
    _, fast = compiled(change, f"{change[0]}a")
    own = {"c": np.arange(4), "d": np.arange(6).reshape(3, 2)}[change[0]]
    with pytest.raises(numba.TypingError):
        fast(own, np.arange(4))


MADE_WHOLE = """
int(r); round(r); math.floor(r); math.ceil(r); math.trunc(r); np.int64(r); int(r // 1.0)
int(np.ceil(r)); f.astype(np.int64)[0]; np.full(2, r, np.int64)[0]; int(np.max(f))
np.array([r, 1.0], np.int64)[0]; max(0, int(r)); int(r**2)
"""
STORED = "c[0] = r; c[:] = r; c[:] = f; c.fill(r); c[c > 0] = r; c[0] += r; d[0] = f"
SIZES = [0.5, -1.5, -(2.0**63), 2.0**63 - 1024, 2.0**63, -1e300, np.inf, np.nan]


@pytest.mark.parametrize(
    "body",
    [
        *(f"return {made}" for made in cases(MADE_WHOLE)),
        *(f"{stored}\n    return {stored[0]}" for stored in cases(STORED)),
    ],
)
def test_a_fraction_without_a_whole_number_is_an_error(body: str) -> None:
    """In compiled code as in plain code: LLVM and numpy make anything of it."""
    given = "r, f, c=np.arange(2), d=np.zeros((2, 2), np.int64)"
    tree = ast.parse(f"def f({given}):\n    {body}")
    scope: dict[str, Any] = {"np": np, "math": math, WHOLE: whole}
    exec(ast.unparse(tree), scope)
    fast = numba.njit(boundscheck=True)(scope["f"])
    exec(ast.unparse(BoundWhole().visit(tree)), scope)
    for number in SIZES:
        values = [number, np.array([number, number])]
        owners = [np.arange(2), np.zeros((2, 2), np.int64)]
        with casts_raise():
            plain = answer(scope["f"], values + [own.copy() for own in owners])
        assert equal(answer(fast, [*values, *owners]), plain), number
    assert isinstance(plain, str)


@pytest.mark.parametrize(
    "cut", ["[1, 2][r]", "range(r)", "np.zeros(r)", "c[r]", "c[:r]", "math.gcd(r, 2)"]
)
def test_a_fraction_is_not_cut_where_python_wants_a_whole_number(cut: str) -> None:
    """It is refused when it is compiled."""
    _, fast = compiled(f"return {cut}", "rc")
    with pytest.raises(numba.TypingError):
        fast(1.5, np.arange(3))


@pytest.mark.parametrize("shifted", ["1 << n", "-5 >> n", "k << (n + k)", "n << 70"])
def test_shifts_are_defined(shifted: str) -> None:
    """By 0 to 63 bits, whatever is asked: more would hang on the machine."""
    tree = ast.parse(f"def f(n, k):\n    {'return ' + shifted}")
    tree = ast.fix_missing_locations(NameToPlace([], Path()).visit(tree))
    scope: dict[str, Any] = {}
    exec(compile(tree, "f", "exec"), scope)
    fast = numba.njit(scope["f"])
    words = some_words()
    assert [fast(n, 3) for n in words] == [as_word(scope["f"](n, 3)) for n in words]


def some_words() -> list[int]:
    return [-(2**62), -64, -1, 0, 1, 5, 63, 64, 70, 2**62]


def as_word(number: int) -> int:
    """Return a number as it stands in 64 bits."""
    return (number + 2**63) % 2**64 - 2**63


def test_a_power_of_whole_numbers_is_one() -> None:
    """numba's own function answers with a fraction that it means to be cut."""
    power = numba.njit("int64(int64, int64)")(lambda base, n: base**2 + base**n)
    assert power(3, 2) == 18
