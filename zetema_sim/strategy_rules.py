"""What a strategy file may hold, checked on its syntax tree before any of it runs.

A strategy is a pure function of its view: no state, no input or output, no chance but
`View.chance`. What numba would refuse anyway is refused here too, so that the message
names the line in the author's words.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from zetema_sim.view import MAX_SETTINGS

ALLOWED_MODULES = (
    *("math", "numpy", "__future__", "typing"),
    *("zetema_sim.cards", "zetema_sim.bits", "zetema_sim.view", "zetema_sim.toolkit"),
    "zetema_sim.table_rules",
)
CHANCE_NAMES = frozenset({"chance", "chance_below"})  # what reads the chance number

_FORBIDDEN_NAMES = {
    **dict.fromkeys(("eval", "exec", "compile", "__import__"), "runs other code"),
    **dict.fromkeys(("open", "input"), "reads or writes files"),
    **dict.fromkeys(
        ("globals", "locals", "vars", "getattr", "setattr", "delattr"),
        "reaches beyond its view",
    ),
}
_FORBIDDEN_ATTRIBUTES = {
    "random": "uses numpy.random; chance comes from view.chance",
    "flat": "may change its view",
    "nditer": "may change its view",
    "fill_diagonal": "may change its view",
    "ctypes": "reaches beyond its view",
    "ctypeslib": "reaches beyond its view",
}
_CHANGING_METHODS = frozenset(
    "append extend insert pop popitem remove clear update setdefault add discard "
    "sort reverse fill put itemset partition resize setfield".split()
)


class StrategyError(ValueError):
    """A strategy file that cannot be used: what is wrong, and where."""

    def __init__(self, path: Path | str, line: int | None, reason: str) -> None:
        where = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{where}: {' '.join(reason.split())}")
        self.path, self.line, self.reason = str(path), line, reason


def check_tree(tree: ast.Module, path: Path, *, is_helper: bool = False) -> None:
    """Refuse a file that does more than a strategy may.

    Raises
    ------
    StrategyError
        With the file, the line and the reason.
    """
    for node in tree.body:
        if not isinstance(
            node,
            ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign,
        ) and not _is_docstring(node):
            raise StrategyError(
                path,
                node.lineno,
                "a strategy file holds imports, constants and functions only",
            )
    for part in ast.walk(tree):
        _check_node(part, path)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            _check_function(node, path)
    if not is_helper:
        _check_interface(tree, path)


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _check_node(node: ast.AST, path: Path) -> None:
    line = getattr(node, "lineno", None)
    if isinstance(node, ast.Import):
        for alias in node.names:
            _check_import(alias.name, path, line)
    elif isinstance(node, ast.ImportFrom):
        _check_import_from(node, path)
    elif isinstance(node, ast.Global | ast.Nonlocal):
        raise StrategyError(
            path, line, f"keeps state: it says {_keyword(node)} {node.names[0]}"
        )
    elif isinstance(node, ast.Name) and node.id in _FORBIDDEN_NAMES:
        reason = f"uses {node.id}: {_FORBIDDEN_NAMES[node.id]}"
        raise StrategyError(path, line, reason)
    elif isinstance(node, ast.Attribute):
        _check_attribute(node, path)


def _keyword(node: ast.Global | ast.Nonlocal) -> str:
    return "global" if isinstance(node, ast.Global) else "nonlocal"


def _check_attribute(node: ast.Attribute, path: Path) -> None:
    if not isinstance(node.ctx, ast.Load):
        raise StrategyError(
            path,
            node.lineno,
            f"assigns to .{node.attr}: a strategy cannot change its view",
        )
    if node.attr in _FORBIDDEN_ATTRIBUTES:
        reason = f"uses .{node.attr}: {_FORBIDDEN_ATTRIBUTES[node.attr]}"
        raise StrategyError(path, node.lineno, reason)
    if node.attr.startswith("__"):
        raise StrategyError(
            path, node.lineno, f"uses .{node.attr}: reaches beyond its view"
        )


def _check_import(module: str, path: Path, line: int | None) -> None:
    if module in ALLOWED_MODULES or module.startswith("_") and "." not in module:
        return
    if module == "numpy.random" or module == "random":
        reason = f"imports {module}: chance comes from view.chance"
    else:
        reason = (
            f"imports {module}; a strategy may import math, numpy, "
            "zetema_sim.cards, zetema_sim.view, zetema_sim.toolkit, zetema_sim.bits "
            "and helper files beside it whose names begin with _"
        )
    raise StrategyError(path, line, reason)


def _check_import_from(node: ast.ImportFrom, path: Path) -> None:
    module = node.module or ""
    if node.level:
        raise StrategyError(
            path, node.lineno, "imports relatively; write `from _helper import …`"
        )
    if module == "zetema_sim":
        for alias in node.names:
            _check_import(f"zetema_sim.{alias.name}", path, node.lineno)
        return
    _check_import(module, path, node.lineno)
    for alias in node.names:
        if alias.name == "*":
            raise StrategyError(path, node.lineno, f"imports * from {module}")
        if alias.name in _FORBIDDEN_ATTRIBUTES:
            _check_import(f"{module}.{alias.name}", path, node.lineno)


def _check_function(function: ast.FunctionDef, path: Path) -> None:
    """Refuse changes to anything that the function did not make itself."""
    local = _local_names(function)
    for target, line in _stored_subscripts(function):
        root = _root_name(target)
        if root in local and not _is_view_alias(function, root):
            continue
        if root in _parameters(function) or _is_view_alias(function, root):
            reason = f"assigns to {ast.unparse(target)}: a strategy cannot change "
            reason += "its view"
        else:
            reason = f"assigns to {ast.unparse(target)}: a strategy keeps no state"
        raise StrategyError(path, line, reason)
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            root = _root_name(node.func)
            if node.func.attr in _CHANGING_METHODS and root not in local:
                reason = f"calls {ast.unparse(node.func)}: a strategy keeps no state "
                reason += "and cannot change its view"
                raise StrategyError(path, node.lineno, reason)


def _parameters(function: ast.FunctionDef) -> set[str]:
    return {argument.arg for argument in function.args.args}


def _local_names(function: ast.FunctionDef) -> set[str]:
    return {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    } - _parameters(function)


def _stored_subscripts(
    function: ast.FunctionDef,
) -> Iterator[tuple[ast.Subscript, int]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield node, node.lineno


def _root_name(node: ast.AST) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_view_alias(function: ast.FunctionDef, name: str) -> bool:
    """Return whether a name is assigned a part of the first parameter, as it is."""
    if not function.args.args:
        return False
    view = function.args.args[0].arg
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(
            node.value, ast.Attribute | ast.Subscript | ast.Name
        ):
            names = {t.id for t in node.targets if isinstance(t, ast.Name)}
            if name in names and _root_name(node.value) == view:
                return not isinstance(node.value, ast.Subscript)
    return False


def _check_interface(tree: ast.Module, path: Path) -> None:
    functions = {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)
    }
    if "discard" not in functions:
        raise StrategyError(
            path, None, "has no function discard(view), which a strategy needs"
        )
    for name in ("discard", "declare"):
        if name in functions and len(_all_arguments(functions[name])) != 1:
            raise StrategyError(
                path,
                functions[name].lineno,
                f"{name} takes {len(_all_arguments(functions[name]))} parameters; "
                "it takes one, the view",
            )


def _all_arguments(function: ast.FunctionDef) -> list[ast.arg]:
    arguments = function.args
    extra = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return named + extra


def names_used(tree: ast.AST) -> set[str]:
    """Return every name, attribute and imported name in a tree."""
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.alias):
            used.add(node.name)
    return used


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
        if not (isinstance(name, str) and name.isidentifier()):
            raise StrategyError(path, value.lineno, f"{form}; {name!r} is no name")
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


class NameToPlace(ast.NodeTransformer):
    """Turn ``view.settings.NAME`` into ``view.settings[place]`` for compiled code."""

    def __init__(self, names: list[str], path: Path) -> None:
        self.names, self.path = names, path

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
