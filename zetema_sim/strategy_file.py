"""One strategy file: read, checked, and run into its functions.

The file's functions exist twice: plain, for the reference engine and a debugger, and
for numba, where settings are read by place.
"""

from __future__ import annotations

import ast
import builtins
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from zetema_sim.cache import PACKAGE, folder_for, hash_of
from zetema_sim.compile_errors import compile_error
from zetema_sim.faults import StrategyError
from zetema_sim.names import printable
from zetema_sim.places import may_never_end
from zetema_sim.strategy_imports import helper_imports
from zetema_sim.strategy_loading import check_loading
from zetema_sim.strategy_rules import CHANCE_NAMES, check_tree, names_used
from zetema_sim.strategy_settings import NameToPlace, read_settings

if TYPE_CHECKING:
    from zetema_sim.view import View

Decision = Callable[["View"], int]

_MOST_BYTES = 1_000_000
_compiling = threading.RLock()
_CAN_CHANGE = (list, dict, set, bytearray, memoryview)


@dataclass(frozen=True)
class StrategyFile:
    """A strategy file that passed the static checks.

    `source_hash` covers the file, the helper files that it imports and the toolkit:
    whatever its decisions can depend on. `settings` has each name's default, least
    and most value.
    """

    path: Path
    text: str = field(repr=False)
    tree: ast.Module = field(repr=False)
    helpers: dict[str, StrategyFile] = field(repr=False)
    settings: dict[str, tuple[int, int, int]]
    source_hash: str

    @property
    def stem(self) -> str:
        """The strategy's name: the file's, with dashes."""
        return self.path.stem.replace("_", "-")

    @cached_property
    def docstring(self) -> str:
        """The file's docstring, in letters that print, or an empty text."""
        lines = (ast.get_docstring(self.tree) or "").split("\n")
        return "\n".join(map(printable, lines))

    @property
    def summary(self) -> str:
        """The docstring's first line."""
        return self.docstring.partition("\n")[0]

    @property
    def source(self) -> str:
        """Where the idea comes from: what follows ``Source:`` in the docstring."""
        return " ".join(self.docstring.rpartition("Source:")[2].split())

    @property
    def has_declare(self) -> bool:
        """Whether the file decides what to declare, too."""
        return any(
            isinstance(node, ast.FunctionDef) and node.name == "declare"
            for node in self.tree.body
        )

    @cached_property
    def uses_chance(self) -> bool:
        """Whether the file, or a helper of it, reads the chance number."""
        own = bool(names_used(self.tree) & CHANCE_NAMES)
        return own or any(helper.uses_chance for helper in self.helpers.values())

    @cached_property
    def plain(self) -> ModuleType:
        """The file as an ordinary module; running it may raise `StrategyError`."""
        return self._run(self.tree, compiled=False)

    @cached_property
    def for_numba(self) -> ModuleType:
        """The file as a module whose functions numba can compile."""
        from zetema_sim.compiled import teach

        teach_toolkit()
        names = list(self.settings)
        tree = ast.parse(self.text, str(self.path))
        tree = NameToPlace(names, self.path).visit(tree)
        module = self._run(ast.fix_missing_locations(tree), compiled=True)
        kept = self._folder if self.path.name.startswith("_") else None
        teach(*_functions_of(module), of_strategies=True, folder=kept)
        return module

    @property
    def _folder(self) -> Path | None:
        """Where its compiled code is kept: the toolkit is part of it."""
        return folder_for(hash_of([self.source_hash.encode(), toolkit_source()]))

    @property
    def pointers(self) -> tuple[Any, Any]:
        """The compiled `discard` and `declare`, the latter None where absent.

        They are compiled once, whichever threads ask.

        Raises
        ------
        StrategyError
            If numba refuses the file, with the line and the reason.
        """
        with _compiling:
            return self._pointers

    @cached_property
    def _pointers(self) -> tuple[Any, Any]:
        declare = self._compile("declare") if self.has_declare else None
        return self._compile("discard"), declare

    def _compile(self, name: str) -> Any:
        from zetema_sim import compiled

        function = getattr(self.for_numba, name)
        options = compiled.jit(
            compiled.SIGNATURE, folder=self._folder, boundscheck=True
        )
        try:
            return options(function)
        except Exception as error:
            raise compile_error(self.path, name, error) from None

    def _run(self, tree: ast.Module, *, compiled: bool) -> ModuleType:
        """Run the file's imports, constants and definitions."""
        check_loading(self)
        kind = "compiled" if compiled else "plain"
        name = f"zetema_strategy_{kind}_{self.source_hash[:16]}_{self.path.stem}"
        module = ModuleType(name, self.docstring)
        module.__file__ = str(self.path)
        module.__dict__["__builtins__"] = {
            **vars(builtins),
            "__import__": self._importer(compiled=compiled),
        }
        sys.modules[name] = module  # numba's cache finds functions through it
        try:
            exec(compile(tree, str(self.path), "exec"), module.__dict__)
        except StrategyError:
            raise
        except (Exception, SystemExit) as error:
            line = _line_in(error, self.path)
            reason = f"does not load: {type(error).__name__}: {error}"
            raise StrategyError(self.path, line, reason) from None
        self._check_constants(module)
        return module

    def _check_constants(self, module: ModuleType) -> None:
        """Make the file's arrays unchangeable; refuse other values that can change."""
        for node in self.tree.body:
            if not isinstance(node, ast.Assign | ast.AnnAssign):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name) and name.id != "SETTINGS":
                        self._freeze(name.id, vars(module).get(name.id), node.lineno)

    def _freeze(self, name: str, value: object, line: int) -> None:
        for part in value if isinstance(value, tuple | frozenset) else (value,):
            if isinstance(part, tuple | frozenset):
                self._freeze(name, part, line)
            elif isinstance(part, np.ndarray):
                part.flags.writeable = False
            elif isinstance(part, _CAN_CHANGE) or hasattr(part, "__next__"):
                raise StrategyError(
                    self.path,
                    line,
                    f"keeps state: {name} holds a {type(part).__name__}; constants "
                    "are numbers, texts, tuples and numpy arrays",
                )

    def _importer(self, *, compiled: bool) -> Callable[..., ModuleType]:
        def importer(name: str, *arguments: Any, **options: Any) -> ModuleType:
            helper = self.helpers.get(name)
            if helper is not None:
                return helper.for_numba if compiled else helper.plain
            return builtins.__import__(name, *arguments, **options)

        return importer


@cache
def toolkit_source() -> bytes:
    """Return the toolkit's source, which all strategies may depend on."""
    return (PACKAGE / "toolkit.py").read_bytes()


@cache
def teach_toolkit() -> None:
    """Let compiled code call the toolkit."""
    from zetema_sim import toolkit
    from zetema_sim.compiled import teach

    folder = folder_for(hash_of([toolkit_source()]))
    teach(*_functions_of(toolkit), of_strategies=True, folder=folder)


def _functions_of(module: ModuleType) -> list[Callable[..., Any]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


def _line_in(error: BaseException, path: Path) -> int | None:
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def read_strategy(path: Path) -> StrategyFile:
    """Read a strategy file and check all that can be checked without running it.

    Raises
    ------
    StrategyError
        If there is no such file, or it holds what a strategy may not.
    """
    return _read((path,))


_files: dict[tuple[Path, str], StrategyFile] = {}  # by path and hash of the source


def _read(chain: tuple[Path, ...]) -> StrategyFile:
    """Read the last file of a chain of importers; what was read stays compiled."""
    path = chain[-1]
    text = _text_of(path)
    tree = _checked_tree(path, text, is_helper=len(chain) > 1)
    helpers = {
        name: _read_helper(chain, name, line)
        for name, line in helper_imports(tree).items()
    }
    parts = [text.encode(), *(helpers[n].source_hash.encode() for n in sorted(helpers))]
    file = StrategyFile(
        path=path,
        text=text,
        tree=tree,
        helpers=helpers,
        settings=read_settings(tree, path),
        source_hash=hash_of(parts),
    )
    return _files.setdefault((path, file.source_hash), file)


@cache
def _checked_tree(path: Path, text: str, *, is_helper: bool) -> ast.Module:
    """Return the syntax tree of a file that passes the static checks.

    Kept, since the strategies named share their helper files: 50 ms each.
    """
    tree = _parse(path, text)
    check_tree(tree, path, is_helper=is_helper)
    return tree


def _text_of(path: Path) -> str:
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError:  # numba writes it into what it compiles
        reason = f"the path of its folder is no {sys.getfilesystemencoding()} text"
        raise StrategyError(path, None, reason) from None
    try:
        if may_never_end(path):
            raise StrategyError(path, None, "cannot be read: a pipe or a device")
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise StrategyError(path, None, f"cannot be read: {reason}") from None
    if len(content) > _MOST_BYTES:
        raise StrategyError(path, None, f"is larger than {_MOST_BYTES} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StrategyError(path, None, f"is not UTF-8: {error.reason}") from None
    # The hash of a source is the same however a copy of it ends its lines.
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parse(path: Path, text: str) -> ast.Module:
    try:
        return ast.parse(text, str(path))
    except SyntaxError as error:
        reason = f"syntax error: {error.msg}"
        raise StrategyError(path, error.lineno, reason) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise StrategyError(path, None, f"cannot be parsed: {error}") from None


def _read_helper(chain: tuple[Path, ...], name: str, line: int) -> StrategyFile:
    path = chain[-1]
    helper = path.parent / f"{name}.py"
    if not helper.is_file():
        raise StrategyError(path, line, f"imports {name}, but {helper} is not there")
    if helper in chain:
        raise StrategyError(path, line, f"imports {name}, which imports this file")
    return _read((*chain, helper))
