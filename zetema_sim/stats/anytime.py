"""Intervals and p-values that hold however often one looks.

An interval of a run of fixed size misses too often where the run stops at a moment
chosen by what it showed. These hold at all looks together: they are the asymptotic
confidence sequences of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform
central limit theory and asymptotic confidence sequences, Annals of Statistics 52,
2024, theorem 2.2), which mix a normal martingale over a normal prior (Robbins 1970).
After n blocks the interval reaches

    score(n) = sqrt(2 (n r + 1) / (n r) * log(sqrt(n r + 1) / alpha))

errors either way, with r chosen so that it is narrowest after a planned number of
blocks (their appendix B.2): ``r = (-2 log alpha + log(1 - 2 log alpha)) / planned``.
There it is 3.03 errors for 95 %, where a fixed size has 1.96.

That score goes into the interval of `intervals`, so near the bounds and for few
blocks the same lopsided shape and the same care hold. The p-value is the inverse of
the martingale, and is below alpha iff the interval of that r omits the null.

Looks are at ends of cycles. `planned` must be fixed before the first look: the
blocks that a run may reach are a good choice, or fewer where an early end is hoped
for: after ten times as many blocks as planned the score is 3.24, after a tenth 3.86.
"""

from __future__ import annotations

import math

from zetema_sim.stats.intervals import Measured, interval_at, score


def anytime_interval(
    measured: Measured, planned: int, level: float = 0.95
) -> tuple[float, float]:
    """Return the interval after a look; all looks together hold at the level.

    Parameters
    ----------
    measured
        The number, from all blocks played so far.
    planned
        After how many blocks the interval is to be narrowest.
    level
        The chance that every look's interval holds the truth.
    """
    if measured.blocks < 1:
        return measured.bounds.low, measured.bounds.high
    return interval_at(measured, anytime_score(measured.blocks, planned, level))


def anytime_score(blocks: int, planned: int, level: float = 0.95) -> float:
    """Return how many errors either way the interval reaches after `blocks`."""
    if not 0 < level < 1:
        raise ValueError(f"level {level}; allowed is more than 0 and less than 1")
    mixed = blocks * _prior(planned, level)
    return math.sqrt(
        2 * (mixed + 1) / mixed * (math.log1p(mixed) / 2 - math.log(1 - level))
    )


def anytime_p_value(
    measured: Measured, planned: int, null: float = 0.0, level: float = 0.95
) -> float:
    """Return the p-value of `null` after a look; the least of all looks is one too.

    Parameters
    ----------
    measured
        The number, from all blocks played so far.
    planned, level
        As for the interval. The p-value is below ``1 - level`` iff the interval
        omits the null, and valid at every other threshold as well.
    null
        The value in question.
    """
    return p_value_at(score(measured, null), measured.blocks, planned, level)


def p_value_at(found: float, blocks: int, planned: int, level: float = 0.95) -> float:
    """Return the p-value of a null that lies so many errors away, after `blocks`."""
    if blocks < 2:
        return 1.0
    mixed = blocks * _prior(planned, level)
    evidence = found**2 * mixed / (2 * (mixed + 1)) - math.log1p(mixed) / 2
    return math.exp(-max(evidence, 0.0))


def _prior(planned: int, level: float) -> float:
    """Return the prior's variance, in units of a block's."""
    twice = -2 * math.log(1 - level)
    return (twice + math.log1p(twice)) / planned
