"""What determines all numbers of a run: rules, strategies, line-ups, seed."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from zetema_sim.playing.lineups import LineUp
from zetema_sim.roster.lookup import Strategy
from zetema_sim.table_rules import TableRules

if TYPE_CHECKING:
    from zetema_sim.playing.table import Table


@dataclass(frozen=True)
class Run:
    """All that determines a run's numbers.

    `lineups` hold places in `strategies`, which are in canonical order; `matches` has
    how many each line-up plays, in whole cycles, and `weights` how often a match of it
    counts in the sums over line-ups (once where it is empty). `forfeits` says whether a
    strategy's fault loses its match instead of ending the run.
    """

    rules: TableRules
    strategies: tuple[Strategy, ...]
    lineups: tuple[LineUp, ...]
    matches: tuple[int, ...]
    seed: int
    weights: tuple[int, ...] = ()
    forfeits: bool = False

    @property
    def blocks(self) -> int:
        """How many block numbers there are: those of the line-up that has most."""
        counts = zip(self.lineups, self.matches, strict=True)
        return max(lineup.blocks(matches) for lineup, matches in counts)

    @property
    def total(self) -> int:
        """The matches of all line-ups."""
        return sum(self.matches)

    @property
    def cycle_blocks(self) -> int:
        """After how many blocks all line-ups are at the end of a cycle."""
        return lcm(*(len(lineup.orders) for lineup in self.lineups))


def tables_of(run: Run) -> list[Table]:
    """Return the table of each line-up, with only the strategies that it holds."""
    from zetema_sim.playing.table import Table

    tables = []
    for lineup in run.lineups:
        chosen = lineup.strategies
        places = {strategy: place for place, strategy in enumerate(chosen)}
        local = LineUp(
            tuple(places[entry] for entry in lineup.entries),
            lineup.sides,
            lineup.by_side,
            tuple(tuple(places[e] for e in seating) for seating in lineup.seatings),
            lineup.orders,
        )
        strategies = tuple(run.strategies[strategy] for strategy in chosen)
        tables.append(Table(run.rules, strategies, local, run.seed, run.forfeits))
    return tables
