"""Whether a strategy file's constants come to an end, tried in a process of its own.

Constants are worked out while the file is loaded, where nothing could stop them:
``10**10**9`` runs for days within one step of Python, where not even Ctrl-C reaches it,
and a list times a billion takes all memory. So the first load of a source is made by a
child with little time and memory; that takes 0.15 s. Files whose constants are just
written down need none.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from zetema_sim.cache import base_folder, hash_of
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

_CHILD = """
import sys
sys.path[:] = {path!r}
from zetema_sim import strategy_loading
strategy_loading.bound({seconds!r})
from pathlib import Path
from zetema_sim.strategy_file import read_strategy
file = Path(sys.argv[1])
try:
    read_strategy(file, (file,) if file.name[0] == "_" else ()).plain
except BaseException as error:  # the parent finds it too, and tells it
    strategy_loading.leave_if_full(error.__context__)
"""

_known: set[str] = set()
_in_child = False


def check_loading(tree: ast.Module, path: Path, source_hash: str) -> None:
    """Refuse a file whose constants take too long or too much memory.

    Raises
    ------
    StrategyError
        With the file, the line where it was then, and the reason.
    """
    if _in_child or path.parent == shipped_strategies() or is_written_down(tree):
        return
    # What another version of this trial let pass does not count.
    trial = hash_of([source_hash.encode(), Path(__file__).read_bytes()])
    if trial in _known or trial in _noted():
        return
    _try(path)
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


def bound(seconds: float) -> None:
    """Let this process, the child, run no longer and take no more than it may."""
    import faulthandler

    global _in_child
    _in_child = True
    # It tells the line from a thread of its own, even amid a step of Python's.
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))


def leave_if_full(error: BaseException | None) -> None:
    """Leave the child if memory ran out, with the traceback that tells where."""
    if isinstance(error, MemoryError):
        traceback.print_exception(error)
        sys.stderr.flush()
        os._exit(_NO_MEMORY)


def _try(path: Path) -> None:
    """Load a file in a child."""
    code = _CHILD.format(path=sys.path, seconds=SECONDS)
    # One thread of linear algebra: each more takes address space, which is bounded.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    # -P: a random.py in the folder where the user stands is not Python's own.
    command = [sys.executable, "-P", "-c", code, str(path)]
    child = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        check=False,
    )
    if child.returncode == 0:
        return
    told = child.stderr.decode("utf-8", "replace")
    if child.returncode == _NO_MEMORY:
        reason = f"its constants take more than {MEMORY >> 30} GB of memory"
    elif "Timeout" in told:
        reason = f"its constants take longer than {SECONDS:g} s to work out"
    else:
        reason = "it ends the whole process when it is loaded"
    lines = [int(line) for file, line in _LINE.findall(told) if file == str(path)]
    raise StrategyError(path, lines[0] if lines else None, reason)


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
