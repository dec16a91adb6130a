"""Which line of a strategy's own file an error or a running frame stands in."""

from __future__ import annotations

from types import FrameType
from typing import Any

PLAIN_MODULES = "zetema_strategy_plain_"  # how strategy_file names them


def place_of_error(error: BaseException) -> str | None:
    """Return file and line of the innermost frame of the strategy, if there is one."""
    place, trace = None, error.__traceback__
    while trace is not None:
        place = _place(trace.tb_frame, trace.tb_lineno) or place
        trace = trace.tb_next
    return place


def place_of_frame(frame: Any) -> str | None:
    """Return where in the strategy's file a thread is, if it is there."""
    while frame is not None:
        place = _place(frame, frame.f_lineno)
        if place:
            return place
        frame = frame.f_back
    return None


def _place(frame: FrameType, line: int) -> str | None:
    if not frame.f_globals.get("__name__", "").startswith(PLAIN_MODULES):
        return None
    return f"{frame.f_code.co_filename}:{line}"
