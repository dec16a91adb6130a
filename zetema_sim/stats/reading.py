"""How numbers are read off sums: their intervals, and what is said of differences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zetema_sim.stats import anytime, intervals
from zetema_sim.stats.estimates import Estimate
from zetema_sim.stats.intervals import Bounds, Interval, Measured, measure
from zetema_sim.stats.multiple import Decision, holm
from zetema_sim.stats.sums import BlockSums

_FIRST_SCALE = 32  # blocks: the least size at which intervals are narrow, or so


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference with its interval, and what is said of it among all."""

    number: Interval
    decision: Decision

    def turned(self) -> Difference:
        """Return it taken the other way round."""
        return Difference(self.number.turned(), self.decision)


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
    margin
        Of indifference: those known to differ by less are equal. None asks for none.
    scales
        At how many sizes they are narrow: after a tenth of `planned` too, a hundredth,
        …; what the level leaves is shared among them.
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

    def interval(self, measured: Measured) -> Interval:
        """Return a number with its interval."""
        return Interval(measured.value, *self._ends(measured))

    def _ends(self, measured: Measured) -> tuple[float, float]:
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

    def p_values(self, measured: Sequence[Measured], null: float = 0.0) -> list[float]:
        """Return two-sided p-values of `null`, worked out together (faster)."""
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

    def compared(
        self, measured: Sequence[Measured], null: float = 0.0
    ) -> list[Difference]:
        """Return numbers with what is said of each, corrected for all of them.

        Parameters
        ----------
        measured
            All that are compared, with `null` or with each other.
        null
            What they are where there is no difference.
        """
        most, alone = 1 - self.level, self.p_values(measured, null)
        return [
            Difference(
                self.interval(each),
                Decision(p_value, p_holm, p_holm < most, p_equal < most <= p_holm),
            )
            for each, p_value, p_holm, p_equal in zip(
                measured,
                alone,
                holm(alone),
                holm(self._of_margin(measured)),
                strict=True,
            )
        ]

    def _of_margin(self, measured: Sequence[Measured]) -> list[float]:
        """Return p-values of differing by the margin or more."""
        if self.margin is None:
            return [1.0] * len(measured)
        ends = (self.p_values(measured, null) for null in (-self.margin, self.margin))
        return [
            max(both) if abs(each.value) < self.margin else 1.0
            for each, *both in zip(measured, *ends, strict=True)
        ]
