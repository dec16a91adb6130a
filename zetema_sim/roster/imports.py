"""What a strategy file imports: which modules, and what its names stand for then."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from zetema_sim.common.wording import nearest
from zetema_sim.faults import StrategyError
from zetema_sim.roster.language import (
    MODULES,
    TYPE_MODULES,
    TYPE_NAMES,
    names_of,
)

_PACKAGE = "zetema_sim"
_CHANCE = ("random", "numpy.random")


@dataclass
class Imports:
    """What the imported names of a file stand for.

    Attributes
    ----------
    modules
        For each name of a module the module.
    names
        For each name of something of a module: the module, and its name there.
    types
        Names that annotations alone may use.
    exports
        For each helper file that is imported the names that it defines.
    """

    exports: Mapping[str, frozenset[str]]
    modules: dict[str, str] = field(default_factory=dict)
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    types: set[str] = field(default_factory=set)

    def members(self, module: str) -> frozenset[str]:
        """Return what a strategy may use of a module."""
        return self.exports.get(module) or names_of(module)

    def module_of(self, node: ast.expr) -> str | None:
        """Return the module that an expression stands for, if it does."""
        if isinstance(node, ast.Name):
            return self.modules.get(node.id)
        if isinstance(node, ast.Attribute) and self.module_of(node.value) == _PACKAGE:
            full = f"{_PACKAGE}.{node.attr}"
            return full if full in MODULES else None
        return None


def read_imports(
    tree: ast.Module, path: Path, exports: Mapping[str, frozenset[str]]
) -> Imports:
    """Return what the imports at the top of a file give it.

    Raises
    ------
    StrategyError
        With the file, the line and the reason, if it imports anything else than what
        the language has.
    """
    found = Imports(exports)
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                _check_module(alias.name, path, node.lineno)
                root = alias.name if alias.asname else alias.name.split(".")[0]
                if root in TYPE_MODULES:
                    found.types.add(alias.asname or root)
                else:
                    found.modules[alias.asname or root] = root
        elif isinstance(node, ast.ImportFrom):
            _read_import_from(node, path, found)
    return found


def _read_import_from(node: ast.ImportFrom, path: Path, found: Imports) -> None:
    module, line = node.module or "", node.lineno
    if node.level:
        reason = "imports relatively; write `from _helper import …`"
        raise StrategyError(path, line, reason)
    for alias in node.names:
        name, full = alias.asname or alias.name, f"{module}.{alias.name}"
        if alias.name == "*":
            raise StrategyError(path, line, f"imports * from {module}")
        if module == _PACKAGE or full in _CHANCE:
            _check_module(full, path, line)
            found.modules[name] = full
            continue
        _check_module(module, path, line)
        members = found.members(module)
        if module in TYPE_MODULES or alias.name in TYPE_NAMES.get(module, ()):
            found.types.add(name)
        elif alias.name in members:
            found.names[name] = module, alias.name
        else:
            raise StrategyError(path, line, no_member(module, alias.name, members))


def no_member(module: str, name: str, members: frozenset[str]) -> str:
    """Return why something of a module may not be used."""
    if f"{module}.{name}" in _CHANCE:
        return f"uses {module}.{name}: chance comes from view.chance"
    near = nearest(name, members)
    listed = ", ".join(sorted(members, key=str.lower))
    return f"uses {name} of {module}{near or f'; there are {listed}'}"


def helper_imports(tree: ast.Module) -> dict[str, int]:
    """Return the helper files that a file imports, by name, each with its line."""
    return {
        name: node.lineno
        for node in tree.body
        for name in _modules_of(node)
        if _is_helper(name)
    }


def _modules_of(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield node.module or ""


def _is_helper(module: str) -> bool:
    return module.startswith("_") and not module.startswith("__") and "." not in module


def _check_module(module: str, path: Path, line: int) -> None:
    if module in MODULES or module in TYPE_MODULES or _is_helper(module):
        return
    if module in _CHANCE:
        reason = f"imports {module}: chance comes from view.chance"
    else:
        reason = (
            f"imports {module}; a strategy may import {', '.join(MODULES)}, typing "
            "and helper files beside it whose names begin with _"
        )
    raise StrategyError(path, line, reason)
