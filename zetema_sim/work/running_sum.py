"""The sum of a run's parts while it is played: told, shown, left to who interrupts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from zetema_sim.work.adding import added
from zetema_sim.work.interruptions import INTERRUPTIONS, leave

Progress = Callable[[int, int], None]  # matches played, of how many

WATCH_SECONDS = 0.5  # between two calls of what watches


class Counted(Protocol):
    """A part that knows how many matches it has."""

    @property
    def matches(self) -> int:
        """How many."""


Part = TypeVar("Part", bound=Counted)


@dataclass
class RunningSum(Generic[Part]):
    """What a run has come to so far.

    Attributes
    ----------
    progress
        Told of the matches played so far, and of how many: `total`, or more.
    read
        Makes what is known of a sum and the seconds that it took: that is what an
        interruption carries.
    is_readable
        Whether a sum can be read, as at the end of a cycle.
    watch
        Told of such a sum now and then; it can change no number.
    """

    total: int = 0
    progress: Progress | None = None
    read: Callable[[Part, float], Any] = lambda part, _: part
    is_readable: Callable[[Part], bool] = lambda _: True
    watch: Callable[[Part], None] | None = None
    _sum: Part | None = None
    _readable: Part | None = None
    _started: float = field(default_factory=time.perf_counter)
    _watched: float = 0.0

    @property
    def seconds(self) -> float:
        """The wall time since it began."""
        return time.perf_counter() - self._started

    def add(self, parts: Iterable[Part]) -> Part:
        """Add parts as they come, and return the sum of all up to now.

        Raises
        ------
        KeyboardInterrupt, JournalError
            With what the last readable sum says (`work.left`).
        """
        try:
            for part in parts:
                self._take(part if self._sum is None else added(self._sum, part))
        except INTERRUPTIONS as interruption:
            known = self._readable
            if known is not None:
                leave(interruption, partial(self.read, known, self.seconds))
            raise
        assert self._sum is not None
        return self._sum

    def _take(self, total: Part) -> None:
        self._sum = total
        if self.progress is not None:
            self.progress(total.matches, max(self.total, total.matches))
        if not self.is_readable(total):
            return
        self._readable = total
        if self.watch is not None and self.seconds > self._watched + WATCH_SECONDS:
            self.watch(total)
            self._watched = self.seconds
