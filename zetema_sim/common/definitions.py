"""The hash of what modules define: of their behaviour, not of their text.

Comments, docstrings and the order of definitions are not in it, nor what a module is
called, in which folder it stands, and which of them holds a definition. All else is: a
constant, the name of a definition, and what every name means that is imported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from zetema_sim.common.syntax import parse

# What tells nothing, or is not in every version of Python.
_LEFT_OUT = frozenset({"ctx", "kind", "type_comment", "type_ignores"})
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORT = (ast.Import, ast.ImportFrom)

Meaning = tuple[str, str]  # a module, and what is defined there


def hash_of_definitions(package: Path, files: Iterable[Path]) -> str:
    """Return the hash of what some modules of a package define, as 64 hex digits.

    It is the same whatever version of Python reads them.
    """
    modules = {_dotted(package, path): _Module(package, path) for path in files}
    shapes = {
        (place, name): shape
        for place, module in modules.items()
        for name, shape in module.shapes(place)
    }
    digests: dict[Meaning, str] = {}
    alike = -1
    # What a definition comes to hangs on those that it uses: their hashes go into its
    # own, until that tells no more of them apart.
    while alike < (alike := len(set(digests.values()))):
        digests = {
            meaning: _digest(
                (shape, [digests.get(_origin(modules, each)) for each in uses])
            )
            for meaning, (shape, uses) in shapes.items()
        }
    aliases = {alias for module in modules.values() for alias in module.aliases}
    return _digest((sorted(set(digests.values())), sorted(aliases)))


def _digest(content: object) -> str:
    return sha256(repr(content).encode()).hexdigest()


def _dotted(package: Path, path: Path) -> str:
    return ".".join(path.relative_to(package.parent).with_suffix("").parts)


def _origin(modules: Mapping[str, _Module], meaning: Meaning) -> Meaning:
    """Return where a name is defined that other modules may hand on."""
    for _ in modules:
        module = modules.get(meaning[0])
        if module is None or meaning[1] not in module.imported:
            break
        meaning = module.imported[meaning[1]]
    return meaning


class _Module:
    """A module's definitions, and what it calls those of others."""

    def __init__(self, package: Path, path: Path) -> None:
        self._package = package
        self._tree = parse(path.read_text("utf-8"), str(path))
        self._own: set[str] = set()
        self.imported: dict[str, Meaning] = {}
        self.aliases: set[Meaning] = set()
        for node in ast.walk(self._tree):
            if isinstance(node, _IMPORT):
                self._note(node)

    def _note(self, node: ast.Import | ast.ImportFrom) -> None:
        source = _source(node)
        for each in node.names:
            bound = each.asname or each.name
            self.imported[bound] = source, each.name
            if bound != each.name:
                self.aliases.add((each.name, bound))

    def _is_ours(self, source: str) -> bool:
        return source.partition(".")[0] == self._package.name

    def shapes(self, place: str) -> Iterator[tuple[str, tuple[Any, list[Meaning]]]]:
        """Yield each definition's name, its shape, and what it uses.

        What is bound more than once is bound in that order, and all that is no
        definition is done in that order.
        """
        statements: dict[str, list[ast.stmt]] = {}
        for node in self._tree.body:
            if not (isinstance(node, _IMPORT) or _is_text(node)):
                for name in _bound_by(node):
                    statements.setdefault(name, []).append(node)
        self._own = set(statements)
        for name, nodes in statements.items():
            uses: list[Meaning] = []
            yield name, (self._shape(nodes, place, uses), uses)

    def _shape(self, node: Any, place: str, uses: list[Meaning]) -> Any:
        """Return a syntax tree as tuples, without what is no behaviour."""
        if isinstance(node, list):
            return tuple(self._shape(each, place, uses) for each in node)
        if not isinstance(node, ast.AST):
            return repr(node)
        if isinstance(node, _IMPORT):
            return self._shape_of_import(node)
        meaning = self._meaning(node, place)
        if meaning is not None:
            uses.append(meaning)
            ours = meaning[0] == "" or self._is_ours(meaning[0])
            return "Name", meaning[1] if ours else ".".join(meaning)
        fields = (
            (field, self._shape(value, place, uses))
            for field, value in _fields(node)
            if value is not None and value != []
        )
        return type(node).__name__, *fields

    def _meaning(self, node: ast.AST, place: str) -> Meaning | None:
        """Return what a name means, or an attribute of a module of ours."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = self.imported.get(node.value.id)
            if module is not None and self._is_module(module):
                return ".".join(module), node.attr
        if isinstance(node, ast.Name):
            own = (place, node.id) if node.id in self._own else None
            return self.imported.get(node.id, own)
        return None

    def _is_module(self, meaning: Meaning) -> bool:
        place = self._package.parent.joinpath(*meaning[0].split("."), meaning[1])
        return place.with_suffix(".py").is_file()

    def _shape_of_import(self, node: ast.Import | ast.ImportFrom) -> Any:
        """Return what is imported inside a definition, of ours without the path."""
        source = _source(node)
        names = tuple((each.name, each.asname) for each in node.names)
        return "Import", "" if self._is_ours(source) else source, names


def _source(node: ast.Import | ast.ImportFrom) -> str:
    return (node.module or "") if isinstance(node, ast.ImportFrom) else ""


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _bound_by(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines; an empty one if it does else."""
    if isinstance(node, _NAMED):
        return [node.name]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [each for target in targets for each in ast.walk(target)]
        if all(
            isinstance(each, ast.Name | ast.Tuple | ast.expr_context) for each in names
        ):
            return [each.id for each in names if isinstance(each, ast.Name)]
    return [""]


def _fields(node: ast.AST) -> Iterator[tuple[str, Any]]:
    for field, value in ast.iter_fields(node):
        if field == "body" and isinstance(node, _NAMED) and _is_text(value[0]):
            value = value[1:]
        if field not in _LEFT_OUT:
            yield field, value
