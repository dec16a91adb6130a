"""Whether a strategy file's constants come to an end, tried in a process of its own.

Constants are worked out while the file is loaded, where nothing could stop them:
``10**10**9`` runs for days within one step of Python, where not even Ctrl-C reaches it,
and a list times a billion takes all memory. So the first load of a source is made by a
child with little time and memory; that takes 0.15 s. Files whose constants are just
written down need none.
"""

from __future__ import annotations

import ast
import builtins
import faulthandler
import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from zetema_sim.cache import base_folder, hash_of
from zetema_sim.children import bound, environment, python
from zetema_sim.faults import StrategyError
from zetema_sim.places import shipped_strategies

SECONDS = 10.0
MEMORY = 4 << 30  # bytes that the child may take
_NO_MEMORY = 3  # the child's exit code
_LINE = re.compile(r'File "(.*)", line ([0-9]+),? in <module>')

# What takes no longer than it is to read; of the operators | alone, for annotations.
_WRITTEN_DOWN = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.UnaryOp),
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.BoolOp, ast.Compare, ast.IfExp),
    *(ast.expr_context, ast.unaryop, ast.boolop, ast.cmpop, ast.BinOp, ast.BitOr),
)

_CHILD = "from zetema_sim.strategy_loading import main; main({seconds!r})"

_known: set[str] = set()


class Source(Protocol):
    """What is loaded: a file's text, and the files beside it that it imports."""

    @property
    def path(self) -> Path:
        """Where it came from; it need not be there any more."""

    @property
    def text(self) -> str:
        """What it holds."""

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree."""

    @property
    def helpers(self) -> Mapping[str, Source]:
        """The files that it imports, by their names."""

    @property
    def source_hash(self) -> str:
        """The hash of all of that."""


def check_loading(file: Source) -> None:
    """Refuse a file whose constants take too long or too much memory.

    Raises
    ------
    StrategyError
        With the file, the line where it was then, and the reason.
    """
    if file.path.parent == shipped_strategies() or is_written_down(file.tree):
        return
    # What another version of this trial let pass does not count.
    trial = hash_of([file.source_hash.encode(), Path(__file__).read_bytes()])
    if trial in _known or trial in _noted():
        return
    _try(file)
    _known.add(trial)
    _note(trial)


def is_written_down(tree: ast.Module) -> bool:
    """Tell whether nothing in a file is worked out when it is loaded."""
    return all(
        isinstance(part, _WRITTEN_DOWN)
        for expression in _run_at_load(tree)
        for part in ast.walk(expression)
    )


def _run_at_load(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the expressions of a file that stand outside of function bodies."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            arguments = ast.walk(node.args)
            yield from (each for each in arguments if isinstance(each, ast.expr))
            yield from [node.returns] if node.returns else []
        elif isinstance(node, ast.Assign):
            yield from (*node.targets, node.value)
        elif isinstance(node, ast.AnnAssign):
            yield from (node.target, node.annotation)
            yield from [node.value] if node.value else []


def _try(file: Source) -> None:
    """Load a file in a child."""
    # One thread of linear algebra: each more takes address space, which is bounded.
    child = subprocess.run(
        python(_CHILD.format(seconds=SECONDS)),
        input=json.dumps(_sent(file)).encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    if child.returncode == 0:
        return
    told = child.stderr.decode("utf-8", "replace")
    lines = [int(line) for name, line in _LINE.findall(told) if name == str(file.path)]
    if child.returncode == _NO_MEMORY:
        reason = f"its constants take more than {MEMORY >> 30} GB of memory"
    elif "Timeout" in told:
        reason = f"its constants take longer than {SECONDS:g} s to work out"
    elif lines or child.returncode < 0:
        reason = "it ends the whole process when it is loaded"
    else:
        raise RuntimeError(f"{file.path} could not be tried: {told}")
    raise StrategyError(file.path, lines[0] if lines else None, reason)


def _sent(file: Source) -> dict[str, Any]:
    """Return what the child is told of a file."""
    helpers = {name: _sent(helper) for name, helper in file.helpers.items()}
    return {"path": str(file.path), "text": file.text, "helpers": helpers}


def main(seconds: float) -> None:
    """Load what stdin says, in a child that may take little time and memory."""
    sent = json.load(sys.stdin)
    # It tells the line from a thread of its own, even amid a step of Python's.
    faulthandler.dump_traceback_later(seconds, exit=True)
    bound("RLIMIT_AS", MEMORY)
    try:
        _load("strategy", sent)
    except MemoryError:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(_NO_MEMORY)
    except BaseException:
        os._exit(0)  # the parent finds it too, and tells it


def _load(name: str, sent: dict[str, Any]) -> ModuleType:
    """Run a file, and those that it imports from beside it."""

    def importer(wanted: str, *arguments: Any, **options: Any) -> ModuleType:
        if wanted in sent["helpers"]:
            return _load(wanted, sent["helpers"][wanted])
        return builtins.__import__(wanted, *arguments, **options)

    module = ModuleType(name)
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": importer}
    exec(compile(sent["text"], sent["path"], "exec"), vars(module))
    return module


def _noted() -> set[str]:
    """Return the trials that went well on this machine before."""
    file = _file()
    try:
        return set(file.read_text("ascii").split()) if file else set()
    except (OSError, UnicodeDecodeError):
        return set()


def _note(trial: str) -> None:
    file = _file()
    try:
        if file is not None:
            with file.open("a", encoding="ascii") as lines:
                lines.write(f"{trial}\n")
    except OSError:
        return


def _file() -> Path | None:
    folder = base_folder()
    return None if folder is None else folder / "loaded.txt"
