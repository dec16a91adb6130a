"""Strategy files at random for fuzz_strategies.py: by grammar, mutated, and attacks.

What may stand in an expression is in fuzz_grammar.txt; fields of views and functions
of the toolkit are asked of the package, so that a new one is tried without a change.
Each file is made from a number and can be made again.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import math
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from zetema_sim.faults import StrategyError
from zetema_sim.roster.file import read_strategy
from zetema_sim.roster.language import (
    ARRAY_FIELDS,
    BUILTINS,
    MATH,
    METHODS,
    NUMPY,
    names_of,
)
from zetema_sim.table_rules import TableRules
from zetema_sim.view import View

DEEPEST = 3  # expressions in expressions
RARE = 0.02  # share of expressions that are odd, in a file that has such

HEAD = '''"""Made at random.

Source: scripts/fuzz_strategies.py.
"""

import math

import numpy as np
{imports}
from zetema_sim.view import View

SETTINGS = {{"a": (3, 0, 9), "b": (-2, -5, 5)}}
CONST = {const}
TUPLE = {tuple}
ARRAY = {array}
TABLE = {table}
'''
PACKAGE = ("zetema_sim.bits", "zetema_sim.cards", "zetema_sim.toolkit")
OTHERS = """
def helper(view, a, b=2):
    return a


def other(view, c):
    return 1


"""
PICK = """
    best, most = -1, -(10**15)
    left = view.legal_mask
    while left:
        one = lowest_bit(left)
        left &= left - 1
        value = score(view, one)
        if value > most:
            best, most = one, value
    return best
"""
PLAIN = "\n\ndef discard(view):\n    return lowest_bit(view.legal_mask){}\n"
DISCARDS = (
    *(PICK, PICK, PICK, "    return {int}"),
    "    return nth_card(view.legal_mask, {int} % count_bits(view.legal_mask))",
)
DECLARES = (
    *("    return view.best_option", "    return {int} % (view.n_options + 1) - 1"),
    *("    return view.best_option if {bool} else -1", "    return {int}"),
)


def _head(choose: Callable[[list[str]], str]) -> str:
    """Return the first lines of a file: all that may be imported, some constants."""
    imports = "\n".join(
        f"from {module} import {', '.join(sorted(names_of(module)))}"
        for module in PACKAGE
    )
    kinds = ("const", "tuple", "array", "table")
    constants = {kind: choose(FORMS[f"{kind} constant"]) for kind in kinds}
    return HEAD.format(imports=imports, **constants)


def _fill_forms() -> None:
    """Read the forms of each kind, and ask the package for more."""
    text = Path(__file__).with_suffix(".txt").read_text("utf-8")
    for line in text.splitlines():
        if found := re.fullmatch(r"\[([a-z ]+)\]", line):
            section = FORMS.setdefault(found[1], [])
        elif line and not line.startswith("#"):
            section.append(line)
    for kind, form in (*_fields(), *_functions(), *_of_numpy(), *_names()):
        FORMS.setdefault(kind, []).append(form)
    with tempfile.TemporaryDirectory() as folder:
        _part_rare(Path(folder) / "form.py")


def _part_rare(path: Path) -> None:
    """Put what the check of files refuses, whatever fills it, with what is odd."""
    rare = {
        kind: [form for form in FORMS[kind] if not _is_allowed(kind, form, path)]
        for kind in [kind for kind in FORMS if f"{kind} leaf" in FORMS] + ["statement"]
    }
    for kind, forms in rare.items():
        FORMS[kind] = [form for form in FORMS[kind] if form not in forms]
        FORMS["odd statement" if kind == "statement" else "odd"] += forms


def _is_allowed(kind: str, form: str, path: Path) -> bool:
    """Return whether the check of files lets a form pass."""
    filled = re.sub(r"\{[a-z]+\}", "CONST", form).replace("{{", "{")
    filled = filled.replace("}}", "}")
    line = {"slice": f"f = ARRAY[{filled}]", "statement": filled}.get(
        kind, f"f = {filled}"
    )
    text = f"{_head(lambda forms: forms[0])}{OTHERS}def discard(view):\n    {line}\n"
    try:
        path.write_text(f"{text}    return 1\n", "utf-8")
        read_strategy(path)
    except StrategyError:
        return False
    return True


def _fields() -> Iterator[tuple[str, str]]:
    """Yield kind and form of each field of a view and its rules."""
    for prefix, owner in (("view", View), ("view.rules", TableRules)):
        for name, hint in get_type_hints(owner, include_extras=True).items():
            shape = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            kind = {(): "int", (13, 4): "grid"}.get(shape, "ints")
            if hint is not TableRules and name not in ("settings", "chance"):
                yield f"{kind} given", f"{prefix}.{name}"


def _functions() -> Iterator[tuple[str, str]]:
    """Yield kind and form of a call of each function of the package."""
    for module in PACKAGE:
        for name in sorted(names_of(module)):
            function = getattr(importlib.import_module(module), name)
            if callable(function):
                signature = inspect.signature(function)
                kind = "float" if signature.return_annotation == "float" else "int"
                wanted = [_argument(each) for each in signature.parameters]
                yield f"{kind} given", f"{name}({', '.join(wanted)})"


def _argument(name: str) -> str:
    if name == "view":
        return name
    masks = ("mask", "twins", "ranks", "cards", "places")
    kind = "mask" if name in masks else name if f"{name} leaf" in FORMS else "int"
    return f"{{{kind}}}"


def _of_numpy() -> Iterator[tuple[str, str]]:
    """Yield calls of what is allowed of numpy and arrays, with any arguments."""
    calls = {f"np.{name}": most for name, most in NUMPY.items()}
    calls |= {f"{{made}}.{name}": most for name, most in METHODS.items()}
    calls |= dict.fromkeys(sorted(BUILTINS), 2)
    for name, most in calls.items():
        for count in range(most + 1):
            yield "any", f"{name}({', '.join(['{any}'] * count)})"
        yield "any", f"{name}({{any}}, {{keyword}})"
    yield from (("any", f"{{made}}.{name}") for name in sorted(ARRAY_FIELDS))


def _names() -> Iterator[tuple[str, str]]:
    """Yield functions of math, and all names of numpy for attacks."""
    for name in sorted(MATH):
        if callable(getattr(math, name)):
            yield "float", f"math.{name}({{float}})"
            yield "float", f"math.{name}({{int}}, {{int}})"
    for name, value in inspect.getmembers(np):
        if not name.startswith("_"):
            yield "module" if isinstance(value, ModuleType) else "function", name


FORMS: dict[str, list[str]] = {}
_fill_forms()


class Maker:
    """Makes expressions, statements and functions of a file.

    Parameters
    ----------
    rng
        What chooses.
    banned
        Forms that hold one of these texts are not used now.
    """

    def __init__(self, rng: random.Random, *banned: str) -> None:
        self.rng = rng
        self.banned = banned
        self.rare = RARE if rng.random() < 0.3 else 0
        self.names: dict[str, list[str]] = {}  # variables by kind
        self.count = 0

    def fill(self, form: str, depth: int = 0) -> str:
        """Return a form with expressions in its braces."""
        parts = re.split(r"({{|}}|\{[a-z]+\})", form)
        return "".join(self._part(part, depth) for part in parts)

    def _part(self, part: str, depth: int) -> str:
        if part in ("{{", "}}"):
            return part[0]
        return self.make(part[1:-1], depth + 1) if part.startswith("{") else part

    def one(self, kind: str) -> str:
        """Return a form of a kind."""
        while True:
            form = self.rng.choice(FORMS[kind])
            if not any(text in form for text in self.banned):
                return form

    def make(self, kind: str, depth: int = 0) -> str:
        """Return an expression of a kind, in brackets where it needs them."""
        rng, own = self.rng, self.names.get(kind)
        if own and rng.random() < 0.35:
            return rng.choice(own)
        table = kind
        if f"{kind} leaf" in FORMS and (depth >= DEEPEST or rng.random() < 0.1):
            table = f"{kind} leaf"
        elif kind == "int" and rng.random() < self.rare:
            table = rng.choice(("odd", "from any"))
        elif f"{kind} given" in FORMS and rng.random() < 0.3:
            table = f"{kind} given"
        text = self.fill(self.one(table), depth)
        needs = f"{kind} leaf" in FORMS and kind != "slice" and " " in text
        return f"({text})" if needs else text

    def new(self, kind: str) -> str:
        """Return the name of a new variable of a kind."""
        self.count += 1
        name = f"{kind[0]}{self.count}"
        self.names.setdefault(kind, []).append(name)
        return name

    def block(self, depth: int, size: int, *, in_loop: bool = False) -> list[str]:
        """Return the lines of some statements; variables made in it end with it."""
        before = {kind: [*names] for kind, names in self.names.items()}
        lines: list[str] = []
        for _ in range(size):
            lines += self.statement(depth, in_loop=in_loop)
        self.names = before
        return [f"    {line}" for line in lines]

    def statement(self, depth: int, *, in_loop: bool = False) -> list[str]:
        """Return the lines of a statement; beyond some depth it is a simple one."""
        rng, make = self.rng, self.make
        choice = rng.randrange(20 if depth < 2 else 11)
        if choice in (5, 6, 7) and self.names.get("int"):
            name, sign = rng.choice(self.names["int"]), rng.choice("+-|^&")
            return [f"{name} {sign}= {make('int')}"]
        if choice == 8:
            made = self.fill(rng.choice(("np.zeros({n}, np.int64)", "{ints}.copy()")))
            forms = ("{int}", "{rank}", "{slice}", "{ints} > 0", "{ints}")
            where = self.fill(rng.choice(forms))
            name = self.new("ints")
            return [f"{name} = {made}", f"{name}[{where}] += {make('int')}"]
        if choice == 9:
            table = "odd statement" if rng.random() < 5 * self.rare else "statement"
            return [self.fill(self.one(table))]
        if choice == 10 and in_loop:
            return [f"if {make('bool')}:", f"    {rng.choice(('break', 'continue'))}"]
        if choice in range(11, 15):
            lines = [f"if {make('bool')}:", *self.block(depth + 1, 2, in_loop=in_loop)]
            more = ["else:", *self.block(depth + 1, 1, in_loop=in_loop)]
            return lines + more * (choice % 2)
        if choice >= 15:
            return self.loop(depth)
        kind = rng.choice(("int", "int", "mask", "float", "ints", "ints", "grid"))
        value = make(kind)
        return [f"{self.new(kind)} = {value}"]

    def loop(self, depth: int) -> list[str]:
        """Return the lines of a loop that ends."""
        rng, counter = self.rng, self.new("int")
        self.names["int"].remove(counter)
        choice = rng.randrange(6)
        if choice == 0:
            lines = [f"{counter} = 0", f"while {counter} < {self.make('n')}:"]
            lines += [f"    {counter} += 1"]
            return [*lines, *self.block(depth + 1, 2, in_loop=True)]
        head = f"for {counter} in {self.fill(self.one('loop'))}:"
        if choice == 1:
            head = f"for {counter}, x{counter} in enumerate({self.make('ints')}):"
        if choice == 2:
            mask = self.make("mask")
            lines = [f"x{counter} = {mask} & ALL_CARDS", f"while x{counter}:"]
            lines += [f"    {counter} = lowest_bit(x{counter})"]
            lines += [f"    x{counter} &= x{counter} - 1"]
            return [*lines, *self.block(depth + 1, 2, in_loop=True)]
        self.names["int"].append(counter)
        lines = [head, *self.block(depth + 1, rng.randint(1, 3), in_loop=True)]
        self.names["int"].remove(counter)
        return lines

    def function(self, header: str, size: int, last: str, **names: list[str]) -> str:
        """Return a function of so many random statements and a last one."""
        self.names = names
        lines = [header]
        for _ in range(size):
            lines += [f"    {line}" for line in self.statement(0)]
        return "\n".join(lines) + "\n" + self.fill(last)


def by_grammar(number: int) -> str:
    """Return a file of random constructs that a strategy may use."""
    rng = random.Random(f"grammar {number}")
    maker = Maker(rng, "helper(", "other(")
    parts = [_head(rng.choice)]
    parts.append(
        maker.function(
            "def helper(view, a, b=2):",
            rng.randint(0, 2),
            "    return {int}",
            int=["a"],
        )
    )
    maker.banned = ("other(",)
    last, size = "    return {int} + len(c)", rng.randint(0, 2)
    parts.append(maker.function("def other(view, c):", size, last, ints=["c"]))
    maker.banned = ()
    header, size = "def score(view, one):", rng.randint(1, 4)
    parts.append(
        maker.function(header, size, "    return {int}", int=["one"], card=["one"])
    )
    size = rng.choice((0, 0, 1))
    parts.append(maker.function("def discard(view):", size, rng.choice(DISCARDS)))
    if rng.random() < 0.5:
        parts.append(maker.function("def declare(view):", size, rng.choice(DECLARES)))
    return "\n\n\n".join(parts) + "\n"


def attack(number: int) -> str:
    """Return a file with something in it that a strategy may not do."""
    rng = random.Random(f"attack {number}")
    maker = Maker(rng)
    imports = "from zetema_sim import toolkit, bits, view as view_module\n\n"
    line = maker.fill(maker.one("place").replace("{attack}", "ATTACK"))
    line = line.replace("ATTACK", maker.fill("{attack}"))
    used = "\n\n\nX = f(1)" * line.startswith("def") * rng.randrange(2)
    plain = PLAIN.replace("{}", " + 0 * f(view)" if "f(view)" in line else "")
    return _head(rng.choice) + imports + line + used + "\n" + plain


# Mutations


def mutated(number: int, sources: Sequence[Path]) -> str:
    """Return one of some files with a few random changes."""
    rng = random.Random(f"mutation {number}")
    path, donor = rng.choice(sources), rng.choice(sources)
    tree = ast.parse(path.read_text("utf-8"))
    others = [*ast.walk(ast.parse(donor.read_text("utf-8"))), *ast.walk(tree)]
    for _ in range(rng.randint(1, 4)):
        _change(tree, others, rng)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


NUMBERS = (0, 1, -1, 2, 63, 64, 2**31, 2**62, -7, 0.5, True, 10**19, None, "a")


def _change(tree: ast.Module, others: Sequence[ast.AST], rng: random.Random) -> None:
    """Change one random place of a tree."""
    node = rng.choice([each for each in ast.walk(tree) if _places(each)])
    name, place = rng.choice(_places(node))
    value = getattr(node, name) if place is None else getattr(node, name)[place]
    new: Any
    if isinstance(value, ast.stmt):
        block = getattr(node, name)
        if rng.random() < 0.5 and len(block) > 1:
            del block[place]
        else:
            block.insert(place, deepcopy(rng.choice(_alike(value, others, ast.stmt))))
        return
    if isinstance(value, ast.Constant) and rng.random() < 0.5:
        new = ast.Constant(rng.choice(NUMBERS))
    elif isinstance(value, ast.expr) and rng.random() < 0.3:
        new = ast.parse(Maker(rng).make(rng.choice(("int", "bool", "ints"))))
        new = new.body[0].value
    elif isinstance(value, ast.expr):
        new = deepcopy(rng.choice(_alike(value, others, ast.expr)))
    elif isinstance(value, str):
        texts = [getattr(each, name) for each in others if type(each) is type(node)]
        new = rng.choice([text for text in texts if isinstance(text, str)] or [value])
    else:
        family = type(value).__mro__[1]
        new = rng.choice([each for each in others if isinstance(each, family)])
    if place is None:
        setattr(node, name, new)
    else:
        getattr(node, name)[place] = new


def _places(node: ast.AST) -> list[tuple[str, int | None]]:
    """Return which fields of a node can be changed, and which place in them."""
    found: list[tuple[str, int | None]] = []
    changeable = (ast.stmt, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
    for name, value in ast.iter_fields(node):
        if name in ("id", "attr") or isinstance(value, changeable):
            found.append((name, None))
        elif isinstance(value, ast.expr) and isinstance(
            getattr(value, "ctx", ast.Load()), ast.Load
        ):
            found.append((name, None))
        elif isinstance(value, list):
            kinds = (ast.expr, *changeable)
            each = (
                place for place, part in enumerate(value) if isinstance(part, kinds)
            )
            found += [(name, place) for place in each]
    return found


def _alike(value: ast.AST, others: Sequence[ast.AST], base: type) -> list[ast.AST]:
    """Return nodes that may stand for another: half the time of the same type."""
    same = [each for each in others if type(each) is type(value)]
    return same or [each for each in others if isinstance(each, base)]
