"""From block sums to what `compare` shows: shares, differences, the gain of blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Protocol

from zetema_sim.stats import anytime, intervals
from zetema_sim.stats.estimates import Estimate, ratio, variance
from zetema_sim.stats.intervals import (
    DIFFERENCE,
    SHARE_BOUNDS,
    Bounds,
    Interval,
    measure,
    points_up_to,
)
from zetema_sim.stats.multiple import Decision, holm, rank_ranges
from zetema_sim.stats.sums import BlockSums
from zetema_sim.table_rules import SIXTIETHS

_FIRST_SCALE = 32  # blocks: the least size at which intervals are narrow, or so


class Columns(Protocol):
    """Which column of a block's row counts what.

    A strategy's wins and sides are counted once a side (`lineups.sides_of`).
    """

    @property
    def strategies(self) -> int:
        """How many there are."""

    @property
    def matches(self) -> int:
        """The column of matches of the block."""

    def wins(self, strategy: int) -> int:
        """Return the column of a strategy's wins, in 60ths."""

    def sides(self, strategy: int) -> int:
        """Return the column of the sides on which a strategy sat, over matches."""

    def points(self, strategy: int) -> int:
        """Return the column of the points of a strategy's seats."""

    def seats(self, strategy: int) -> int:
        """Return the column of the seats that a strategy had, over matches."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How intervals are read off a run: at which level, and whether at any time.

    Attributes
    ----------
    level
        Of the intervals; what it leaves is the chance of any wrong decision.
    planned
        None for a run of fixed size. Else `anytime` intervals, narrowest after this
        many blocks.
    scales
        At how many sizes they are narrow: after a tenth of `planned` too, a hundredth,
        …; what the level leaves is shared among them.
    margin
        Of indifference: those known to differ by less are equal. None asks for none.
    """

    level: float = 0.95
    planned: int | None = None
    margin: float | None = None
    scales: int = 1

    @classmethod
    def whenever(cls, level: float, most: int, margin: float | None = None) -> Reading:
        """Return that of a run which may be stopped anywhere up to so many blocks.

        An interval narrow at the end of a run of hours would say nothing of its first
        minute.
        """
        scales = max(1, math.ceil(math.log10(max(most, 1) / _FIRST_SCALE)))
        return cls(level, most, margin, scales)

    @property
    def kind(self) -> str:
        """Return the word for it in `interval` of the JSON."""
        return "fixed" if self.planned is None else "anytime"

    def of(self, sums: BlockSums, estimate: Estimate, bounds: Bounds) -> Interval:
        """Return an estimate with its interval."""
        return self.interval(measure(sums, estimate, bounds))

    def tested(self, sums: BlockSums, estimate: Estimate, bounds: Bounds) -> Interval:
        """Return a difference with its interval and the p-value of none."""
        measured = measure(sums, estimate, bounds)
        return replace(self.interval(measured), p_value=self.p_value(measured))

    def interval(self, measured: intervals.Measured) -> Interval:
        """Return a number with its interval."""
        return Interval(measured.value, *self._ends(measured))

    def _ends(self, measured: intervals.Measured) -> tuple[float, float]:
        if self.planned is None:
            return intervals.interval(measured, self.level)
        if measured.blocks < 1:
            return measured.bounds.low, measured.bounds.high
        reach = min(
            anytime.anytime_score(measured.blocks, planned, level)
            for planned, level in self._of_scales()
        )
        return intervals.interval_at(measured, reach)

    def _of_scales(self) -> Iterator[tuple[int, float]]:
        """Yield where the intervals are narrow, and the level of each."""
        assert self.planned is not None
        level = 1 - (1 - self.level) / self.scales
        for scale in range(self.scales):
            yield max(self.planned // 10**scale, 1), level

    def p_value(self, measured: intervals.Measured) -> float:
        """Return the two-sided p-value of no difference."""
        return self.p_values([measured])[0]

    def p_values(
        self, measured: Sequence[intervals.Measured], null: float = 0.0
    ) -> list[float]:
        """Return those of several numbers, worked out together (faster)."""
        scores = intervals.scores(measured, null)
        if self.planned is None:
            return [intervals.p_value_at(score) for score in scores]
        return [
            min(1.0, self.scales * min(self._p_values_at(score, each.blocks)))
            for score, each in zip(scores, measured, strict=True)
        ]

    def _p_values_at(self, score: float, blocks: int) -> Iterator[float]:
        """Yield the p-value of so many errors at each scale."""
        for planned, level in self._of_scales():
            yield anytime.p_value_at(score, blocks, planned, level)

    def decisions(self, measured: Sequence[intervals.Measured]) -> list[Decision]:
        """Return what is said of some differences, corrected for all of them."""
        most, alone = 1 - self.level, self.p_values(measured)
        return [
            Decision(p_value, p_holm, p_holm < most, p_equal < most <= p_holm)
            for p_value, p_holm, p_equal in zip(
                alone, holm(alone), holm(self._of_margin(measured)), strict=True
            )
        ]

    def _of_margin(self, measured: Sequence[intervals.Measured]) -> list[float]:
        """Return p-values of differing by the margin or more."""
        if self.margin is None:
            return [1.0] * len(measured)
        ends = (self.p_values(measured, null) for null in (-self.margin, self.margin))
        return [
            max(both) if abs(each.value) < self.margin else 1.0
            for each, *both in zip(measured, *ends, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Standing:
    """A strategy's share of wins and its mean points, with their intervals."""

    win_share: Interval
    fair_share: float
    mean_points: Interval


@dataclass(frozen=True, slots=True)
class PairDifference:
    """The paired difference of two strategies, scaled as design.md section 7 says."""

    a: int
    b: int
    difference: Interval
    decision: Decision


@dataclass(frozen=True, slots=True)
class Standings:
    """All strategies of a run and all pairs of them."""

    matches: int
    blocks: int
    sides: int
    reading: Reading
    strategies: tuple[Standing, ...]
    pairs: tuple[PairDifference, ...]

    def ahead(self) -> list[list[bool]]:
        """Return whether one strategy is decidedly ahead of another."""
        count = len(self.strategies)
        ahead = [[False] * count for _ in range(count)]
        for pair in self.pairs:
            if pair.decision.is_apart and pair.difference.value > 0:
                ahead[pair.a][pair.b] = True
            elif pair.decision.is_apart:
                ahead[pair.b][pair.a] = True
        return ahead

    def ranks(self) -> list[tuple[int, int]]:
        """Return the best and the worst rank that each strategy may have."""
        return rank_ranges(self.ahead())


def standings(
    sums: BlockSums,
    columns: Columns,
    sides: int,
    most_points: float,
    reading: Reading | None = None,
) -> Standings:
    """Return the shares, points and paired differences of all strategies of a run.

    Parameters
    ----------
    sums
        The run's blocks, rows as `columns` says.
    columns
        The columns of a row.
    sides
        How many sides the table has.
    most_points
        What a seat can make in a match at the very most.
    reading
        Level and kind of the intervals; by default 95 % for a run of fixed size.
    """
    reading = reading or Reading()
    points = points_up_to(most_points)
    return Standings(
        sums.sums[columns.matches],
        sums.blocks,
        sides,
        reading,
        tuple(
            _standing(sums, columns, strategy, sides, points, reading)
            for strategy in range(columns.strategies)
        ),
        tuple(_pairs(sums, columns, reading)),
    )


def win_share(sums: BlockSums, columns: Columns, strategy: int) -> Estimate:
    """Return a strategy's wins over the matches."""
    return ratio(sums, columns.wins(strategy), columns.matches, SIXTIETHS)


def mean_points(sums: BlockSums, columns: Columns, strategy: int) -> Estimate:
    """Return the points of one seat of a strategy in a match."""
    return ratio(sums, columns.points(strategy), columns.seats(strategy))


def difference(sums: BlockSums, columns: Columns, a: int, b: int) -> Estimate:
    """Return the win share over the fair share of a, less that of b, over the sides.

    The fair share is the sides sat on over matches times sides. So this is a's wins
    over the sides on which it sat, less the same of b, and 0 for equal strength.
    """
    return ratio(sums, columns.wins(a), columns.sides(a), SIXTIETHS) - ratio(
        sums, columns.wins(b), columns.sides(b), SIXTIETHS
    )


def gain(
    sums: BlockSums, shares: Sequence[Estimate], squares: Sequence[Fraction]
) -> float:
    """Return how many independent matches one match of these blocks is worth.

    For one strategy that is the variance of its share if matches were independent,
    (mean of squared wins - share^2) / matches, over the variance that the blocks
    have. Over several strategies both are summed first. So it is the factor by which
    independent matches would have to be more for the same mean squared error, and
    strategies that nearly always win or lose weigh little. Without any variance it
    is 1 by definition.

    Parameters
    ----------
    sums
        The run's blocks.
    shares
        The win share of each strategy.
    squares
        Of each, the mean over matches of the square of its wins in a match (1 for a
        win, 1/4 for half a win).
    """
    alone = together = Fraction(0)
    for share, square in zip(shares, squares, strict=True):
        if share.matches:
            alone += (square - share.value**2) / share.matches
            together += variance(sums, share)
    return float(alone / together) if alone > 0 and together > 0 else 1.0


def _standing(
    sums: BlockSums,
    columns: Columns,
    strategy: int,
    sides: int,
    points: Bounds,
    reading: Reading,
) -> Standing:
    share = reading.of(sums, win_share(sums, columns, strategy), SHARE_BOUNDS)
    # Who plays alone sits on all sides, and one of them wins.
    if columns.strategies == 1:
        share = Interval(share.value, share.value, share.value)
    fair = ratio(sums, columns.sides(strategy), columns.matches, sides)
    mean = reading.of(sums, mean_points(sums, columns, strategy), points)
    return Standing(share, float(fair.value), mean)


def _pairs(sums: BlockSums, columns: Columns, reading: Reading) -> list[PairDifference]:
    """Return all pairs, with Holm's correction."""
    pairs = list(combinations(range(columns.strategies), 2))
    found = [
        measure(sums, difference(sums, columns, a, b), DIFFERENCE) for a, b in pairs
    ]
    return [
        PairDifference(a, b, reading.interval(measured), decision)
        for (a, b), measured, decision in zip(
            pairs, found, reading.decisions(found), strict=True
        )
    ]
