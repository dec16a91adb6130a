"""Check ``memory``: nothing is carried over from one decision to another.

Positions are kept and asked about again in another order, when all else is done.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from zetema_sim.doctor.check import Check
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import Finding

KEPT = 300


class Memory(Check):
    """Keeps some positions and asks again at the end."""

    name = "memory"

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.kept: list[Position] = []
        self.rng = random.Random(1)

    def see(self, position: Position) -> Iterator[Finding]:
        """Keep a position; every one is as likely to be among those kept."""
        if len(self.kept) < KEPT:
            self.kept.append(position)
        else:
            place = self.rng.randrange(self.seen + 1)
            if place < KEPT:
                self.kept[place] = position
        yield from ()

    def close(self) -> Iterator[Finding]:
        """Ask again, in another order, for a tenth of the time."""
        spent, most = 0.0, self.limits.seconds / 10
        for position in self.rng.sample(self.kept, len(self.kept)):
            again = self.subject.compiled(position.view, position.phase)
            spent += again.seconds
            if again.value != position.answer.value:
                reason = (
                    f"{position.phase} answers {again.told()} after other positions, "
                    f"{position.answer.told()} before: something is carried over"
                )
                yield position.finding(self.name, reason)
            if spent > most:
                return
