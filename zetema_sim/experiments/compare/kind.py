"""``compare`` as a kind of experiment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from zetema_sim.common.names import seed_as_told
from zetema_sim.common.wording import option_words
from zetema_sim.experiments.shared.experiment_kind import (
    DEFAULT_LEVEL,
    LineUpExperiment,
    Manifest,
    ProgressSink,
    Tables,
    at_table,
    ending,
    note_of,
    unusual,
)
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.playing.seating import DEFAULT_MATCHES

if TYPE_CHECKING:
    from zetema_sim.answers.parts import Parts
    from zetema_sim.experiments.compare.experiment import Comparison
    from zetema_sim.work import Work


@dataclass(frozen=True)
class CompareExperiment(LineUpExperiment):
    """Strategies against each other: who wins, by how much.

    Attributes
    ----------
    matches
        How many are played; the most, where `precision` or `until_decided` may end
        the run.
    precision, until_decided
        Stop when every share is known to ± that, when every pair is decided.
    margin
        Two that are known to differ by less are equal.
    level
        Of the intervals.
    """

    matches: int = DEFAULT_MATCHES
    precision: float | None = None
    until_decided: bool = False
    margin: float | None = None
    level: float = DEFAULT_LEVEL

    command: ClassVar[str] = "compare"

    def __post_init__(self) -> None:
        """Check all of it."""
        self.goal  # noqa: B018 - and so `setup`

    @cached_property
    def goal(self) -> Goal | None:
        """What ends the run early."""
        strategies = len(self.strategies)
        return Goal.of(self.precision, self.until_decided, self.margin, strategies)

    def manifest(self) -> Manifest:
        """Return all that determines the numbers."""
        setup, run = self.setup, self.setup.run
        return {
            **self.head(self._words(), run.strategies),
            **at_table(setup),
            **seed_as_told(run.seed),
            "matches": run.total,
            "level": self.level,
            "lineups": [
                {
                    "strategies": setup.names_of(lineup),
                    "matches": matches,
                    "by_side": lineup.by_side,
                }
                for lineup, matches in zip(run.lineups, run.matches, strict=True)
            ],
            **ending(self.goal, self.margin),
        }

    def _words(self) -> list[str]:
        """Return the words of a command line that gives the same."""
        names = self._named()
        asked = {
            "--matches": self.setup.run.total,
            "--level": unusual(self.level),
            "--precision": self.precision,
            "--until-decided": self.until_decided,
            "--margin": self.margin,
        }
        return [*names, *self.choices.as_options(len(names)), *option_words(asked)]

    def _named(self) -> Sequence[str]:
        """Return what every line-up holds, as often as it was named."""
        first, *others = map(self.setup.names_of, self.setup.run.lineups)
        named = Counter(first)
        for names in others:
            named &= Counter(names)
        return sorted(named.elements(), key=list(named).index)

    @property
    def plan_text(self) -> str:
        """What is about to be played."""
        run = self.setup.run
        names = ", ".join(strategy.name for strategy in run.strategies)
        most = "up to " if self.goal else ""
        lineups = f" in {len(run.lineups)} line-ups" if len(run.lineups) > 1 else ""
        return (
            f"Playing {most}{run.total:,} matches{lineups}, {run.rules.players} "
            f"players ({self.setup.sides}), rules {self.setup.rules.name}, seed "
            f"{run.seed}: {names}"
        )

    def play(self, work: Work, progress: ProgressSink | None = None) -> Comparison:
        """Play the run."""
        from zetema_sim.experiments.compare.experiment import compare

        return compare(
            self.setup.run,
            work=work,
            level=self.level,
            margin=self.margin,
            progress=progress,
            goal=self.goal,
            note=note_of(progress),
        )

    def parts(self, found: Comparison) -> Parts:
        """Return an answer as what is printed."""
        from zetema_sim.experiments.compare.text import as_text

        return as_text(self.setup, found)

    def json(self, found: Comparison) -> dict[str, Any]:
        """Return an answer as one JSON object."""
        from zetema_sim.experiments.compare.tables import as_json

        return as_json(self.setup, found)

    def files(self, found: Comparison) -> tuple[Tables, dict[str, str]]:
        """Return what a run's folder holds, typical matches among it."""
        from zetema_sim.experiments.compare.examples import FILE, examples

        if any(found.fault_rates.values()):
            # What forfeited a match might not even end if it were played here again.
            return self.tables(found), {}
        shown, log = examples(self.setup)
        return {**self.tables(found), "examples": shown}, {FILE: log}
