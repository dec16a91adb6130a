"""What ends a command from outside: Ctrl-C, and the signals that do as it does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

# The end of a session or a batch job; on Windows there is no SIGHUP.
_SIGNALS = ("SIGTERM", "SIGHUP")


class Ended(KeyboardInterrupt):
    """A signal came that ends the program, in the order in which Ctrl-C does."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def signals_end_in_order() -> Iterator[None]:
    """Have signals do what Ctrl-C does; a second one does not disturb the first.

    One that is ignored, as under nohup, stays so; nothing changes outside the main
    thread, which alone is told of signals.
    """
    before: dict[int, Any] = {}

    def end(number: int, frame: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    try:
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    except ValueError:
        pass
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def exit_code_of(error: BaseException) -> int:
    """Return the exit code of an interruption: 128 and the signal's number."""
    if isinstance(error, Ended):
        return 128 + error.number
    cause = error.__cause__
    return 128 + signal.SIGINT if cause is None else exit_code_of(cause)
