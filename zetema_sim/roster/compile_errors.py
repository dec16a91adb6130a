"""numba's refusal of a strategy in one line, with its place in the author's file.

What numba says of a call of the author's own functions is nested: each level tells
first that there is "no implementation", the innermost what is the matter. An error that
is not numba's own about the source it was given is no refusal: `is_refusal`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from zetema_sim.faults import StrategyError

_NOISE = re.compile(r"\x1b\[[0-9;]*m| at 0x[0-9a-f]+")  # colours, addresses
_KIND = re.compile(r"^\w+Error: ")
_OWN_CALL = "No implementation of function Function(<function"
_NO_FORM = "No implementation of function"
_NO_REASON = (
    *("Failed in", "During", "File", "There are", "Of which", "Overload in", "With"),
    *("Rejected as", ">>> ", "raised from", "Resolution failure"),
)
_OURS = re.compile(r"Refused: (.+)")  # what `kernel.guards` says
# The forms of a call that numba did not find: what would write into a readonly array.
_WRITES = re.compile(
    r">>> (?:setitem|i[a-z]+)\(readonly array|readonly array\([^)]*\)\.(?:sort|fill)\b"
)
_ANSWER = re.compile(r"No conversion from (.+) to int64 for '\$\w*return")


def is_refusal(error: BaseException) -> bool:
    """Tell whether an error from compiling says something of the source.

    numba's own errors do, and whatever else its compiler stumbles over; not what the
    machine lacks (files, memory, an import), nor an error of this program.
    """
    from numba.core.errors import NumbaError

    if isinstance(error, NumbaError):
        return True
    if isinstance(error, OSError | MemoryError | ImportError | StrategyError):
        return False
    module = _innermost(error.__traceback__)
    return module.partition(".")[0] in ("numba", "llvmlite")


def _innermost(trace: TracebackType | None) -> str:
    """Return the module in which an error arose."""
    module = ""
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        trace = trace.tb_next
    return module


def compile_error(
    path: Path, function: str, first_line: int, error: Exception
) -> StrategyError:
    """Return the error to raise where numba refuses a function of a file.

    Where numba tells no line, it is that in which the function begins.
    """
    text = _NOISE.sub("", str(error))
    line = _line(text, path) or first_line
    ours = _OURS.search(text)
    if ours:
        return StrategyError(path, line, f"{function} {ours[1]}")
    if _WRITES.search(text):
        return StrategyError(path, line, f"{function} changes its view or a constant")
    answer = _ANSWER.search(text)
    if answer:
        reason = f"{function} answers with {answer[1]}, which is not a whole number"
        return StrategyError(path, line, reason)
    reason = _reason(text) or f"numba says no more than {type(error).__name__}"
    return StrategyError(path, line, f"{function} does not compile: {reason}")


def _line(text: str, path: Path) -> int | None:
    """Return the first line of the file that is named, which is the innermost."""
    name = re.escape(path.name)
    found = re.search(rf'[/"]{name}(?:", line | \()([1-9][0-9]*)', text)
    return int(found[1]) if found else None


def _reason(text: str) -> str | None:
    """Return what is the matter in the innermost function."""
    lines = [line.strip(" -") for line in text.splitlines() if line.strip(" -")]
    for reason, rest in _reasons(lines):
        if reason.startswith(_OWN_CALL):
            continue  # the reason is told further in
        if reason.startswith(_NO_FORM):
            calls = (each[4:] for each in rest if each.startswith(">>> "))
            return f"there is no {next(calls, reason)} in compiled code"
        told = reason.partition('due to "TypeError: ')[2].removesuffix('".') or reason
        if not told.endswith(":"):
            return told
    return None


def _reasons(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the reasons from the outermost on, each with the lines behind it."""
    for place, line in enumerate(lines):
        told = _KIND.sub("", line)
        if not told.startswith(_NO_REASON):
            yield told, lines[place + 1 :]
