"""``tournament`` as a kind of experiment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from zetema_sim.common.names import seed_as_told
from zetema_sim.common.wording import option_words
from zetema_sim.experiments.line_ups.field import Field, field_of
from zetema_sim.experiments.shared.experiment_kind import (
    DEFAULT_LEVEL,
    Manifest,
    ProgressSink,
    TableExperiment,
    ending,
    note_of,
    unusual,
)
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.faults import Replay
from zetema_sim.playing.seating import STOP, TableOptions
from zetema_sim.roster.lookup import Strategy

if TYPE_CHECKING:
    from zetema_sim.experiments.tournament.experiment import Tournament
    from zetema_sim.work import Work

DEFAULT_MATCHES = 200_000


@dataclass(frozen=True)
class TournamentExperiment(TableExperiment):
    """All line-ups of a field: ranking and matrix.

    Attributes
    ----------
    names
        Every shipped strategy if there is none.
    choices
        2 players by default.
    matches
        How many are played, in whole rounds; the most, where there is a goal.
    precision, until_decided, margin, level
        As of `compare`; what is decided are the shares against the field.
    all_lineups
        Whether all are played with 4 players and more.
    fresh
        Whether line-ups are played again that an earlier tournament has played.
    """

    matches: int = DEFAULT_MATCHES
    precision: float | None = None
    until_decided: bool = False
    margin: float | None = None
    all_lineups: bool = False
    fresh: bool = False
    level: float = DEFAULT_LEVEL

    command: ClassVar[str] = "tournament"

    def __post_init__(self) -> None:
        """Check all of it."""
        self.goal  # noqa: B018 - and so `field`

    @cached_property
    def field(self) -> Field:
        """What is played."""
        all_lineups = self.all_lineups or None
        return field_of(self.names, self.choices, all_lineups=all_lineups)

    @cached_property
    def goal(self) -> Goal | None:
        """What ends the tournament early."""
        size = self.field.size
        return Goal.of(self.precision, self.until_decided, self.margin, size)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """All that play."""
        return self.field.strategies

    @property
    def _as_played(self) -> TableOptions:
        return replace(self.choices, players=self.field.table.players)

    @property
    def replay(self) -> Replay:
        """How a match is told again; it shows the fault itself."""
        choices = replace(self._as_played, on_fault=STOP)
        return Replay(tuple(choices.as_options(self.field.table.players)))

    def manifest(self) -> Manifest:
        """Return all that determines the numbers."""
        field = self.field
        words = [*field.names, *self._as_played.as_options(-1)]
        words += option_words(
            {
                "--matches": self.matches,
                "--all-lineups": field.all_lineups and field.table.players > 3,
                "--precision": self.precision,
                "--until-decided": self.until_decided,
                "--margin": self.margin,
                "--level": unusual(self.level),
            }
        )
        return {
            **self.head(words, field.strategies),
            "rules_name": field.rules.name,
            "rules": field.rules.as_log(field.table.players, field.sides),
            "players": field.table.players,
            "sides": field.sides,
            **seed_as_told(field.seed),
            "matches": self.matches,
            "level": self.level,
            "all_lineups": field.all_lineups,
            **ending(self.goal, self.margin),
        }

    @property
    def plan_text(self) -> str:
        """What is about to be played."""
        field = self.field
        most = "" if field.all_lineups and not self.goal else "up to "
        which = "all" if field.all_lineups else "sampled from"
        matches = field.whole_rounds(self.matches) * field.round_matches
        return (
            f"Playing {most}{matches:,} matches, {field.table.players} players "
            f"({field.sides}), rules {field.rules.name}, seed {field.seed}: "
            f"{field.size} strategies, {which} {field.line_up_count:,} line-ups"
        )

    def play(self, work: Work, progress: ProgressSink | None = None) -> Tournament:
        """Play the field, with what is kept of its line-ups."""
        from zetema_sim.experiments.line_ups.store import kept_here
        from zetema_sim.experiments.tournament.experiment import tournament

        with kept_here(fresh=self.fresh) as store:
            return tournament(
                self.field,
                self.matches,
                goal=self.goal,
                margin=self.margin,
                work=work,
                store=store,
                level=self.level,
                progress=progress,
                note=note_of(progress),
            )

    def seconds_and_turns(self, found: Tournament) -> tuple[float, int]:
        """Return how long the playing took, stored turns left out."""
        return found.seconds, found.turns - found.stored_turns
