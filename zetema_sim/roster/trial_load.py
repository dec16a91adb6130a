"""A strategy file's constants: worked out in a process of their own first.

Constants are worked out while the file is loaded, where nothing could stop them:
``10**10**9`` runs for days within one step of Python, where not even Ctrl-C reaches it,
and a list times a billion takes all memory. So the first load of a source is made by a
child with little time and memory; that takes 0.15 s. It tells what the constants came
to, and whoever loads the file later must get the same. Files whose constants are just
written down need no child.
"""

from __future__ import annotations

import ast
import builtins
import faulthandler
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Never

import numpy as np

from zetema_sim.common.cache_folder import base_folder, hash_of, note, read_notes
from zetema_sim.common.children import ask, bound
from zetema_sim.common.paths import shipped_strategies
from zetema_sim.common.whole_numbers import casts_raise, whole
from zetema_sim.faults import StrategyError
from zetema_sim.roster.constants import freeze
from zetema_sim.roster.default_decisions import read_tree
from zetema_sim.roster.language import BUILTINS, WATCHING
from zetema_sim.roster.sent import Source, as_sent
from zetema_sim.roster.settings import WHOLE

SECONDS = 10.0
MEMORY = 4 << 30  # bytes that the child may take
_NO_MEMORY = 3  # the child's exit code
_LINE = re.compile(r'File "(.*)", line ([0-9]+),? in <module>')

# What takes no longer than it is to read.
_WRITTEN_DOWN = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.UnaryOp),
    *(ast.Tuple, ast.List, ast.Dict, ast.BoolOp, ast.Compare, ast.IfExp),
    *(ast.expr_context, ast.unaryop, ast.boolop, ast.cmpop),
)

CHILD = "from zetema_sim.roster.trial_load import main; main({seconds!r})"

_known: dict[str, dict[str, str]] = {}

Importer = Callable[[str], ModuleType | None]


def tried(file: Source) -> dict[str, str] | None:
    """Return a digest of each constant as another process worked it out, by name.

    None if nothing is worked out.

    Raises
    ------
    StrategyError
        With the file, the line where it was and the reason, if that takes too long or
        too much memory.
    """
    if file.path.parent == shipped_strategies() or is_written_down(file.tree):
        return None
    # What other versions came to, or let pass, does not count.
    versions = f"{sys.version} {np.__version__}".encode()
    trial = hash_of([file.source_hash.encode(), Path(__file__).read_bytes(), versions])
    if trial not in _known:
        _known.update(read_notes(_file()))
    if trial not in _known:
        _known[trial] = _try(file)
        note(_file(), [trial, _known[trial]])
    return _known[trial]


def run(tree: ast.Module, path: Path, name: str, helper: Importer) -> ModuleType:
    """Run a file's imports, constants and definitions, and return it as a module.

    Parameters
    ----------
    tree, path
        The file.
    name
        Of the module.
    helper
        What gives the module of a helper file by its name, None for other names.
    """

    def importer(wanted: str, *arguments: Any, **options: Any) -> ModuleType:
        # Not only what stands in the file, which was checked: numpy imports by it, too.
        return helper(wanted) or builtins.__import__(wanted, *arguments, **options)

    module = ModuleType(name, ast.get_docstring(tree))
    module.__file__ = str(path)
    given: dict[str, Any] = {each: getattr(builtins, each) for each in BUILTINS}
    given |= {each: _too_early for each in WATCHING}
    given |= {WHOLE: whole, "__import__": importer}
    vars(module)["__builtins__"] = given
    sys.modules[name] = module  # numba's cache finds functions through it
    with casts_raise():
        exec(compile(tree, str(path), "exec"), vars(module))
    # breakpoint() imports the debugger, in the name of the file.
    given |= {each: getattr(builtins, each) for each in (*WATCHING, "__import__")}
    return module


def _too_early(*values: object, **options: object) -> Never:
    raise ValueError("print and breakpoint are for play, and the file is being loaded")


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
            yield from node.args.defaults
            yield from filter(None, node.args.kw_defaults)
        elif isinstance(node, ast.Assign):
            yield from (*node.targets, node.value)
        elif isinstance(node, ast.AnnAssign):
            yield from (node.target, node.value or node.target)


def _try(file: Source) -> dict[str, str]:
    """Load a file in a child; return what its constants came to there."""
    child = ask(CHILD.format(seconds=SECONDS), as_sent(file))
    if child.returncode == 0:
        constants: dict[str, str] = json.loads(child.stdout)
        return constants
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


def main(seconds: float) -> None:
    """Load what stdin says, in a child that may take little time and memory."""
    sent = json.load(sys.stdin)
    # It tells the line from a thread of its own, even amid a step of Python's.
    faulthandler.dump_traceback_later(seconds, exit=True)
    bound("RLIMIT_AS", MEMORY)
    digests: dict[str, str] = {}
    try:
        _load("tried", sent, digests)
    except MemoryError:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(_NO_MEMORY)
    except BaseException:
        digests = {}  # the parent finds it too, and tells it
    sys.stdout.write(json.dumps(digests))
    sys.stdout.flush()
    os._exit(0)


def _load(name: str, sent: dict[str, Any], digests: dict[str, str]) -> ModuleType:
    """Run a file, and those that it imports from beside it."""

    def helper(wanted: str) -> ModuleType | None:
        found = sent["helpers"].get(wanted)
        return None if found is None else _load(f"{name}.{wanted}", found, {})

    path = Path(sent["path"])
    tree = read_tree(sent["text"], path)
    module = run(tree, path, name, helper)
    digests |= freeze(module, tree, path)
    return module


def _file() -> Path | None:
    folder = base_folder()
    return None if folder is None else folder / "constants.txt"
