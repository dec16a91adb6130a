"""The language of strategy files: all that may stand in one, in one place.

A short list of what is allowed, for a list of what is forbidden is never complete.
`strategy_rules` holds files to it. A strategy computes one number out of others, so
there are numbers, tuples, lists and arrays; no texts but those that are printed, no
sets or dictionaries, no objects.

Of numpy stands here what compiled code calls safely, whatever it is given: numba
compiles its own versions of numpy's functions, of which some neither check the places
that they read and write (`take_along_axis`, `delete`, `bincount`) nor that shapes fit.
tests/roster/test_allowed_numpy.py puts odd arguments to each that is allowed.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from functools import cache
from types import FunctionType

from zetema_sim import bits, cards, planning, table_rules, toolkit, view

NODES = frozenset(
    {
        # Statements, and what belongs to them.
        *(ast.Module, ast.Import, ast.ImportFrom, ast.alias, ast.FunctionDef),
        *(ast.arguments, ast.arg, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return),
        *(ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass, ast.Expr),
        # Expressions.
        *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Call),
        *(ast.keyword, ast.Starred, ast.Tuple, ast.List, ast.ListComp),
        *(ast.comprehension, ast.IfExp, ast.BoolOp, ast.UnaryOp),
        *(ast.BinOp, ast.Compare, ast.Load, ast.Store),
        # Operators: all but @, whose last digits differ from machine to machine.
        *(ast.And, ast.Or, ast.Not, ast.UAdd, ast.USub, ast.Invert),
        *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
        *(ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor),
        *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
        *(ast.Is, ast.IsNot),  # with None
    }
)
PRINTED = frozenset({ast.JoinedStr, ast.FormattedValue})  # within print(…) only

MOST_DEPTH = 100  # levels of a tree; what works on it recurs

TYPES = frozenset({"bool", "float", "int"})  # also what an array holds
BUILTINS = TYPES | {
    *("abs", "all", "any", "divmod", "enumerate", "len", "list", "max", "min", "pow"),
    *("range", "reversed", "round", "sorted", "sum", "tuple", "zip"),
}
WATCHING = frozenset({"print", "breakpoint"})  # each as a statement within a function

# The most values that may be given by place: behind them stand places to write to.
NUMPY: Mapping[str, int] = {
    **dict.fromkeys(("zeros", "ones", "array", "zeros_like", "ones_like"), 2),
    **dict.fromkeys(("full", "full_like"), 3),
    "arange": 4,
    **dict.fromkeys(("sum", "min", "max", "argmin", "argmax", "any", "all"), 2),
    **dict.fromkeys(("count_nonzero", "cumsum", "mean", "sort", "argsort"), 1),
    "where": 3,
    **dict.fromkeys(("minimum", "maximum"), 2),
    **dict.fromkeys(("abs", "sqrt", "exp", "log", "floor", "ceil", "sign"), 1),
}
NUMPY_TYPES = frozenset({"int64", "float64", "bool_"})
NUMBERS = frozenset({"pi", "e", "inf", "nan", "tau"})  # of numpy and math
VALUES = NUMPY_TYPES | NUMBERS  # all else of theirs can only be called

MATH = frozenset(
    name
    for name in (
        *("ceil", "comb", "copysign", "cos", "erf", "erfc", "exp", "expm1", "fabs"),
        *("factorial", "floor", "fmod", "gamma", "gcd", "hypot", "isfinite", "isinf"),
        *("isnan", "isqrt", "lgamma", "log", "log10", "log1p", "log2", "perm", "pow"),
        *("prod", "sin", "sqrt", "tan", "tanh", "trunc", "atan", "atan2"),
        *NUMBERS,
    )
    if hasattr(math, name)
)

ARRAY_FIELDS = frozenset({"shape", "size", "ndim", "T"})
# Of arrays, lists and tuples; the most values by place.
METHODS: Mapping[str, int] = {
    **dict.fromkeys(("sum", "min", "max", "argmin", "argmax", "any", "all"), 1),
    **dict.fromkeys(("mean", "cumsum", "copy", "flatten", "sort", "reverse"), 0),
    **dict.fromkeys(("astype", "fill", "append", "extend", "pop", "remove"), 1),
    **dict.fromkeys(("index", "count"), 1),
    "reshape": 4,
    "insert": 2,
    "clear": 0,
}
CHANGING = frozenset(
    ("sort", "reverse", "fill", "append", "extend", "pop", "remove", "insert", "clear")
)
KEYWORDS = frozenset(
    ("axis", "dtype", "reverse", "start", "stop", "step", "shape", "fill_value")
)

VIEW_FIELDS = frozenset(view.View.__annotations__)
ARRAYS = frozenset(name for name in VIEW_FIELDS if view.VIEW_DTYPE[name].shape) - {
    "settings"
}
RULES_FIELDS = frozenset(table_rules.TableRules.__annotations__)
PLANNING_TYPES = (planning.Plan, planning.Ahead, planning.Hand)
PLANNING_FIELDS = frozenset(name for kind in PLANNING_TYPES for name in kind._fields)
FIELDS = VIEW_FIELDS | RULES_FIELDS | ARRAY_FIELDS | PLANNING_FIELDS


@cache
def names_of(module: str) -> frozenset[str]:
    """Return what may be used of a module; no module at all where it is empty."""
    if module == "math":
        return MATH
    if module == "numpy":
        return frozenset(NUMPY) | NUMPY_TYPES | NUMBERS - {"tau"}
    return _PACKAGE.get(module, frozenset())


def _numbers_of(module: object) -> frozenset[str]:
    """Return the public names of a module that stand for numbers or functions on them.

    Functions of texts are left out.
    """
    return frozenset(
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (
            isinstance(value, int)
            or (isinstance(value, tuple) and all(type(n) is int for n in value))
            or (isinstance(value, FunctionType) and _is_of_numbers(value))
        )
    )


def _is_of_numbers(function: FunctionType) -> bool:
    hints = {str(hint) for hint in function.__annotations__.values()}
    return function.__module__.startswith("zetema_sim.") and hints <= {
        *("int", "float", "View", "Values", *(kind.__name__ for kind in PLANNING_TYPES))
    }


_PACKAGE = {
    "zetema_sim.bits": _numbers_of(bits),
    "zetema_sim.cards": _numbers_of(cards),
    "zetema_sim.planning": _numbers_of(planning),
    "zetema_sim.table_rules": _numbers_of(table_rules),
    "zetema_sim.toolkit": _numbers_of(toolkit) | {"cards_in"},
    "zetema_sim.view": _numbers_of(view) | {"KINDS"},
}
MODULES = ("math", "numpy", *_PACKAGE)

# What stands for types, in annotations only: nothing evaluates those.
TYPE_NAMES = {
    "zetema_sim.view": frozenset({"View", "Bytes", "Words"}),
    "zetema_sim.table_rules": frozenset({"TableRules"}),
    "zetema_sim.toolkit": frozenset({"View"}),
    "zetema_sim.planning": frozenset({"Plan", "Ahead", "Hand", "Values"}),
}
TYPE_MODULES = ("typing", "__future__")
