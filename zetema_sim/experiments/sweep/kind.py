"""``sweep`` as a kind of experiment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from zetema_sim.common.names import seed_as_told
from zetema_sim.common.wording import option_words
from zetema_sim.experiments.shared.experiment_kind import (
    DEFAULT_LEVEL,
    Manifest,
    ProgressSink,
    TableExperiment,
    at_table,
    unusual,
)
from zetema_sim.experiments.sweep.vary import SweepPlan, plan_of
from zetema_sim.roster.lookup import Strategy

if TYPE_CHECKING:
    from zetema_sim.experiments.sweep.experiment import Sweep
    from zetema_sim.work import Work

DEFAULT_MATCHES = 20_000  # a point: there are several


@dataclass(frozen=True)
class SweepExperiment(TableExperiment):
    """A setting or a rule over its values: where the win share is best.

    Attributes
    ----------
    vary
        One or two texts ``X=VALUES``.
    matches
        How many are played at each point.
    level
        Of the intervals.
    """

    vary: tuple[str, ...]
    matches: int = DEFAULT_MATCHES
    level: float = DEFAULT_LEVEL

    command: ClassVar[str] = "sweep"

    def __post_init__(self) -> None:
        """Check all of it."""
        self.plan  # noqa: B018

    @cached_property
    def plan(self) -> SweepPlan:
        """What is played."""
        return plan_of(self.names, self.choices, self.vary, self.matches)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """All that play."""
        return self.plan.strategies

    def manifest(self) -> Manifest:
        """Return all that determines the numbers."""
        plan, run = self.plan, self.plan.base.run
        words = [*plan.names]
        varied = [f"{each.name}={','.join(each.values)}" for each in plan.varied]
        words += option_words({"--vary": varied})
        words += self.choices.as_options(len(plan.names))
        asked = {"--matches": run.total, "--level": unusual(self.level)}
        words += option_words(asked)
        return {
            **self.head(words, run.strategies),
            **at_table(plan.base),
            **seed_as_told(run.seed),
            "matches": self._matches,
            "level": self.level,
            "named": list(plan.names),
            "focus": plan.focus,
            "varied": [
                {"name": each.name, "values": list(each.values)} for each in plan.varied
            ],
        }

    @property
    def _matches(self) -> int:
        """How many are played at all points."""
        return sum(point.setup.run.total for point in self.plan.points)

    @property
    def plan_text(self) -> str:
        """What is about to be played."""
        plan, run = self.plan, self.plan.base.run
        varied = " and ".join(
            f"{each.name} over {', '.join(each.values)}" for each in plan.varied
        )
        return (
            f"Playing {self._matches:,} matches, {len(plan.points)} points of "
            f"{varied}; {run.rules.players} players ({plan.base.sides}), rules "
            f"{plan.base.rules.name}, seed {run.seed}: {', '.join(plan.names)}"
        )

    def play(self, work: Work, progress: ProgressSink | None = None) -> Sweep:
        """Play all points."""
        from zetema_sim.experiments.sweep.experiment import sweep

        return sweep(self.plan, work=work, level=self.level, progress=progress)
