"""A decision of the strategy under examination, with all that the engine knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from zetema_sim.doctor.report import Finding
from zetema_sim.doctor.subject import Answer
from zetema_sim.doctor.tables import Place
from zetema_sim.reference_table import Table
from zetema_sim.reference_view import Moment
from zetema_sim.view import View


@dataclass
class Position:
    """What was asked where, and the compiled answer."""

    place: Place
    match: int
    state: Table  # as it stands now; later it is another
    moment: Moment
    phase: str  # "discard" or "declare"
    view: View
    answer: Answer = field(default_factory=Answer)

    @cached_property
    def told(self) -> str:
        """Where it is, in words."""
        view = self.view
        return (
            f"{self.place.told()}, match {self.match}, deal {view.deal}, "
            f"turn {view.turn}, seat {view.seat}, {self.phase}"
        )

    def finding(
        self, check: str, reason: str, line: str | None = None, *, plain: bool = False
    ) -> Finding:
        """Return a finding that this decision shows."""
        replay = self.place.replay(self.match, uncompiled=plain)
        return Finding(check, reason, line, self.told, replay)
