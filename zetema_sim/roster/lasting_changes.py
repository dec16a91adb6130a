"""That no function of a strategy file changes what lasts, as far as its text shows.

The view and all constants are read-only in both engines, so nothing could change them;
this tells the line in the author's words, before anything runs.
"""

from __future__ import annotations

import ast
from pathlib import Path

from zetema_sim.faults import StrategyError
from zetema_sim.roster.language import ARRAYS, CHANGING


def check_changes(tree: ast.Module, path: Path, modules: set[str]) -> None:
    """Refuse functions that change anything that they did not make or get to fill.

    Parameters
    ----------
    tree, path
        The file.
    modules
        The names that stand for modules in it.

    Raises
    ------
    StrategyError
        With the file, the line and the reason.
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            _check_function(node, path, modules)


def _check_function(function: ast.FunctionDef, path: Path, modules: set[str]) -> None:
    """Refuse changes of the view, of constants and of parts of the view by name.

    A helper may fill an array that it is given behind the view.
    """
    parameters = [argument.arg for argument in function.args.args]
    local = _stored_names(function) - set(parameters)
    if function.name not in ("discard", "declare"):
        local |= set(parameters[1:])
    parts = _parts_of_view(function, parameters[0]) if parameters else {}
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            root = _root_name(node)
            if root not in local or root in parts:
                is_view = root in parts or root in parameters
                reason = "cannot change its view" if is_view else "keeps no state"
                text = f"assigns to {ast.unparse(node)}: a strategy {reason}"
                raise StrategyError(path, node.lineno, text)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if parts.get(node.target.id) in ARRAYS:
                reason = f"changes {node.target.id}, which is a part of its view"
                raise StrategyError(path, node.lineno, reason)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            root = _root_name(node.func)
            if node.func.attr in CHANGING and root not in local | modules:
                reason = f"calls {ast.unparse(node.func)}: a strategy keeps no state "
                reason += "and cannot change its view"
                raise StrategyError(path, node.lineno, reason)


def _stored_names(function: ast.FunctionDef) -> set[str]:
    return {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _root_name(node: ast.AST) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _parts_of_view(function: ast.FunctionDef, view: str) -> dict[str, str]:
    """Return the names that are assigned a field of the view, each with the field.

    Of a field of a field, and of the view itself, the field is an empty text.
    """
    parts: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(
            node.value, ast.Attribute | ast.Name
        ):
            if _root_name(node.value) == view:
                is_field = isinstance(node.value, ast.Attribute) and isinstance(
                    node.value.value, ast.Name
                )
                field = ast.unparse(node.value).rpartition(".")[2] if is_field else ""
                parts |= {t.id: field for t in node.targets if isinstance(t, ast.Name)}
    return parts
