"""What a strategy file may not hold, with the line that says why."""

from __future__ import annotations

import dis
import os
from pathlib import Path
from types import FunctionType

import pytest

from zetema_sim import toolkit
from zetema_sim.faults import StrategyError
from zetema_sim.kernel import jit
from zetema_sim.roster import lookup
from zetema_sim.roster.allowed import CHANCE_NAMES
from zetema_sim.roster.file import read_strategy

HEAD = '''"""Plays.

Source: the tests.
"""

'''
BODY = """

def discard(view):
    return lowest_bit(view.legal_mask)
"""
IMPORT = "from zetema_sim.bits import lowest_bit\n"


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def load(path: str, compiles: bool) -> object:
    file = lookup.load(path).file
    return file.pointers if compiles else file.plain


def refusal(path: str, *, compiles: bool = False) -> StrategyError:
    """Return the error with which a file is refused, when read or when compiled."""
    with pytest.raises(StrategyError) as caught:
        load(path, compiles)
    assert "\n" not in str(caught.value)
    return caught.value


# Whole files


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("def discard(view)\n    return 1\n", 1, "syntax error: expected ':'"),
        ("x = 1\n", None, "has none of discard(view)"),
        ("def declare(view):\n    return -1\n", None, "has none of discard(view)"),
        ("def discard():\n    return 1\n", 1, "it takes one parameter, the view"),
        ("def discard(view, more):\n    return 1\n", 1, "discard(view, more)"),
        ("def discard(view, n=1):\n    return 1\n", 1, "discard(view, n=1)"),
        ("def discard(*views):\n    return 1\n", 1, "discard(*views)"),
        ("def discard(view, *, n=1):\n    return 1\n", 1, "discard(view, *, n=1)"),
        ("discard = lambda view: 1\n", 1, "write a function with def"),
        ("print('hello')\n", 1, "imports, constants and functions only"),
        ("class Discard:\n    pass\n", 1, "imports, constants and functions only"),
        ("if True:\n    X = 1\n", 1, "imports, constants and functions only"),
        ("X = 1 // 0\n\ndef discard(view):\n    return 1\n", 1, "ZeroDivisionError"),
    ],
)
def test_files_that_are_no_strategy(
    tmp_path: Path, text: str, line: int | None, reason: str
) -> None:
    """A file that is no strategy is refused with its name, the line and the reason."""
    error = refusal(write(tmp_path, text))
    assert (error.line, reason in error.reason) == (line, True)
    assert str(error).startswith(str(tmp_path / "mine.py"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """What is not text, not there or far too large is refused."""
    path = tmp_path / "mine.py"
    path.write_bytes(b"# \xff\xfe\n")
    assert "not UTF-8" in refusal(str(path)).reason
    path.write_bytes(b"x = '" + b"a" * 1_000_001 + b"'")
    assert "larger than" in refusal(str(path)).reason
    path.write_text("x = 1\0\n", "utf-8")
    assert "mine.py" in str(refusal(str(path)))


# What stands at the top, or in a function


TOP = {
    "import os": "imports os",
    "import random": "chance comes from view.chance",
    "from random import choice": "chance comes from view.chance",
    "import numpy.random": "chance comes from view.chance",
    "from numpy import random": "chance comes from view.chance",
    "from numpy.random import rand": "chance comes from view.chance",
    "from pathlib import Path": "imports pathlib",
    "import zetema_sim.kernel.matches": "imports zetema_sim.kernel.matches",
    "from zetema_sim import roster": "imports zetema_sim.roster",
    "from . import other": "imports relatively",
    "from math import *": "imports * from math",
    "from numpy import loadtxt": "uses loadtxt of numpy",
    "from zetema_sim.bits import lowest_bits": "did you mean lowest_bit?",
    "from zetema_sim.view import get_type_hints": "uses get_type_hints of zetema_sim",
    "from typing import sys\nX = sys.path": "uses sys, which may stand in annot",
    "import typing\nX = typing.sys.path": "uses typing, which may stand in",
    "from typing import get_type_hints\nX = get_type_hints(1)": "in annotations only",
    "from zetema_sim.view import View\nX = View.seat": "uses View, which",
    "import numpy as np\nX = np.ma.core": "uses ma of numpy",
    "import numpy as np\nX = np.lib.stride_tricks.as_strided(1)": "uses lib of numpy",
    "import numpy as np\nX = np": "uses the module np by itself",
    "import numpy as np\nX = (np.sum, 1)": "uses sum of numpy without calling it",
    "import numpy as np\nX = np.load('x.npy')": "uses load of numpy",
    "import numpy as np\nX = np.random.rand(3)": "chance comes from view.chance",
    "import numpy as np\nX = np.seterr(all='raise')": "uses seterr of numpy",
    "import numpy as np\nX = np.array('now', 'M8[s]')": "'now' is a text",
    "import numpy as np\nX = np.zeros(2).astype('M8[s]')": "is a text",
    "import numpy as np\nX = np.zeros(2, dtype='f')": "is a text",
    "import numpy as np\nX = np.zeros(*(2, 3))": "gives np.zeros values by *",
    "import numpy as np\nX = np.array(1, copy=False)": "gives np.array copy=",
    "import numpy as print": "calls something print",
    "X = open('x').read()": "uses open",
    "X = open": "uses open",
    "X = eval('1')": "uses eval",
    "X = exit(5)": "uses exit",
    "X = breakpoint()": "a statement of its own, within a function",
    "X = print(1)": "a statement of its own, within a function",
    "X = __import__('os')": "uses __import__",
    "X = __builtins__['open']": "uses __builtins__",
    "X = len(__file__)": "uses __file__",
    "X = __name__": "uses __name__",
    "__builtins__ = 1": "Python's own name",
    "def __getattr__(name):\n    return 1": "Python's own name",
    "X = ().__class__": "uses .__class__",
    "X = (1).real.imag": "uses .real",
    "X = hash(1)": "uses hash",
    "X = id(1)": "uses id",
    "X = repr(discard)": "uses repr",
    "X = abs": "uses abs without calling it",
    "X = (0)(1)": "calls 0, which is not a name",
    "X = tuple({1, 2})": "no sets; write a tuple",
    "X = {1: 2}[1]": "no dictionaries",
    "X = 'text'": "is a text",
    "X = b'bytes'": "is not a number",
    "X = 1j": "is not a number",
    "X = f'{1}'": "texts stand in print",
    "X = sum(n for n in (1, 2))": "write a list, in brackets",
    "X = lambda: 1": "write a function with def",
    "X = 1 @ 1": "there is no @",
    "X = 1 is 1": "compared by ==",
    "X = (1, 2).index(2).bit_length()": "calls .bit_length",
    "X = (1, 2).count": "uses .count without calling it",
    "X = undefined": "uses undefined",
    "X = SETTINGS": "read as view.settings.NAME",
    "SEEN = []": "SEEN holds a list",
    "SEEN: list = []": "SEEN holds a list",
    "SEEN = (1, [2])": "SEEN holds a list",
    "A, B = 1, [2]": "B holds a list",
    "TURNS = reversed((1, 2))": "TURNS holds a reversed",
    "KIND = int": "KIND holds a type",
    "KEEP = lowest_bit": "KEEP holds a function",
    "def helper(view, seen=[]):\n    return 1": "keeps state in the default []",
    "def helper(view, *, seen=[0]):\n    return 1": "keeps state in the default [0]",
    "import numpy as np\ndef helper(view, seen=np.zeros(2)):\n    return 1": "default",
    "import numpy as np\n@np.sum\ndef helper(view):\n    return 1": "decorates",
    "def f():\n    print(1)\n    return 1\nX = f()": "are for play",
    "def f():\n    breakpoint()\n    return 1\nX = f()": "are for play",
}


@pytest.mark.parametrize(("text", "reason"), TOP.items())
def test_what_may_not_stand_at_the_top(tmp_path: Path, text: str, reason: str) -> None:
    """What is not of the language is refused before or while the file is loaded."""
    error = refusal(write(tmp_path, HEAD + IMPORT + text + "\n" + BODY))
    assert reason in error.reason
    assert error.line is not None


WITHIN = {
    "global SEEN": "keeps state: it says global SEEN",
    "SEEN[0] = 1": "keeps no state",
    "SEEN.sort()": "keeps no state",
    "view.seat = 1": "cannot change its view",
    "view.scores[0] = 1": "cannot change its view",
    "view.hand[0, 0] += 1": "cannot change its view",
    "view.hand[0][0] = 1": "cannot change its view",
    "for view.scores[0] in range(2):\n        pass": "cannot change its view",
    "view.scores.sort()": "cannot change its view",
    "view.scores.fill(1)": "cannot change its view",
    "scores = view.scores\n    scores[0] = 1": "cannot change its view",
    "scores = view.scores\n    scores += 1": "a part of its view",
    "np.sum(view.scores, out=view.scores)": "gives np.sum out=",
    "np.minimum(view.scores, 1, view.scores)": "it takes 2",
    "np.sum(view.scores, 0, np.int64, view.scores)": "it takes 2",
    "view.scores.max(0, view.scores)": "it takes 1",
    "view.scores.flat[0] = 1": "did you mean flatten?",
    "np.copyto(view.scores, 1)": "uses copyto of numpy",
    "flat = view.scores.ctypes.data": "uses .ctypes",
    "flat = view.hand.ravel()": "calls .ravel",
    "number = np.empty(3)": "uses empty of numpy",
    "number = np.bincount(view.scores)": "uses bincount of numpy",
    "number = np.take_along_axis(view.hand, view.hand, 0)": "take_along_axis",
    "number = view.scores.item(99)": "calls .item",
    "number = view.scores.view(np.float64)": "calls .view",
    "number = view.scors[0]": "did you mean scores?",
    "number = view.settings": "settings by itself",
    "number = view.settings._values": "no setting begins with _",
    "setattr(view, 'seat', 1)": "uses setattr",
    "view.__setattr__('seat', 1)": "calls .__setattr__",
    "helper.count = 1": "assigns to .count",
    "import os": "imports stand at the top",
    "def other():\n        return 1": "stands within a function",
    "np = view": "calls something np, which is a module here",
    "print = view": "Python's own name",
    "number = 1 + print(2)": "a statement of its own",
    "print(1, file=view)": "print has no file=",
    "print(__builtins__)": "uses __builtins__",
    "number = [open for open in (1, 2)] + open": "uses open",
    "del view.scores[0]": "Delete is not of the language",
    "if (turn := view.turn) > 3:\n        pass": "a line of its own",
    "assert view.turn": "Assert is not of the language",
    "raise ValueError": "Raise is not of the language",
    "with view:\n        pass": "With is not of the language",
    "try:\n        pass\n    except IndexError:\n        pass": "errors are not caught",
    "yield 1": "Yield is not of the language",
    "number = 'a' + 'b'": "is a text",
    "return helper(**view)": "gives helper **",
}


@pytest.mark.parametrize(("text", "reason"), WITHIN.items())
def test_what_may_not_stand_in_a_function(
    tmp_path: Path, text: str, reason: str
) -> None:
    """A function that keeps state, changes its view or says what is not there."""
    head = f"{HEAD}{IMPORT}import numpy as np\n\nSEEN = np.arange(3)\n"
    function = f"\n\ndef helper(view):\n    {text}\n    return 1\n"
    error = refusal(write(tmp_path, head + function + BODY))
    assert reason in error.reason
    assert error.line in (13, 14)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("from _more import np", "uses np of _more; there are HELD, help"),
        ("import _more\nX = _more.np.sum((1, 2))", "uses np of _more"),
        ("from _more import View", "uses View of _more"),
        ("import _more\nX = _more.__builtins__", "uses __builtins__ of _more"),
    ],
)
def test_a_helper_gives_what_it_defines(tmp_path: Path, text: str, reason: str) -> None:
    """What it imports itself is not reached through it."""
    helper = "import numpy as np\nfrom zetema_sim.view import View\n\nHELD = 1\n\n\n"
    write(tmp_path, f"{helper}def help(view: View) -> int:\n    return 1\n", "_more.py")
    assert reason in refusal(write(tmp_path, HEAD + IMPORT + text + BODY)).reason


@pytest.mark.parametrize(
    "text",
    [
        "X = " + "+".join(["1"] * 700),
        "X = " + "(" * 150 + "1" + ")" * 150 + "+" + "-" * 150 + "1",
        "X = " + "-" * 20_000 + "1",
        "X = " + "+".join(["1"] * 100_000),
        "X = " + "[" * 180 + "]" * 180,
        "def f():\n"
        + "".join(" " * n + "if 1:\n" for n in range(1, 99))
        + " " * 99
        + "1",
    ],
)
def test_what_is_nested_too_deep(tmp_path: Path, text: str) -> None:
    """Python's own tools would give up: one line says so, and where."""
    error = refusal(write(tmp_path, HEAD + IMPORT + text + "\n" + BODY))
    assert "nested more than 100 deep" in error.reason


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_how_lines_end_changes_no_hash(tmp_path: Path, end: str) -> None:
    """Nor does a byte order mark, as some editors and git write them."""
    text = HEAD.replace("Plays", "Plays \\d \f") + IMPORT + BODY
    file = lookup.load(write(tmp_path, text)).file
    (tmp_path / "other.py").write_bytes(
        b"\xef\xbb\xbf" + text.replace("\n", end).encode()
    )
    assert lookup.load(str(tmp_path / "other.py")).source_hash == file.source_hash
    assert file.plain


def test_annotations_are_never_evaluated(tmp_path: Path) -> None:
    """Whatever stands there does nothing."""
    text = (
        "def helper(view: open('x')) -> exit(1):\n    seen: exit() = 1\n    return seen"
    )
    text += "\n\n\nX: __import__('os').abort() = 3\n"
    assert lookup.load(write(tmp_path, HEAD + IMPORT + text + BODY)).file.plain.X == 3


# What the compiler refuses: writing through other names


ALIASES = [
    "row = view.hand[0]\n    row[0] = 1",
    "scores = view.scores[:]\n    scores[0] = 1",
    "flat = view.hand.reshape(52)\n    flat[0] = 1",
    "turned = (view.hand, 1)[0].T\n    turned[0, 0] = 1",
    "for row in view.hand:\n        row[0] = 1",
    "scores = [view.scores]\n    scores[0][0] = 1",
    "scores = view.scores if view.seat else np.zeros(6, np.int64)\n    scores[0] = 1",
    "scores = view.scores[:]\n    scores.sort()",
    "scores = view.scores[:]\n    scores.fill(1)",
    "scores = view.scores[:]\n    scores += 1",
    "scores = view.scores[:]\n    scores += np.arange(6)",
    "seen = SEEN.reshape(3)\n    seen[0] = 1",
    "seen = BOTH[0]\n    seen[0] = 1",
]


@pytest.mark.parametrize("text", ALIASES)
def test_writing_through_another_name_does_not_compile(
    tmp_path: Path, text: str
) -> None:
    """What the syntax does not show, the compiler refuses before play."""
    head = (
        f"{HEAD}{IMPORT}import numpy as np\n\nSEEN = np.arange(3)\nBOTH = (SEEN, 1)\n"
    )
    body = f"\n\ndef discard(view):\n    {text}\n    return 1\n"
    error = refusal(write(tmp_path, head + body), compiles=True)
    assert error.reason == "discard changes its view or a constant"


def test_plain_code_cannot_write_either(tmp_path: Path) -> None:
    """Constants are frozen for the reference engine, too."""
    text = "import numpy as np\n\nSEEN = np.zeros(3)\nMANY = (SEEN, (np.ones(2),))\n"
    plain = lookup.load(write(tmp_path, HEAD + IMPORT + text + BODY)).file.plain
    for array in (plain.SEEN, plain.MANY[0], plain.MANY[1][0]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


# What may stand there


def test_what_a_strategy_may_do(tmp_path: Path) -> None:
    """Arrays and lists of its own, constants, numpy, print and texts within it."""
    text = """
from math import sqrt
from typing import Final

import numpy as np

WEIGHTS: Final = np.array([1, 2, 3])
WEIGHTS_BY = (1.5, (None, 2), WEIGHTS)
TABLE = np.zeros(13, np.int64)
TABLE[3] = 5


def helper(view, most=3, first=None, pair=(1, 2)):
    held = np.zeros(13, np.int64)
    held[view.seat] += 1
    held += 1
    cards = [view.seat]
    cards.append(2)
    total = view.hand_size
    total += int(np.maximum(held, 1).sum()) + int(np.sort(held)[0])
    total += int(np.sum(held.astype(np.float64))) + int(sqrt(most))
    if first is None:
        total -= len([n for n in pair])
    return total + cards[0] + TABLE[3]


def discard(view):
    if helper(view) < 0:
        print(f"{view.seat!r:>{helper(view)}}", "at", view, sep=" ", end="")
    return lowest_bit(view.legal_mask)
"""
    path = write(tmp_path, HEAD + IMPORT + text)
    assert lookup.load(path).file.pointers[0] is not None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return view.hand", "discard answers with readonly array(int8, 2d, C), which"),
        ("return (1, 2)", "discard answers with Tuple("),
        ("return None", "discard answers with none, which is not a whole number"),
        ("return view.turn.size", "discard does not compile: "),
        ("return lowest_bit(view.scores)", "there is no _lowest_bit(readonly array"),
        ("scores = np.ones(6)\n    scores += view.scores\n    return 1", "a = a + b"),
        ("scores = np.arange(6)\n    scores /= 2\n    return 1", "int64 in place into"),
        ("return lowest_bit(view.legal_mask) + 0.5", "answers with float64, which is"),
        ("return view.turn > 3", "answers with bool, which is not a whole number"),
        (
            "return 1 if view.turn else 0.5",
            "answers with float64, which is not a whole",
        ),
        ("some = [1, 2]\n    some[:1] = some\n    return 1", "a slice of a list"),
        ("some = [1, 2]\n    some[::2] += [3]\n    return 1", "a slice of a list"),
        ("some = [1, 2]\n    some[0] = view.turn / 2\n    return 1", "puts a fraction"),
        (
            "some = [1, 2]\n    some += [0.5]\n    return 1",
            "puts a fraction into a list",
        ),
        (
            "return view.hand[1:1, :].reshape(0, 9).size",
            "reshape() supports contiguous",
        ),
        (
            "seen = np.arange(3)\n    return seen.reshape(1.5, 2)[0]",
            "reshape() arg cannot",
        ),
        ("breakpoint()\n    return 1", "which plain Python alone does"),
    ],
)
def test_other_errors_of_compilation(tmp_path: Path, body: str, reason: str) -> None:
    """What numba cannot compile is told in the author's words, in one line."""
    head = f"{HEAD}{IMPORT}import numpy as np\n"
    text = f"\n\ndef discard(view):\n    {body}\n"
    error = refusal(write(tmp_path, head + text), compiles=True)
    assert reason in error.reason
    assert error.line in (11, 12)


@pytest.mark.parametrize(
    ("body", "may_end"),
    [
        ("if view.turn:\n        return 1", True),
        ("while view.turn:\n        return 1", True),
        ("for n in (1, 2):\n        return n", True),
        ("while True:\n        if view.turn:\n            break", True),
        ("pass", True),
        ("while True:\n        if view.turn:\n            return 1", False),
        ("if view.turn:\n        return 1\n    else:\n        return 2", False),
        ("for n in (1, 2):\n        pass\n    else:\n        return 1", False),
    ],
)
def test_a_missing_return(tmp_path: Path, body: str, may_end: bool) -> None:
    """It is told where it is missing, and only if it is, as numba sees it."""
    path = write(tmp_path, f"{HEAD}def discard(view):\n    {body}\n")
    if may_end:
        assert "may end here without an answer" in refusal(path).reason
    else:
        assert lookup.load(path).file.pointers[0] is not None


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("if view.turn:\n x = 1\nreturn x", 3),
        ("if view.turn:\n x = 1\nelif view.deal:\n pass\nelse:\n x = 2\nreturn x", 7),
        ("for n in view.piles:\n x = n\nreturn x", 3),
        ("for n in range(view.turn):\n pass\nreturn n", 3),
        ("for n in range(3):\n if view.turn:\n  continue\n x = n\nreturn x", 5),
        ("while view.turn:\n x = 1\n break\nelse:\n pass\nreturn x", 6),
        ("while True:\n if view.turn:\n  break\n x = 1\nreturn x", 5),
        ("while True:\n if view.turn:\n  y = x\n x = 1", 3),
        ("x += 1\nreturn x", 1),
        ("x = x + 1\nreturn x", 1),
        ("x: int\nreturn x", 2),
        ("HELD = HELD + 1\nreturn HELD", 1),
        ("some = [n for n in (1, 2)]\nn = n + 1\nreturn n", 2),
        ("some = [x for x in (x, 2)]\nx = 1\nreturn x", 1),
        ("x = y = z[0] = 1\nreturn x\nz = [1]", 1),
    ],
)
def test_a_name_that_may_have_no_value(tmp_path: Path, body: str, line: int) -> None:
    """Compiled code would read 0 where Python raises an error."""
    error = refusal(write(tmp_path, helper_of(body)))
    assert "which may have no value yet" in error.reason
    text = helper_of("")
    assert error.line == text[: text.index("helper")].count("\n") + 1 + line


@pytest.mark.parametrize(
    "body",
    [
        "if view.turn:\n x = 1\nelse:\n return 2\nreturn x",
        "while True:\n x = 1\n if view.turn:\n  break\nreturn x",
        "while True:\n if view.turn:\n  x = 1\n  break\n else:\n  continue\nreturn x",
        "for n in (1, 2):\n x = n\nreturn x + n",
        "for n in range(12, -1, -1):\n if n:\n  continue\nreturn n",
        "for n in view.piles:\n x = 1\n break\nelse:\n x = 2\nreturn x",
        "for n in view.piles:\n x = n\n x += HELD\nreturn sum([x for x in (1, 2)])",
        "x: int = 1\nreturn x\ny = y",
    ],
)
def test_a_name_that_has_a_value_on_every_way(tmp_path: Path, body: str) -> None:
    """It passes, whatever ways cannot be taken."""
    assert lookup.load(write(tmp_path, helper_of(body)))


def helper_of(body: str) -> str:
    """Return a strategy with a helper that holds some statements."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"{HEAD}{IMPORT}HELD = 1\n\n\ndef helper(view):\n{lines}\n{BODY}"


@pytest.mark.parametrize(
    "error", [OSError(28, "No space"), MemoryError(), ImportError()]
)
def test_what_is_not_of_the_strategy_is_not_said_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """A full disk while it is compiled is no refusal of the source."""

    def failing(*signature: object, **options: object) -> object:
        def compile_it(function: object) -> None:
            raise error

        return compile_it

    file = lookup.load(write(tmp_path, HEAD + IMPORT + BODY)).file
    monkeypatch.setattr(jit, "jit", failing)
    with pytest.raises(type(error)):
        _ = file.pointers


# Chance


def test_what_reads_the_chance_number() -> None:
    """Every function of the toolkit that reads it is known to."""
    functions = {
        name: value
        for name, value in vars(toolkit).items()
        if type(value) is FunctionType
    }
    readers = {"chance"}
    for _ in functions:  # until none is new
        readers |= {
            name for name, function in functions.items() if readers & names_in(function)
        }
    assert readers == CHANCE_NAMES


def names_in(function: FunctionType) -> set[str]:
    return {str(step.argval) for step in dis.get_instructions(function) if step.argval}


@pytest.mark.parametrize(
    ("functions", "line", "reason"),
    [
        ("def discard(view):\n    return discard(view)\n", 2, "discard calls itself: "),
        (
            "def odd(n):\n    return even(n - 1) if n else 0\n\n\n"
            "def even(n):\n    return odd(n - 1) if n else 1\n\n\n"
            "def discard(view):\n    return odd(view.turn)\n",
            2,
            "odd calls itself by even: write a loop",
        ),
    ],
)
def test_recursion(tmp_path: Path, functions: str, line: int, reason: str) -> None:
    """What numba takes no part in is told in the author's words."""
    error = refusal(write(tmp_path, HEAD + functions))
    assert error.reason.startswith(reason)
    assert error.line == line + HEAD.count("\n")


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("return n + (1,)", 2, "there is no add(int64, UniTuple("),
        ("return len(3)", 2, "there is no len(Literal[int](3)) in compiled code"),
        ("return middle(view)", 2, "missing a required argument: 'n'"),
        ("return n + middle", 2, "there is no add(int64, type(CPUDispatcher(<function"),
    ],
)
def test_what_numba_refuses_is_told_from_within(
    tmp_path: Path, body: str, line: int, reason: str
) -> None:
    """The innermost line and reason, not that there is "no implementation"."""
    text = (
        f"def inner(view, n):\n    {body}\n\n\n"
        "def middle(view, n):\n    return n\n\n\n"
        "def discard(view):\n    return inner(view, 3)\n"
    )
    error = refusal(write(tmp_path, HEAD + text), compiles=True)
    assert error.reason.startswith(f"discard does not compile: {reason}")
    assert " at 0x" not in error.reason  # an address, another in each process
    assert error.line == line + HEAD.count("\n")


# Settings


@pytest.mark.parametrize(
    "value",
    [
        "[1, 2, 3]",
        "{'wait': 3}",
        "{'wait': (3, 1)}",
        "{'wait': (3, 1, 5, 7)}",
        "{'wait': [3, 1, 5]}",
        "{'wait': (9, 1, 5)}",
        "{'wait': (3, 5, 1)}",
        "{'wait': (3.0, 1, 5)}",
        "{'wait': (True, 0, 1)}",
        "{'wait for': (3, 1, 5)}",
        "{3: (3, 1, 5)}",
        "{'wait': (0, 0, 2**60)}",
        f"{{'wait': (0, 0, {2**53})}}",
        "dict(wait=(3, 1, 5))",
        str({f"s{n}": (1, 0, 2) for n in range(17)}),
    ],
)
def test_malformed_settings(tmp_path: Path, value: str) -> None:
    """SETTINGS that are no names with three whole numbers each are refused."""
    error = refusal(write(tmp_path, f"{HEAD}{IMPORT}SETTINGS = {value}\n{BODY}"))
    assert "SETTINGS" in error.reason
    assert error.line == 7


def test_settings_that_are_not_there(tmp_path: Path) -> None:
    """Reading a setting that SETTINGS lacks is refused with the line."""
    text = """SETTINGS = {"wait": (1, 0, 2)}


def discard(view):
    return view.settings.wit
"""
    error = refusal(write(tmp_path, HEAD + text), compiles=True)
    assert "'wit'" in error.reason
    assert error.line == 10


def test_a_helper_may_fill_an_array_that_it_is_given(tmp_path: Path) -> None:
    """It was made by the caller; the view itself stays read-only in compiled code."""
    fills = "def fill(view, values):\n    values[0] = view.turn\n\n\n"
    path = tmp_path / "fills.py"
    start = '"""Test.\n\nSource: a test.\n"""\n\nimport numpy as np\n\n\n'
    uses = "def discard(view):\n    values = np.zeros(2)\n    fill(view, values)\n"
    path.write_text(f"{start}{fills}{uses}    return int(values[0])\n")
    assert read_strategy(path).pointers
    path.write_text(f"{start}{fills}def discard(view):\n    fill(view, view.piles)\n")
    with pytest.raises(StrategyError):
        _ = read_strategy(path).pointers


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """It may never end."""
    path = tmp_path / "pipe.py"
    os.mkfifo(path)
    with pytest.raises(StrategyError, match="cannot be read: a pipe or a device"):
        read_strategy(path)
