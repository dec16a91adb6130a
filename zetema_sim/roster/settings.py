"""A strategy's ``SETTINGS``: read from its syntax tree, and found by place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from zetema_sim.common.syntax import parse
from zetema_sim.faults import StrategyError
from zetema_sim.view import MAX_SETTINGS

_NAME = re.compile("[A-Za-z][A-Za-z0-9_]{,39}")


def read_settings(tree: ast.Module, path: Path) -> dict[str, tuple[int, int, int]]:
    """Return ``SETTINGS``: for each name its default, least and most value.

    Raises
    ------
    StrategyError
        If it is not a dictionary of names with three whole numbers each, default
        between least and most.
    """
    for node in tree.body:
        target, value = _assignment(node)
        if target == "SETTINGS" and value is not None:
            return _parse_settings(value, path)
    return {}


def _assignment(node: ast.stmt) -> tuple[str, ast.expr | None]:
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id, node.value
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id, node.value
    return "", None


def _parse_settings(value: ast.expr, path: Path) -> dict[str, tuple[int, int, int]]:
    form = 'SETTINGS is {"name": (default, least, most), …} in whole numbers'
    try:
        settings = ast.literal_eval(value)
    except ValueError:
        raise StrategyError(path, value.lineno, form) from None
    if not isinstance(settings, dict):
        raise StrategyError(path, value.lineno, form)
    for name, numbers in settings.items():
        if not (isinstance(name, str) and _NAME.fullmatch(name)):
            told = f"{form}; {name!r} is not a name: up to 40 letters, digits and _"
            raise StrategyError(path, value.lineno, told)
        if not (
            isinstance(numbers, tuple)
            and len(numbers) == 3
            and all(type(number) is int for number in numbers)
        ):
            raise StrategyError(path, value.lineno, f"{form}; {name} has {numbers!r}")
        default, least, most = numbers
        if not least <= default <= most or max(map(abs, numbers)) >= 2**53:
            reason = f"SETTINGS: {name} has default {default}, least {least}, most "
            raise StrategyError(path, value.lineno, f"{reason}{most}")
    if len(settings) > MAX_SETTINGS:
        reason = f"SETTINGS has {len(settings)} entries; at most {MAX_SETTINGS}"
        raise StrategyError(path, value.lineno, reason)
    return settings


LOOP = "cards_in"  # of the toolkit: what a `for` statement may go through


def is_over_cards(node: ast.For) -> bool:
    """Tell whether a loop is one over `cards_in`."""
    over = node.iter
    return (
        isinstance(over, ast.Call)
        and isinstance(over.func, ast.Name)
        and over.func.id == LOOP
    )


_SHIFTS = (ast.LShift, ast.RShift)


def _within_a_word(bits: ast.expr) -> ast.expr:
    if isinstance(bits, ast.Constant) and bits.value in range(64):
        return bits
    masked = ast.BinOp(bits, ast.BitAnd(), ast.Constant(63))
    return ast.copy_location(masked, bits)


WHOLE = "__whole__"  # in plain modules; no file may call anything so
_MAKES_WHOLE = frozenset({"int", "round", "floor", "ceil", "trunc"})


class BoundWhole(ast.NodeTransformer):
    """Have plain code make whole numbers by `common.whole_numbers.whole`.

    ``int(x)`` becomes ``__whole__(int, x)``, and all else that rounds likewise.
    """

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Rewrite one call."""
        self.generic_visit(node)
        if ast.unparse(node.func).rpartition(".")[2] not in _MAKES_WHOLE:
            return node
        made = ast.copy_location(ast.Name(WHOLE, ast.Load()), node)
        call = ast.Call(made, [node.func, *node.args], node.keywords)
        return ast.copy_location(call, node)


class NameToPlace(ast.NodeTransformer):
    """Make a file fit for compiling: settings are read by place, nothing is printed.

    ``for card in cards_in(…)`` becomes a loop over bits, and
    ``view.settings.NAME`` becomes ``view.settings[place]``. And a word is shifted by 0
    to 63 bits: ``1 << n`` becomes ``1 << (n & 63)``. LLVM may make anything of other
    shifts, so that their numbers would hang on the machine; the processor takes no
    time for it. Plain Python raises an error there, or has a longer number, and so the
    doctor finds it.
    """

    def __init__(self, names: list[str], path: Path) -> None:
        self.names, self.path = names, path
        self.is_compiled = False  # what stands outside of functions is not
        self.loops = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Rewrite what stands in a function."""
        self.is_compiled = True
        body = ast.Module(node.body, [])
        node.body = self.generic_visit(body).body  # type: ignore[attr-defined]
        self.is_compiled = False
        return node

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        """Write a loop over cards out: numba's generators take a twentieth longer."""
        self.generic_visit(node)
        if not is_over_cards(node):
            return node
        assert isinstance(node.iter, ast.Call)
        self.loops += 1
        left = f"__cards_{self.loops}"
        loop = parse(
            f"{left} = 0\nwhile {left} != 0:\n"
            f"    card = __lowest_bit({left})\n    {left} &= {left} - 1\n"
        )
        first, rest = loop.body
        assert isinstance(first, ast.Assign)
        assert isinstance(rest, ast.While)
        assert isinstance(rest.body[0], ast.Assign)
        for part in ast.walk(loop):
            for place in getattr(part, "_attributes", ()):
                setattr(part, place, getattr(node, place))
        first.value = node.iter.args[0]
        rest.body[0].targets = [node.target]
        rest.body += node.body
        rest.orelse = node.orelse
        return [first, rest]

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Bound how far a word is shifted."""
        self.generic_visit(node)
        if self.is_compiled and isinstance(node.op, _SHIFTS):
            node.right = _within_a_word(node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Bound it in ``n <<= 3``, too."""
        self.generic_visit(node)
        if isinstance(node.op, _SHIFTS):
            node.value = _within_a_word(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Leave out what prints: compiled, it would do so in every match."""
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            if call.func.id == "print":
                return ast.copy_location(ast.Pass(), node)
            if call.func.id == "breakpoint":
                reason = "stops at breakpoint(), which plain Python alone does: take "
                reason += "it out, or look with `zetema replay --uncompiled`"
                raise StrategyError(self.path, node.lineno, reason)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Rewrite one setting that is read."""
        self.generic_visit(node)
        inner = node.value
        if isinstance(inner, ast.Attribute) and inner.attr == "settings":
            return self._place(inner, node.attr, node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Rewrite ``view.settings["NAME"]`` alike."""
        self.generic_visit(node)
        inner, index = node.value, node.slice
        if (
            isinstance(inner, ast.Attribute)
            and inner.attr == "settings"
            and isinstance(index, ast.Constant)
            and isinstance(index.value, str)
        ):
            return self._place(inner, index.value, node)
        return node

    def _place(self, settings: ast.expr, name: str, node: ast.expr) -> ast.AST:
        if name not in self.names:
            known = ", ".join(self.names) or "none"
            reason = f"reads setting {name!r}, which SETTINGS lacks (it has {known})"
            raise StrategyError(self.path, node.lineno, reason)
        place = ast.Constant(self.names.index(name))
        return ast.copy_location(
            ast.Subscript(settings, ast.copy_location(place, node), ast.Load()), node
        )
