"""What a strategy file need not write: its decisions, where it has something simpler.

A file has one of ``discard``, ``worth`` and ``PREFERENCES``. Of the latter two the
functions that follow are put into its syntax tree, so that whoever checks, runs or
compiles it finds ``discard``, and ``declare``, in every file.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Never

from zetema_sim.common.syntax import parse
from zetema_sim.common.wording import nearest
from zetema_sim.faults import StrategyError
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.preferences import DEFAULTS

INSTEAD = ("discard", "worth", "PREFERENCES")  # a file has exactly one of these
_DATA = frozenset({"preferences", "when"})  # what PREFERENCES is written with


def read_tree(text: str, path: Path) -> ast.Module:
    """Return a file's syntax tree with what it need not write.

    Raises
    ------
    StrategyError
        If it has more than one of `INSTEAD`, or PREFERENCES is not what it should be.
    SyntaxError
        If it is no Python.
    """
    tree = parse(text, str(path))
    if not path.name.startswith("_"):
        _fill_in(tree, path)
    return tree


def _fill_in(tree: ast.Module, path: Path) -> None:
    tree.body = [node for node in tree.body if not _imports_data_only(node)]
    lines = _lines_by_name(tree)
    found = [name for name in INSTEAD if name in lines]
    if len(found) > 1:
        reason = f"has {' and '.join(found)}: one of them says what to discard"
        raise StrategyError(path, lines[found[1]], reason)
    if found and found[0] in DEFAULTS:
        _add_defaults(tree, path, found[0], lines)


def _add_defaults(
    tree: ast.Module, path: Path, name: str, lines: Mapping[str, int]
) -> None:
    added = [
        node
        for node in parse(DEFAULTS[name]).body
        if not (isinstance(node, ast.FunctionDef) and node.name == "declare")
        or "declare" not in lines
    ]
    for node in added:
        for part in ast.walk(node):
            for place in part._attributes:
                setattr(part, place, lines[name] if "line" in place else 0)
    if name == "PREFERENCES":
        assigned = next(node for node in tree.body if name in _names_of(node))
        plan = next(n for n in added if isinstance(n, ast.FunctionDef))
        plan.body[0] = ast.Return(_PreferencesReader(path).call_of(assigned))
        tree.body.remove(assigned)
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    last = tree.body.index(imports[-1]) + 1 if imports else _behind_docstring(tree)
    tree.body[last:last] = [node for node in added if isinstance(node, ast.ImportFrom)]
    tree.body += [node for node in added if isinstance(node, ast.FunctionDef)]
    ast.fix_missing_locations(tree)


def _behind_docstring(tree: ast.Module) -> int:
    return 0 if ast.get_docstring(tree, clean=False) is None else 1


def _imports_data_only(node: ast.stmt) -> bool:
    """Take the names of data out of an import; tell whether nothing is left of it."""
    if isinstance(node, ast.ImportFrom) and node.module == "zetema_sim.planning":
        node.names = [alias for alias in node.names if alias.name not in _DATA]
        return not node.names
    return False


def _lines_by_name(tree: ast.Module) -> dict[str, int]:
    return {name: node.lineno for node in tree.body for name in _names_of(node)}


def _names_of(node: ast.stmt) -> set[str]:
    """Return what a statement at the top defines."""
    if isinstance(node, ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {each.id for each in node.targets if isinstance(each, ast.Name)}
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    return set()


class _PreferencesReader:
    """Turns what PREFERENCES is assigned into the plan's expression."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def refuse(self, node: ast.AST, reason: str) -> Never:
        raise StrategyError(self.path, getattr(node, "lineno", None), reason)

    def call_of(self, assigned: ast.stmt) -> ast.Call:
        """Return the call of `plan_with` that an assignment stands for."""
        value = getattr(assigned, "value", None)
        if not isinstance(value, ast.Call) or not _calls(value, "preferences"):
            self.refuse(assigned, "PREFERENCES is preferences(FIELD=AMOUNT, …)")
        amounts = self.keywords(value, "preferences")
        for name, amount in amounts.items():
            if name not in Plan._fields:
                known = ", ".join(Plan._fields)
                near = nearest(name, Plan._fields) or f"; there are {known}"
                self.refuse(amount, f"preferences has no {name}{near}")
        given = [
            ast.keyword(name, self.amount(value)) for name, value in amounts.items()
        ]
        return ast.Call(ast.Name("_plan_with", ast.Load()), [], given)

    def keywords(self, call: ast.Call, name: str) -> dict[str, ast.expr]:
        """Return what a call is given by name; by place it gets nothing."""
        if call.args or any(keyword.arg is None for keyword in call.keywords):
            self.refuse(call, f"{name}(…) is given all it gets by name")
        return {str(keyword.arg): keyword.value for keyword in call.keywords}

    def amount(self, node: ast.expr) -> ast.expr:
        """Return an amount: a number, a setting's name, or either of two amounts."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return _setting(node.value, node)
        if isinstance(node, ast.Call) and _calls(node, "when"):
            return self.choice(node)
        if _is_number(node):
            return node
        self.refuse(
            node,
            f"{ast.unparse(node)} is no amount: a number, the name of a setting in "
            "quotes, or when(SETTING=VALUE, then=AMOUNT, otherwise=AMOUNT)",
        )

    def choice(self, call: ast.Call) -> ast.IfExp:
        """Return what `when` stands for."""
        given = self.keywords(call, "when")
        if "then" not in given:
            self.refuse(call, "when(…) is given no then=AMOUNT")
        then = self.amount(given.pop("then"))
        otherwise = self.amount(given.pop("otherwise", ast.Constant(0)))
        if not given:
            self.refuse(call, "when(…) is given no SETTING=VALUE")
        tests: list[ast.expr] = []
        for name, value in given.items():
            if not _is_number(value):
                told = f"when({name}={ast.unparse(value)}): a setting is a whole number"
                self.refuse(value, told)
            tests.append(ast.Compare(_setting(name, value), [ast.Eq()], [value]))
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        return ast.IfExp(test, then, otherwise)


def _calls(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _setting(name: str, node: ast.expr) -> ast.expr:
    settings = ast.Attribute(ast.Name("view", ast.Load()), "settings", ast.Load())
    return ast.copy_location(ast.Attribute(settings, name, ast.Load()), node)
