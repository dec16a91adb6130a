"""What every check of decisions looks like."""

from __future__ import annotations

import time
from collections.abc import Iterator

from zetema_sim.doctor.limits import Limits
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import Finding
from zetema_sim.doctor.subject import Subject


class Check:
    """Sees every decision, and yields what is wrong with it.

    `share` is the part of the playing time that the check may take: it is asked only
    while it has taken less, so that a slow strategy is still seen at every table.
    """

    name = ""
    share = 1.0

    def __init__(self, subject: Subject, limits: Limits) -> None:
        self.subject, self.limits = subject, limits
        self.taken, self.seen = 0.0, 0
        self.start = time.perf_counter()

    def look(self, position: Position) -> list[Finding]:
        """Return the findings of a decision, none if the check's share is used up."""
        start = time.perf_counter()
        if self.taken > self.share * (start - self.start) + 0.05:
            return []
        found = [*self.see(position)]
        self.seen += 1
        self.taken += time.perf_counter() - start
        return found

    def see(self, position: Position) -> Iterator[Finding]:
        """Yield what is wrong with a decision."""
        yield from ()

    def close(self) -> Iterator[Finding]:
        """Yield what can be told only when all has been seen."""
        yield from ()
