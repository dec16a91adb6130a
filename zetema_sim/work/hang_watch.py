"""Notices a strategy that does not answer.

What counts is processor time of the thread that plays, so that neither a busy nor a
suspended machine makes a strategy slow.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zetema_sim.faults import NO_ANSWER, StrategyFault

if TYPE_CHECKING:
    from zetema_sim.playing.decision_record import DecisionRecord, State

# So much processor time one decision may take. The slowest shipped strategy takes some
# milliseconds, and the doctor lets 5 s pass.
MOST_SECONDS = 10.0


@dataclass
class Watched:
    """A thread that plays, and since when what it decides has not changed."""

    spot: DecisionRecord
    clock: int | None
    _state: State | None = None
    _since: float = 0.0

    @classmethod
    def this_thread(cls) -> Watched:
        """Return the thread that calls."""
        from zetema_sim.playing.decision_record import here  # it imports numba

        return cls(here(), _clock_of_this_thread())

    def check(self) -> StrategyFault | None:
        """Return the fault of the strategy that has not answered for too long."""
        now, state = self._now(), self.spot.state
        if state is None or state != self._state:
            self._state, self._since = state, now
        elif now - self._since > MOST_SECONDS:
            return self.spot.fault(f"{NO_ANSWER} within {MOST_SECONDS:g} s")
        return None

    def _now(self) -> float:
        """Return the processor time of the thread."""
        if self.clock is None:
            return time.process_time() / max(threading.active_count(), 1)
        try:
            return time.clock_gettime(self.clock)
        except OSError:  # the thread has ended
            return self._since


def _clock_of_this_thread() -> int | None:
    """Return what tells this thread's processor time, None where there is none."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.pthread_getcpuclockid(threading.get_ident())
    return None
