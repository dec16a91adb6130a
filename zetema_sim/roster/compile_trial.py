"""Whether a strategy compiles within limits, tried in a process of its own.

Nothing can stop LLVM within a process, and some code makes it take all time or memory,
or end the process. So what is not plain and small (`code_size`), and was not compiled
before, is compiled by a child first, which may take little of both. It keeps the code,
so that the parent finds it; all in all that takes a second more, once a source.
"""

from __future__ import annotations

import json
import signal
import subprocess

from zetema_sim.common.cache_folder import warn_once
from zetema_sim.common.children import ask
from zetema_sim.faults import StrategyError
from zetema_sim.roster.sent import Source, as_sent

SECONDS = 60  # of processor time
MEMORY = 4 << 30  # bytes that the child may take
NO_MEMORY = 3  # the child's exit code

CHILD = "from zetema_sim.roster.compile_child import main; main()"
_FROM_OUTSIDE = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None))


def try_compiling(file: Source) -> None:
    """Refuse a file that takes too long or too much memory to compile.

    Raises
    ------
    StrategyError
        With the function that was being compiled, and its line.
    """
    try:
        child = ask(CHILD, [SECONDS, MEMORY, as_sent(file)])
    except OSError as error:
        _could_not(file, error.strerror or "")
        return
    if child.returncode < 0 or child.returncode == NO_MEMORY:
        _refuse(file, child)
    if child.returncode > 0:
        told = child.stderr.decode("utf-8", "replace").strip()
        _could_not(file, told.rpartition("\n")[2])


def _could_not(file: Source, reason: str) -> None:
    warn_once(f"{file.path} is compiled without limits of time and memory: {reason}")


def _refuse(file: Source, child: subprocess.CompletedProcess[bytes]) -> None:
    """Raise what a child's end says of a file."""
    ended = -child.returncode
    if ended in _FROM_OUTSIDE:
        raise KeyboardInterrupt
    limit, _, told = child.stdout.decode("utf-8", "replace").partition("\n")
    if ended == getattr(signal, "SIGXCPU", None):
        reason = f"does not compile within {limit} s of processor time"
    elif child.returncode == NO_MEMORY or b"out of memory" in child.stderr.lower():
        reason = f"does not compile within {MEMORY >> 30} GB of memory"
    else:
        reason = f"does not compile: it ends the compiler (signal {ended})"
    doing = [line for line in told.splitlines() if line != "[]"]
    if not doing:
        raise StrategyError(file.path, None, reason)
    functions = json.loads(doing[-1])
    (name, _, _), (inner, path, line) = functions[0], functions[-1]
    if inner != name:
        reason += f", while {inner} is compiled"
    is_here = path == str(file.path)
    raise StrategyError(file.path, line if is_here else None, f"{name} {reason}")
