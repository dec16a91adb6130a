"""numba's refusal of a strategy in one line, with its place in the author's file.

What numba says of a call of the author's own functions is nested: each level tells
first that there is "no implementation", the innermost what is the matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from zetema_sim.faults import StrategyError

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_KIND = re.compile(r"^\w+Error: ")
_OWN_CALL = "No implementation of function Function(<function"
_NO_FORM = "No implementation of function"
_NO_REASON = (
    *("Failed in", "During", "File", "There are", "Of which", "Overload in", "With"),
    *("Rejected as", ">>> ", "raised from"),
)


def compile_error(path: Path, function: str, error: Exception) -> StrategyError:
    """Return the error to raise where numba refuses a function of a file."""
    text = _COLOURS.sub("", str(error))
    line = _line(text, path)
    if "readonly" in text.lower() or "Cannot modify" in text:
        return StrategyError(path, line, f"{function} changes its view")
    reason = _reason(text) or type(error).__name__
    return StrategyError(path, line, f"{function} does not compile: {reason}")


def _line(text: str, path: Path) -> int | None:
    """Return the first line of the file that is named, which is the innermost."""
    found = re.search(rf'File ".*{re.escape(path.name)}", line ([1-9][0-9]*)', text)
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
        return reason.partition('due to "TypeError: ')[2].removesuffix('".') or reason
    return None


def _reasons(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the reasons from the outermost on, each with the lines behind it."""
    for place, line in enumerate(lines):
        told = _KIND.sub("", line)
        if not told.startswith(_NO_REASON):
            yield told, lines[place + 1 :]
