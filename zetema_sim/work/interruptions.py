"""What is known when work is interrupted, carried by the interruption.

It is interrupted by somebody, or because what was played cannot be saved. Whoever
interrupts chooses the moment by what was seen, so what is told then has intervals that
hold at any time (`stats.anytime`).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from zetema_sim.work.journal import JournalError

_SO_FAR = "so_far"  # an interruption's attribute: what gives what is known, or None


class UnplayedError(KeyboardInterrupt):
    """All that was saved is there, and the rest is not to be played."""


INTERRUPTIONS = (KeyboardInterrupt, JournalError)
Interruption = KeyboardInterrupt | JournalError


def leave(interruption: Interruption, so_far: Callable[[], Any] | None) -> None:
    """Have an interruption carry what is known; None if that is nothing yet."""
    setattr(interruption, _SO_FAR, so_far)


def leave_as(interruption: Interruption, make: Callable[[Any], Any]) -> None:
    """Have an interruption carry what can be made of what it carries."""
    known = getattr(interruption, _SO_FAR, None)
    if known is not None:
        leave(interruption, lambda: make(known()))


def left(interruption: Interruption) -> Any:
    """Return what was known when work was interrupted, None if that is nothing."""
    known = getattr(interruption, _SO_FAR, None)
    return None if known is None else known()


class Nobody:
    """Workers that play nothing: what is saved is all there is."""

    executor = "nobody"
    count = 1
    seconds = 0.15

    def submit(self, task: Callable[[], Any]) -> Future[Any]:
        """Return what ends the work as soon as it is waited for."""
        future: Future[Any] = Future()
        future.set_exception(UnplayedError())
        return future

    def check(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
