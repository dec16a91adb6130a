"""From block sums to the shares of a run's strategies and their differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.kernel import counters
from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    BlockSums,
    Bounds,
    Difference,
    Estimate,
    Interval,
    Reading,
    gain,
    measure,
    points_up_to,
    rank_ranges,
)
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work.columns import Columns

# In a deal a seat declares and completes at most once a turn.
MOST_EVENTS = 65.0


@dataclass(frozen=True)
class StrategyNumbers:
    """Reads off sums what a strategy did.

    Attributes
    ----------
    ratio
        Returns one of its counters over another, whose unit stands for one, and the
        sums that it is made of.
    reading
        How intervals are read.
    most_points
        More points than a seat can make in a match.
    """

    ratio: Callable[[int, int, int], tuple[BlockSums, Estimate]]
    reading: Reading
    most_points: float

    @classmethod
    def of(
        cls,
        sums: BlockSums,
        columns: Columns,
        strategy: int,
        reading: Reading,
        most_points: float,
    ) -> StrategyNumbers:
        """Return those of a strategy whose columns are all in the same sums."""

        def ratio(top: int, bottom: int, unit: int) -> tuple[BlockSums, Estimate]:
            return sums, columns.ratio(sums, strategy, top, bottom, unit)

        return cls(ratio, reading, most_points)

    def number(self, top: int, bottom: int, bounds: Bounds, unit: int = 1) -> Interval:
        """Return one counter over another, with its interval."""
        return self.reading.of(*self.ratio(top, bottom, unit), bounds)

    @property
    def win_share(self) -> Interval:
        """Its wins over the matches."""
        return self.number(counters.WINS, counters.MATCHES, SHARE_BOUNDS, SIXTIETHS)

    @property
    def mean_points(self) -> Interval:
        """The points of one seat of it in a match."""
        points = points_up_to(self.most_points)
        return self.number(counters.POINTS, counters.SEATS, points)

    @property
    def points_by_source(self) -> dict[str, Interval]:
        """The same by source."""
        points = points_up_to(self.most_points)
        return self._by_source(counters.SOURCE_POINTS, counters.SEATS, points)

    @property
    def events_per_deal(self) -> dict[str, Interval]:
        """Declarations and zetemas of one seat in a deal begun, by source."""
        events = points_up_to(MOST_EVENTS)
        return self._by_source(counters.SOURCE_COUNTS, counters.DEALS, events)

    @property
    def fault_rate(self) -> float:
        """How often it forfeited, of a seat in a match."""
        _, faults = self.ratio(counters.FAULTS, counters.SEATS, 1)
        return float(faults.value)

    def on_seat(self, seat: int, bounds: Bounds = SHARE_BOUNDS) -> Interval:
        """Return its win share on a seat."""
        wins, matches = counters.SEAT_WINS + seat, counters.SEAT_MATCHES + seat
        return self.number(wins, matches, bounds, SIXTIETHS)

    def _by_source(self, first: int, below: int, bounds: Bounds) -> dict[str, Interval]:
        return {
            source: self.number(first + place, below, bounds)
            for place, source in enumerate(counters.SOURCES)
        }


@dataclass(frozen=True, slots=True)
class PairDifference(Difference):
    """The paired difference of two strategies, by their places."""

    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The win shares of all strategies, and all pairs of them.

    A difference is scaled as design.md section 7 says.
    """

    matches: int
    blocks: int
    sides: int
    reading: Reading
    win_shares: tuple[Interval, ...]
    fair_shares: tuple[float, ...]
    pairs: tuple[PairDifference, ...]

    def ahead(self) -> list[list[bool]]:
        """Return whether one strategy is decidedly ahead of another."""
        pairs = ((pair.a, pair.b, pair) for pair in self.pairs)
        return ahead_of(pairs, len(self.win_shares))

    def ranks(self) -> list[tuple[int, int]]:
        """Return the best and the worst rank that each strategy may have."""
        return rank_ranges(self.ahead())

    def strength(self, strategy: int) -> float:
        """Return the share of a strategy over the fair one."""
        fair = self.fair_shares[strategy]
        return self.win_shares[strategy].value / fair if fair else 0.0

    def reached(self, goal: Goal) -> bool:
        """Return whether this is what was asked for."""
        return goal.reached(
            (pair.decision for pair in self.pairs),
            (share.margin for share in self.win_shares),
        )


def ahead_of(
    pairs: Iterable[tuple[int, int, Difference]], strategies: int
) -> list[list[bool]]:
    """Return whether one strategy is decidedly ahead of another."""
    ahead = [[False] * strategies for _ in range(strategies)]
    for a, b, difference in pairs:
        if difference.decision.is_apart and difference.number.value > 0:
            ahead[a][b] = True
        elif difference.decision.is_apart:
            ahead[b][a] = True
    return ahead


def standings(
    sums: BlockSums, columns: Columns, sides: int, reading: Reading
) -> Standings:
    """Return the shares and paired differences of all strategies of a run.

    Parameters
    ----------
    sums, columns
        The run's blocks, and the columns of a row.
    sides
        How many sides the table has.
    reading
        Level and kind of the intervals.
    """
    everybody = range(columns.strategies)
    pairs = list(combinations(everybody, 2))
    found = reading.compared(
        [measure(sums, difference(sums, columns, a, b), DIFFERENCE) for a, b in pairs]
    )
    return Standings(
        sums.sums[columns.place(0, counters.MATCHES)],
        sums.blocks,
        sides,
        reading,
        tuple(_win_share(sums, columns, place, reading) for place in everybody),
        tuple(fair_share(sums, columns, place, sides) for place in everybody),
        tuple(
            PairDifference(each.number, each.decision, a, b)
            for (a, b), each in zip(pairs, found, strict=True)
        ),
    )


def _win_share(
    sums: BlockSums, columns: Columns, strategy: int, reading: Reading
) -> Interval:
    share = reading.of(sums, win_share(sums, columns, strategy), SHARE_BOUNDS)
    # Who plays alone sits on all sides, and one of them wins.
    if columns.strategies == 1:
        return Interval(share.value, share.value, share.value)
    return share


def win_share(sums: BlockSums, columns: Columns, strategy: int) -> Estimate:
    """Return a strategy's wins over the matches."""
    wins, matches = counters.WINS, counters.MATCHES
    return columns.ratio(sums, strategy, wins, matches, SIXTIETHS)


def fair_share(sums: BlockSums, columns: Columns, strategy: int, sides: int) -> float:
    """Return the sides on which a strategy sat, over matches times sides."""
    sat, matches = counters.SIDES, counters.MATCHES
    return float(columns.ratio(sums, strategy, sat, matches, sides).value)


def gain_of(
    sums: BlockSums,
    columns: Columns,
    strategies: Iterable[int],
    matches: int | None = None,
) -> float:
    """Return how many independent matches a match was worth (`stats.gain`).

    Parameters
    ----------
    sums, columns
        The blocks, and the columns of a row.
    strategies
        Over whose shares that is.
    matches
        Really played, where the sums count some of them several times.
    """
    shares, squares = [], []
    for strategy in strategies:
        share = win_share(sums, columns, strategy)
        square = columns.ratio(
            *(sums, strategy, counters.WIN_SQUARES, counters.MATCHES, SIXTIETHS**2)
        )
        shares.append(replace(share, matches=matches or share.matches))
        squares.append(square.value)
    return gain(sums, shares, squares)


def difference(sums: BlockSums, columns: Columns, a: int, b: int) -> Estimate:
    """Return the win share over the fair share of a, less that of b, over the sides.

    The fair share is the sides sat on over matches times sides. So this is a's wins
    over the sides on which it sat, less the same of b, and 0 for equal strength.
    """
    ours, theirs = (
        columns.ratio(sums, strategy, counters.WINS, counters.SIDES, SIXTIETHS)
        for strategy in (a, b)
    )
    return ours - theirs
