"""Ratios of block sums, their differences, and the variance that blocks give them.

A share is a sum of wins over a sum of matches, and both vary from block to block. Its
variance is that of the linearised ratio, clustered by block: with n blocks, the sums
X and M of x and m, and the residual e = (x - (X / M) m) / M of a block,

    variance = n / (n - 1) * sum of e^2

(Cochran, Sampling Techniques, 3rd ed. 1977, section 6.3 and chapter 9A; Binder, On the
variances of asymptotically normal estimators from complex surveys, Int. Stat. Review
51, 1983). A difference or any sum of multiples of ratios has the same multiples of
their residuals, so that what blocks have in common cancels: it is paired. All of it
is worked out exactly, in fractions, so that no variance means none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zetema_sim.stats.sums import BlockSums


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number made of block sums, to be added, subtracted and scaled.

    Attributes
    ----------
    value
        The number.
    slopes
        By column, how much the value changes with the column's sum. They make a
        block's residual out of its row.
    matches
        The matches that the number rests on.
    """

    value: Fraction
    slopes: Mapping[int, Fraction]
    matches: int

    def __add__(self, other: Estimate) -> Estimate:
        """Return the sum of two numbers made of the same blocks."""
        slopes = dict(self.slopes)
        for column, slope in other.slopes.items():
            slopes[column] = slopes.get(column, Fraction(0)) + slope
        matches = min(self.matches, other.matches)
        return Estimate(self.value + other.value, slopes, matches)

    def __sub__(self, other: Estimate) -> Estimate:
        """Return the paired difference of two numbers made of the same blocks."""
        return self + other * -1

    def __mul__(self, factor: Fraction | int) -> Estimate:
        """Return a multiple of the number."""
        slopes = {column: slope * factor for column, slope in self.slopes.items()}
        return Estimate(self.value * factor, slopes, self.matches)


def ratio(sums: BlockSums, top: int, bottom: int, unit: int = 1) -> Estimate:
    """Return the sum of one column over that of another.

    Where nothing was counted the ratio is 0 by definition and rests on no match;
    its interval is then all that is possible.

    Parameters
    ----------
    sums
        The blocks.
    top, bottom
        The columns.
    unit
        What stands for one in the top column: 60 for wins counted in 60ths.
    """
    below = sums.sums[bottom]
    if below == 0:
        return Estimate(Fraction(0), {}, 0)
    value = Fraction(sums.sums[top], below * unit)
    slopes = {bottom: -value / below}
    slopes[top] = slopes.get(top, Fraction(0)) + Fraction(1, below * unit)
    return Estimate(value, slopes, below)


def variance(sums: BlockSums, estimate: Estimate) -> Fraction:
    """Return the variance of an estimate, clustered by block; 0 of a single block."""
    if sums.blocks < 2:
        return Fraction(0)
    squares = Fraction(0)
    for column, slope in estimate.slopes.items():
        for other, other_slope in estimate.slopes.items():
            squares += slope * other_slope * sums.product(column, other)
    return squares * Fraction(sums.blocks, sums.blocks - 1)


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
