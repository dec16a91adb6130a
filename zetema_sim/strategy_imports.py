"""What a strategy file may import, and that it reaches no other module through it."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from zetema_sim.faults import StrategyError

ALLOWED_MODULES = (
    *("math", "numpy", "__future__", "typing"),
    *("zetema_sim.cards", "zetema_sim.bits", "zetema_sim.view", "zetema_sim.toolkit"),
    "zetema_sim.table_rules",
)
_CHANCE = ("random", "numpy.random")
_MAY_BE_REACHED = ("zetema_sim", "numpy.linalg", *ALLOWED_MODULES)


def check_imports(tree: ast.Module, path: Path) -> None:
    """Refuse imports of other modules, and ways to them through those allowed.

    Raises
    ------
    StrategyError
        With the file, the line and the reason.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                _check_module(alias.name, path, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            _check_import_from(node, path)
    _check_reach(tree, path)


def helper_imports(tree: ast.Module) -> dict[str, int]:
    """Return the helper files that a file imports, by name, each with its line."""
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            if _is_helper(name):
                found[name] = getattr(node, "lineno", 0)
    return found


def module_names(tree: ast.Module) -> set[str]:
    """Return the names that stand for modules in a file."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "zetema_sim":
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def _is_helper(module: str) -> bool:
    return module.startswith("_") and not module.startswith("__") and "." not in module


def _check_module(module: str, path: Path, line: int) -> None:
    if module in ALLOWED_MODULES or _is_helper(module):
        return
    if module in _CHANCE:
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
        reason = "imports relatively; write `from _helper import …`"
        raise StrategyError(path, node.lineno, reason)
    for alias in node.names:
        if alias.name == "*":
            raise StrategyError(path, node.lineno, f"imports * from {module}")
        full = f"{module}.{alias.name}"
        if module == "zetema_sim" or full in _CHANCE:
            _check_module(full, path, node.lineno)
    if module != "zetema_sim":
        _check_module(module, path, node.lineno)


def _check_reach(tree: ast.Module, path: Path) -> None:
    """Refuse to reach other modules through those that are imported."""
    imported: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name, value in _names_of(node):
                imported[name] = value
                _check_reached(value, f"from {name}", path, node.lineno)
    before_dot: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            before_dot.add(node.value)
            text = ast.unparse(node)
            _check_reached(_reached(node, imported), text, path, node.lineno)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and isinstance(imported.get(node.id), ModuleType)
            and node not in before_dot
        ):
            reason = f"uses the module {node.id} by itself; write {node.id}.name"
            raise StrategyError(path, node.lineno, reason)


def _check_reached(value: Any, text: str, path: Path, line: int) -> None:
    if isinstance(value, ModuleType) and value.__name__ not in _MAY_BE_REACHED:
        reason = f"reaches the module {value.__name__} by {text}"
        if value.__name__ in _CHANCE:
            reason = f"uses {value.__name__}: chance comes from view.chance"
        raise StrategyError(path, line, reason)


def _names_of(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Any]]:
    """Yield the names that an import makes and what they stand for; not for helpers."""
    for alias in node.names:
        module = alias.name if isinstance(node, ast.Import) else str(node.module)
        if _is_helper(module) or module == "__future__":
            continue
        if isinstance(node, ast.ImportFrom):
            owner = importlib.import_module(module)
            if module == "zetema_sim":
                importlib.import_module(f"{module}.{alias.name}")
            yield alias.asname or alias.name, getattr(owner, alias.name, None)
        elif alias.asname:
            yield alias.asname, importlib.import_module(module)
        else:
            importlib.import_module(module)
            root = module.partition(".")[0]
            yield root, importlib.import_module(root)


def _reached(node: ast.expr, imported: dict[str, Any]) -> Any:
    """Return what a chain of attributes of an imported module leads to, or None."""
    if isinstance(node, ast.Name):
        return imported.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _reached(node.value, imported)
        if isinstance(owner, ModuleType):
            return getattr(owner, node.attr, None)
    return None
