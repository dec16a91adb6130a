"""Check ``twice``: the same view gets the same answer."""

from __future__ import annotations

from collections.abc import Iterator

from zetema_sim.doctor.check import Check
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import Finding


class Twice(Check):
    """Looks at what came of asking the compiled code several times."""

    name = "twice"

    def see(self, position: Position) -> Iterator[Finding]:
        """Yield a finding if the answers differ."""
        if not position.answer.is_steady:
            reason = "answers the same view differently when asked again"
            yield position.finding(self.name, reason)
