"""How much code a function of a strategy comes to, with what it calls written out.

What strategies call is inlined (`kernel.jit`), so twenty functions that each call
the one before twice would come to a million copies of the first. What grows beyond a
bound stays a call, and what is not plain and small is compiled in a child with limits
first (`compile_trial`). All shipped strategies stay below the bounds.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from zetema_sim.faults import StrategyError

MOST_INLINED = 20_000  # nodes of the syntax tree; the shipped ones have up to 16,000
MOST_VALUES = 1_000  # of a tuple that compiled code reads: 1.3 s, and 2,000 take 3 s

# A file below all of these compiles in a few seconds, whatever it holds.
_SMALL_OWN = (
    3_000  # nodes of the file and its helpers: 250 conditions in a row take 3 s
)
_SMALL = 40_000  # nodes, those of the toolkit too
_SMALL_DEPTH = 30  # functions that call each other

# Only values of numbers and arrays: with tuples of tuples a type grows without end.
_PLAIN = (
    *(ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.AugAssign, ast.Return),
    *(ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass, ast.Expr),
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Tuple),
    *(ast.IfExp, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.expr_context),
    *(ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)
_PLAIN_CALLS = frozenset(
    ("abs", "bool", "float", "int", "len", "max", "min", "range", "round")
)


@dataclass(frozen=True)
class _Size:
    own: int  # nodes, without the toolkit's
    all: int
    depth: int  # how many functions call each other, this one included
    is_plain: bool


_sizes: dict[FunctionType, _Size] = {}


def measure(module: ModuleType, tree: ast.Module, path: Path, *, own: bool) -> None:
    """Measure a module's functions; those that it imports are measured before.

    Parameters
    ----------
    module, tree, path
        The module as it runs, its syntax tree, and its file.
    own
        Whether it is a strategy's file, not the toolkit.

    Raises
    ------
    StrategyError
        If a function reads a constant that is a tuple too long to be compiled.
    """
    nodes = {
        vars(module)[node.name]: node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    called = {function: _called(node, module) for function, node in nodes.items()}
    for function in _callers_last(called):
        if function in nodes:
            node = nodes[function]
            _check_tuples(node, module, path)
            is_plain = not own or _is_plain(node, module)
            _sizes[function] = _size(node, called[function], own, is_plain)


def _callers_last(called: dict[FunctionType, list[FunctionType]]) -> list[FunctionType]:
    try:
        return list(TopologicalSorter(called).static_order())
    except CycleError:  # which numba refuses
        return list(called)


def is_inlined(function: FunctionType) -> bool:
    """Tell whether a function is small enough to be written out where it is called."""
    return _sizes[function].all <= MOST_INLINED


def is_small(function: FunctionType) -> bool:
    """Tell whether a function surely compiles within seconds."""
    size = _sizes[function]
    return (
        size.is_plain
        and size.own <= _SMALL_OWN
        and size.all <= _SMALL
        and size.depth <= _SMALL_DEPTH
    )


def _size(
    node: ast.FunctionDef, called: list[FunctionType], own: bool, is_plain: bool
) -> _Size:
    nodes = sum(1 for _ in ast.walk(node))
    sizes = [_sizes[each] for each in called if each in _sizes]
    inlined = [size for size in sizes if size.all <= MOST_INLINED]
    return _Size(
        own=own * nodes + sum(size.own for size in inlined),
        all=nodes + sum(size.all for size in inlined),
        depth=1 + max((size.depth for size in sizes), default=0),
        is_plain=is_plain
        and len(inlined) == len(sizes)
        and all(size.is_plain for size in sizes),
    )


def _called(node: ast.FunctionDef, module: ModuleType) -> list[FunctionType]:
    """Return the functions that one names, each as often as it does."""
    values = (_value(part, module) for part in ast.walk(node))
    return [value for value in values if isinstance(value, FunctionType)]


def _value(part: ast.AST, module: ModuleType) -> Any:
    """Return what a name, or that of a module's, stands for where it is no variable."""
    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
        return vars(module).get(part.id)
    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
        owner = vars(module).get(part.value.id)
        return vars(owner).get(part.attr) if isinstance(owner, ModuleType) else None
    return None


def _check_tuples(node: ast.FunctionDef, module: ModuleType, path: Path) -> None:
    for part in ast.walk(node):
        if _is_long(_value(part, module)):
            name = ast.unparse(part)
            reason = (
                f"{node.name} reads {name}, a tuple of more than {MOST_VALUES:,} "
                f"values, which takes too long to compile; make it np.array({name})"
            )
            raise StrategyError(path, getattr(part, "lineno", None), reason)


def _is_long(value: object) -> bool:
    """Tell whether a tuple holds too many values, with those of tuples within it."""
    left, count = [value], 0
    while left and count <= MOST_VALUES:
        each = left.pop()
        if isinstance(each, tuple):
            left += each
            count += len(each)
    return count > MOST_VALUES


def _is_plain(node: ast.FunctionDef, module: ModuleType) -> bool:
    """Tell whether a function is made of numbers and arrays in the usual ways."""
    around = {
        part: outer for outer in ast.walk(node) for part in ast.iter_child_nodes(outer)
    }
    for part in ast.walk(node):
        value = _value(part, module)
        if not isinstance(part, _PLAIN) or isinstance(value, ModuleType):
            return False
        if isinstance(part, ast.Attribute) and part.attr == "shape":
            return False
        if isinstance(part, ast.Call) and not _is_plain_call(part, module):
            return False
        is_tuple = isinstance(part, ast.Tuple) and isinstance(part.ctx, ast.Load)
        if is_tuple and not _is_taken_apart(part, around[part]):
            return False
        if isinstance(value, tuple):
            numbers = all(isinstance(each, int | float) for each in value)
            if not numbers or not _is_taken_apart(part, around[part]):
                return False
    return True


def _is_plain_call(call: ast.Call, module: ModuleType) -> bool:
    if call.keywords or not isinstance(call.func, ast.Name):
        return False
    called = vars(module).get(call.func.id)
    if isinstance(called, FunctionType):
        return called in _sizes or called.__module__.startswith("zetema_sim.")
    return called is None and call.func.id in _PLAIN_CALLS


def _is_taken_apart(part: ast.AST, outer: ast.AST) -> bool:
    """Tell whether a tuple is only read here, so that it becomes part of no other."""
    match outer:
        case ast.Subscript() | ast.For():
            return True
        case ast.Compare():
            return part is not outer.left
        case ast.Assign():
            return all(isinstance(target, ast.Tuple) for target in outer.targets)
        case ast.Call():
            return isinstance(outer.func, ast.Name) and outer.func.id == "len"
    return False
