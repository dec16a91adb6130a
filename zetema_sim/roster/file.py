"""One strategy file: read, checked, and run into its functions.

The file's functions exist twice: plain, for the reference engine and a debugger, and
for numba, where settings are read by place.
"""

from __future__ import annotations

import ast
import sys
import threading
import warnings
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar

from zetema_sim.bits import lowest_bit
from zetema_sim.common.cache_folder import folder_for, hash_of, library_hash
from zetema_sim.common.names import printable
from zetema_sim.common.paths import may_never_end, shipped_strategies
from zetema_sim.common.syntax import parse
from zetema_sim.faults import StrategyError
from zetema_sim.roster.allowed import (
    CHANCE_NAMES,
    check_depth,
    check_tree,
    defined,
    names_used,
)
from zetema_sim.roster.code_size import is_inlined, is_small, measure
from zetema_sim.roster.compile_errors import compile_error, is_refusal
from zetema_sim.roster.compile_trial import try_compiling
from zetema_sim.roster.constants import constants, freeze
from zetema_sim.roster.default_decisions import read_tree
from zetema_sim.roster.imports import helper_imports
from zetema_sim.roster.language import MOST_DEPTH
from zetema_sim.roster.settings import BoundWhole, NameToPlace, read_settings
from zetema_sim.roster.trial_load import run, tried
from zetema_sim.table_rules import TableRules

# What strategies may call, callers after what they call.
_LIBRARY = (
    "toolkit",
    *(
        "planning.plan_weights",
        "planning.ahead",
        "planning.scratch",
        "planning.notes",
        "planning.flushes",
    ),
    *("planning.runs", "planning.ranks", "planning.marriages", "planning.weighing"),
    *("planning.choice", "planning.preferences"),
)
_MOST_BYTES = 1_000_000
_MOST_IMPORTS = 100  # of helper files, each as often as others import it
_compiling = threading.RLock()


@dataclass(frozen=True)
class StrategyFile:
    """A strategy file that passed the static checks.

    `source_hash` covers the file and the helper files that it imports; what else its
    decisions can depend on is part of the program (`cache.game_hash`). `settings` has
    each name's default, least and most value.
    """

    path: Path
    text: str = field(repr=False)
    tree: ast.Module = field(repr=False)
    helpers: dict[str, StrategyFile] = field(repr=False)
    settings: dict[str, tuple[int, int, int]]
    source_hash: str

    words: ClassVar[dict[str, str]] = {}  # settings that are words: of search alone

    def more_words(self, rules: TableRules) -> tuple[int, ...]:
        """Return what compiled code finds behind the settings: nothing."""
        return ()

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with the program."""
        return self.path.parent == shipped_strategies()

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
    def exports(self) -> frozenset[str]:
        """The functions and constants that it defines."""
        return defined(self.tree)

    @cached_property
    def uses_chance(self) -> bool:
        """Whether the file, or a helper of it, reads the chance number."""
        own = bool(names_used(self.tree) & CHANCE_NAMES)
        return own or any(helper.uses_chance for helper in self.helpers.values())

    @cached_property
    def plain(self) -> ModuleType:
        """The file as an ordinary module; running it may raise `StrategyError`."""
        tree = BoundWhole().visit(deepcopy(self.tree))
        return self._run(ast.fix_missing_locations(tree), compiled=False)

    @cached_property
    def for_numba(self) -> ModuleType:
        """The file as a module whose functions numba can compile."""
        from zetema_sim.kernel.guards import guard_numba

        _ = self.plain  # tells what is amiss when it is loaded
        guard_numba()
        teach_library()
        names = list(self.settings)
        tree = read_tree(self.text, self.path)
        tree = NameToPlace(names, self.path).visit(tree)
        module = self._run(ast.fix_missing_locations(tree), compiled=True)
        vars(module)["__lowest_bit"] = lowest_bit  # of loops over cards
        kept = self._folder if self.path.name.startswith("_") else None
        measure(module, tree, self.path, own=True)
        _teach(module, kept)
        return module

    @property
    def _folder(self) -> Path | None:
        """Where its compiled code is kept: the library is part of it."""
        return folder_for(hash_of([self.source_hash.encode(), library_hash().encode()]))

    @property
    def pointers(self) -> tuple[Any, Any]:
        """The compiled `discard` and `declare`, the latter None where absent.

        They are compiled once, whichever threads ask.

        Raises
        ------
        StrategyError
            If numba refuses the file, with the line and the reason, or if it takes too
            long or too much memory.
        """
        with _compiling:
            if "_pointers" not in vars(self) and self._needs_trial():
                try_compiling(self)
            return self._pointers

    def compile_here(self) -> None:
        """Compile the file in this process, whatever that takes."""
        _ = self._pointers

    def _needs_trial(self) -> bool:
        """Tell whether nobody knows that this compiles within seconds."""
        from zetema_sim.kernel import jit

        if self.is_shipped:
            return False
        functions = [getattr(self.for_numba, name) for name in self._decisions]
        return not all(
            is_small(function) or jit.is_kept(function, self._folder)
            for function in functions
        )

    @property
    def _decisions(self) -> list[str]:
        return ["discard", "declare"][: 1 + self.has_declare]

    @cached_property
    def _pointers(self) -> tuple[Any, Any]:
        discard, *declare = map(self._compile, self._decisions)
        return discard, declare[0] if declare else None

    def _compile(self, name: str) -> Any:
        from zetema_sim.kernel import jit

        function = getattr(self.for_numba, name)
        try:
            return jit.jit(jit.SIGNATURE, folder=self._folder, boundscheck=True)(
                function
            )
        except Exception as error:
            if not is_refusal(error):
                raise
            first_line = function.__code__.co_firstlineno
            raise compile_error(self.path, name, first_line, error) from None

    def _run(self, tree: ast.Module, *, compiled: bool) -> ModuleType:
        """Run the file's imports, constants and definitions."""
        expected = tried(self)
        kind = "compiled" if compiled else "plain"
        name = f"zetema_strategy_{kind}_{self.source_hash[:16]}_{self.path.stem}"

        def helper(wanted: str) -> ModuleType | None:
            found = self.helpers.get(wanted)
            if found is None:
                return None
            return found.for_numba if compiled else found.plain

        try:
            module = run(tree, self.path, name, helper)
        except StrategyError:
            raise
        except Exception as error:
            line = _line_in(error, self.path)
            reason = f"does not load: {type(error).__name__}: {error}"
            raise StrategyError(self.path, line, reason) from None
        self._check_same(expected, freeze(module, self.tree, self.path))
        return module

    def _check_same(
        self, expected: dict[str, str] | None, found: dict[str, str]
    ) -> None:
        """Refuse constants that came to something else in another process."""
        for name, digest in found.items():
            if expected is not None and expected.get(name) != digest:
                line = constants(self.tree).get(name)
                reason = f"{name} is another in another process; a constant may not be"
                raise StrategyError(self.path, line, reason)


@cache
def teach_library() -> None:
    """Let compiled code call what the package has for strategies."""
    folder = folder_for(library_hash())
    for name in _LIBRARY:
        module = import_module(f"zetema_sim.{name}")
        path = Path(str(module.__file__))
        measure(module, parse(path.read_bytes()), path, own=False)
        _teach(module, folder)


def _teach(module: ModuleType, folder: Path | None) -> None:
    """Let compiled code call a module's functions, written out where they are small."""
    from zetema_sim.kernel.jit import register_functions

    for function in _functions_of(module):
        register_functions(
            function, of_strategies=True, inlined=is_inlined(function), folder=folder
        )


def _functions_of(module: ModuleType) -> list[FunctionType]:
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
    return _read((path,), [])


_files: dict[tuple[Path, str], StrategyFile] = {}  # by path and hash of the source


def _read(chain: tuple[Path, ...], before: list[Path]) -> StrategyFile:
    """Read the last file of a chain of importers; what was read stays compiled.

    `before` are all that were read, one as often as it is imported.
    """
    path = chain[-1]
    before.append(path)
    if len(before) > _MOST_IMPORTS:
        reason = f"its helper files import each other more than {_MOST_IMPORTS} times"
        raise StrategyError(chain[0], None, reason)
    text = _text_of(path)
    tree = _parse(path, text)
    helpers = {
        name: _read_helper(chain, before, name, line)
        for name, line in helper_imports(tree).items()
    }
    exports = tuple((name, file.exports) for name, file in helpers.items())
    _check(path, text, exports, is_helper=len(chain) > 1)
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
def _check(
    path: Path,
    text: str,
    exports: tuple[tuple[str, frozenset[str]], ...],
    *,
    is_helper: bool,
) -> None:
    """Refuse a file that is not of the language of strategies.

    What passed is known, since the strategies named share their helper files: 50 ms
    each.
    """
    check_tree(_parse(path, text), path, dict(exports), is_helper=is_helper)


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


@cache
def _parse(path: Path, text: str) -> ast.Module:
    try:
        with warnings.catch_warnings(action="ignore"):  # of a \ in a docstring
            tree = read_tree(text, path)
            check_depth(tree, path)
            compile(tree, str(path), "exec")  # finds what is amiss with `return`
    except SyntaxError as error:
        reason = f"syntax error: {error.msg}"
        raise StrategyError(path, error.lineno, reason) from None
    except (RecursionError, MemoryError):
        reason = f"something in it is nested more than {MOST_DEPTH} deep"
        raise StrategyError(path, None, reason) from None
    except StrategyError:
        raise
    except ValueError as error:
        raise StrategyError(path, None, f"cannot be parsed: {error}") from None
    return tree


def _read_helper(
    chain: tuple[Path, ...], before: list[Path], name: str, line: int
) -> StrategyFile:
    path = chain[-1]
    helper = path.parent / f"{name}.py"
    if not helper.is_file():
        raise StrategyError(path, line, f"imports {name}, but {helper} is not there")
    if helper in chain:
        raise StrategyError(path, line, f"imports {name}, which imports this file")
    return _read((*chain, helper), before)
