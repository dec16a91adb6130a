"""Check ``plain``: plain and compiled code answer alike, and so do two plain runs.

They differ where compiled whole numbers overflow: they have 64 bits, Python's any.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zetema_sim.doctor.check import Check
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import Finding
from zetema_sim.doctor.subject import Answer
from zetema_sim.plain_places import place_of_error

FAR = 1000  # so many times slower than compiled is endless


class Plain(Check):
    """Asks the plain function too."""

    name = "plain"
    share = 0.4

    def see(self, position: Position) -> Iterator[Finding]:
        """Yield a finding if plain Python answers something else."""
        seconds = self.limits.plain
        first = self.subject.plain(position.view, position.phase, seconds)
        if first.is_late:
            if position.answer.seconds * FAR < seconds:
                reason = f"as plain Python it gives no answer within {seconds:g} s"
                yield position.finding("ends", reason, plain=True)
            return
        yield from self._compare(position, first)
        if first.seconds < seconds / 4 and first.error is None:
            again = self.subject.plain(position.view, position.phase, seconds)
            if again.value != first.value:
                reason = "answers the same view differently when asked again"
                yield position.finding(
                    "twice", f"{reason}, as plain Python", plain=True
                )

    def _compare(self, position: Position, plain: Answer) -> Iterator[Finding]:
        compiled = position.answer
        if plain.error is None and not _is_whole(plain.value):
            reason = f"answers {plain.value!r}, which is no whole number"
            yield position.finding("legal", reason, plain=True)
        elif plain.error is not None and compiled.error is not None:
            return  # the error is told by whoever plays
        elif plain.value != compiled.value or plain.error is not compiled.error:
            place = None if plain.error is None else place_of_error(plain.error)
            reason = f"{position.phase} answers {compiled.told()} compiled, "
            reason += f"{plain.told()} as plain Python"
            if plain.error is compiled.error:
                reason += "; whole numbers have 64 bits in compiled code, and wrap"
            yield position.finding(self.name, reason, place, plain=True)


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
