"""Intervals and p-values from blocks that hold near the bounds and for few blocks.

One formula serves every number, after its possible range is scaled to [0, 1]. It is
the interval of Korn and Graubard (Confidence intervals for proportions with small
expected number of positive counts estimated from survey data, Survey Methodology 24,
1998): Clopper and Pearson's exact interval for a share, with the number of
independent matches that the blocks were worth,

    worth = share (1 - share) / variance * (z / t)^2,

where z and t are the quantiles of the normal distribution and of Student's with one
degree of freedom less than there are blocks. With many blocks it is the usual
``share ± t sqrt(variance)``; near 0 and 1 it is lopsided as it must be, and inside
[0, 1] always.

Three things are added, each for a case in which the coverage simulations
(``tests/stats/test_coverage.py``) fail without it. At 30 blocks they widen the interval
by a quarter or so, at 120 by a twelfth, and from a thousand on by next to nothing:

* A variance taken from few blocks with a win in them is too often too small. So the
  design effect, the variance over that of whole blocks which are won or lost
  together, is drawn towards 1 with the weight of half a block that has both:
  ``effect = (effect * e + 1/2) / (e + 1/2)`` with ``e = 4 blocks share (1 - share)``.
* Matches are whole, so a variance far below that of independent matches is luck:
  2 / matches^2 is added to 1 / worth.
* A number that is not made of wins, such as points, varies smoothly, and its bounds
  are far away; both corrections would only widen it. Instead its variance is
  multiplied by (1 + 2 / blocks).

Without any variance the chance that a block differs is at most
``most = 1 - tail^(1 / blocks)`` (Louis, Confidence intervals for a binomial parameter
after observing no successes, Am. Statistician 35, 1981; `tail` is half of what the
level leaves), and by all that a block can differ the number moves to no more than
``share - share * most`` or ``share + (1 - share) * most``. At a share of 0 or 1 that
is Clopper and Pearson's interval for whole blocks. One block says nothing: the whole
range, and a p-value of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from zetema_sim.common.wording import hundred_with_margin
from zetema_sim.stats.estimates import Estimate, variance
from zetema_sim.stats.sums import BlockSums

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

_PULL = 0.5  # weight of a whole block's design effect, in blocks that have both
_WHOLE = 2.0  # added to 1 / worth, over matches squared
_SMOOTH = 2.0  # widens the variance of smooth numbers, over blocks
_MOST_WORTH = 1e12  # the beta quantiles are exact so far; beyond, width is nothing
_LEAST_SCORE, _MOST_SCORE = 1e-3, 37.0  # a p-value of 0.999, above it 1; 1e-299
_TOLD_SCORE = 8.0  # a p-value of 1e-15: no approximation is right beyond
_NOTHING = 1e-12  # less is written as 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between what a number lies in every block, and whether it is made of wins."""

    low: float
    high: float
    smooth: bool = False


SHARE_BOUNDS = Bounds(0.0, 1.0)
DIFFERENCE = Bounds(-1.0, 1.0)


def points_up_to(most: float) -> Bounds:
    """Return the bounds of mean points where a seat makes at most `most` a match."""
    return Bounds(0.0, most, smooth=True)


def points_apart(most: float) -> Bounds:
    """Return the bounds of a difference of two such means."""
    return Bounds(-most, most, smooth=True)


@dataclass(frozen=True, slots=True)
class Measured:
    """A number with what its interval rests on."""

    value: float
    variance: float
    blocks: int
    matches: int
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class Interval:
    """A number and its interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """The longer side of the interval."""
        return max(self.value - self.low, self.high - self.value)

    @property
    def ends(self) -> list[float]:
        """The interval, as JSON has it."""
        return [self.low, self.high]

    @property
    def text(self) -> str:
        """The share as ``52.3 ± 0.5``, in wins of 100."""
        return hundred_with_margin(self.value, self.margin)

    def turned(self) -> Interval:
        """Return the difference taken the other way round."""
        return Interval(-self.value, -self.high, -self.low)


def measure(sums: BlockSums, estimate: Estimate, bounds: Bounds) -> Measured:
    """Return an estimate with its variance over blocks, as floats."""
    return Measured(
        float(estimate.value),
        float(variance(sums, estimate)),
        sums.blocks if estimate.matches else 0,
        estimate.matches,
        bounds,
    )


def interval(measured: Measured, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of a run of fixed size."""
    return interval_at(measured, level_score(level))


def p_value(measured: Measured, null: float = 0.0) -> float:
    """Return the two-sided p-value of `null`: below 1 - level iff `interval` omits it.

    The run must be of fixed size.
    """
    return p_value_at(score(measured, null))


def p_value_at(score: float) -> float:
    """Return the two-sided p-value of a null that lies so many errors away."""
    return 1.0 if score == 0 else 2.0 * float(special.ndtr(-score))


def level_score(level: float) -> float:
    """Return the normal quantile that a level leaves half of the rest above."""
    if not 0 < level < 1:
        raise ValueError(f"level {level}; allowed is more than 0 and less than 1")
    return float(-special.ndtri((1 - level) / 2))


def interval_at(measured: Measured, score: float) -> tuple[float, float]:
    """Return the interval that a normal number would have `score` errors either way."""
    bounds = measured.bounds
    span = bounds.high - bounds.low
    low, high = unit_interval(
        np.array((measured.value - bounds.low) / span),
        np.array(measured.variance / span**2),
        measured.blocks,
        measured.matches,
        score=score,
        smooth=bounds.smooth,
    )
    return bounds.low + float(low) * span, bounds.low + float(high) * span


def score(measured: Measured, null: float = 0.0) -> float:
    """Return the largest score at which the interval omits `null`, or 0."""
    return scores([measured], null)[0]


def scores(measured: Sequence[Measured], null: float = 0.0) -> list[float]:
    """Return the score of each number, all worked out together (faster)."""
    found = [0.0] * len(measured)
    alike: dict[tuple[int, Bounds], list[int]] = {}
    for place, each in enumerate(measured):
        alike.setdefault((each.blocks, each.bounds), []).append(place)
    for (blocks, bounds), places in alike.items():
        group = [measured[place] for place in places]
        scored = _scores(group, blocks, bounds, null)
        for place, value in zip(places, scored, strict=True):
            found[place] = float(value)
    return found


def _scores(
    measured: Sequence[Measured], blocks: int, bounds: Bounds, null: float
) -> Floats:
    span = bounds.high - bounds.low
    share = np.array([(each.value - bounds.low) / span for each in measured])
    spread = np.array([each.variance / span**2 for each in measured])
    matches = np.array([each.matches for each in measured])

    def omits(score: Floats) -> npt.NDArray[np.bool_]:
        low, high = unit_interval(
            share, spread, blocks, matches, score=score, smooth=bounds.smooth
        )
        omitted: npt.NDArray[np.bool_] = (null < bounds.low + low * span) | (
            null > bounds.low + high * span
        )
        return omitted

    low = np.full(len(measured), _LEAST_SCORE)
    high = np.full(len(measured), _MOST_SCORE)
    none, most = ~omits(low), omits(high)
    while float((high - low).max()) > 1e-9:
        middle = (low + high) / 2
        omitted = omits(middle)
        low, high = np.where(omitted, middle, low), np.where(omitted, high, middle)
    found: Floats = np.where(most, _TOLD_SCORE, np.minimum(low, _TOLD_SCORE))
    return np.where(none, 0.0, found)


def unit_interval(
    share: Floats,
    variance: Floats,
    blocks: int,
    matches: int | Whole,
    *,
    score: float | Floats,
    smooth: bool = False,
) -> tuple[Floats, Floats]:
    """Return the lower and upper ends for numbers scaled to [0, 1].

    Parameters
    ----------
    share, variance
        The numbers and their variances over blocks, of any one shape.
    blocks, matches
        What each of the numbers rests on.
    score
        The normal quantile of the level, one for all or for each.
    smooth
        Whether the numbers are not made of wins.
    """
    share = np.clip(share, 0.0, 1.0)
    if blocks < 2:
        return np.zeros_like(share), np.ones_like(share)
    tail = special.ndtr(-score)
    constant = (variance <= 0) | (share * (1 - share) <= 0)
    inner = np.where(constant, 0.5, share)
    part = _independent_part(inner, variance, blocks, matches, smooth)
    shrink = score / -special.stdtrit(blocks - 1, tail)
    worth = np.minimum(shrink**2 / part, _MOST_WORTH)
    won = worth * inner
    lost = worth - won
    with np.errstate(divide="ignore"):
        most = -np.expm1(np.log(tail) / blocks)
    low = np.where(
        constant, share - share * most, special.betaincinv(won, lost + 1, tail)
    )
    # The quantile's own zero is 2.2e-308; so many errors leave everything possible.
    low = np.where((low < _NOTHING) | (tail == 0), 0.0, low)
    high = np.where(
        constant, share + (1 - share) * most, special.betainccinv(won + 1, lost, tail)
    )
    return low, np.where(tail == 0, 1.0, high)


def _independent_part(
    share: Floats, variance: Floats, blocks: int, matches: int | Whole, smooth: bool
) -> Floats:
    """Return one over the independent matches that the blocks are worth."""
    spread = share * (1 - share)
    if smooth:
        part: Floats = variance / spread * (1 + _SMOOTH / blocks)
        return np.maximum(part, 1 / _MOST_WORTH)
    effect = blocks * variance / spread
    telling = 4 * blocks * spread
    effect = (effect * telling + _PULL) / (telling + _PULL)
    part = effect / blocks + _WHOLE / np.square(matches, dtype=np.float64)
    return part
