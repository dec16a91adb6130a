"""Intervals cover the truth as often as they say, in made-up worlds of blocks.

A 95 % interval covers where it does not miss significantly too often (one-sided
binomial, 0.1 %). The naive interval, over matches as if they were independent, is
tried on the same data and must fail, so that the test can.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from tests.kit.block_worlds import WORLDS, Floats, points, strengths_around
from zetema_sim.stats.intervals import level_score, unit_interval

SCORE = level_score(0.95)
SEATS = (2, 3, 4, 6)
SHARES = (0.02, 0.05, 0.1, 0.3, 0.5, 0.9, 0.98)
TRUTH_BLOCKS = 200_000


def enough(runs: int) -> float:
    """Return the least coverage that is not significantly below 95 %."""
    return float(stats.binom.ppf(0.001, runs, 0.95)) / runs


def covered(
    means: Floats, truth: float, matches: int, *, smooth: bool = False
) -> float:
    """Return how often the interval of block means ``[run, block]`` has the truth."""
    blocks = means.shape[1]
    variance = means.var(axis=1, ddof=1) / blocks
    variance[variance < 1e-15] = 0  # exact in the program, rounded here
    low, high = unit_interval(
        means.mean(axis=1), variance, blocks, matches, score=SCORE, smooth=smooth
    )
    return float(np.mean((low - 1e-9 <= truth) & (truth <= high + 1e-9)))


def naive(means: Floats, truth: float, matches: int) -> float:
    """Return the same for matches taken as independent."""
    share = means.mean(axis=1)
    reach = 1.96 * np.sqrt(share * (1 - share) / matches)
    return float(np.mean(np.abs(share - truth) <= reach))


def worst_coverage(
    name: str, seats: int, first: float, blocks: int, runs: int
) -> float:
    """Return the least coverage over all shares and differences of a world."""
    strengths = strengths_around(first, seats)
    rng = np.random.default_rng([list(WORLDS).index(name), seats, int(100 * first)])
    truth = WORLDS[name](strengths, (1, TRUTH_BLOCKS, seats), rng).mean(axis=(0, 1, 2))
    means = WORLDS[name](strengths, (runs, blocks, seats), rng).mean(axis=2)
    matches = blocks * seats
    found = [covered(means[..., one], truth[one], matches) for one in {0, 1, seats - 1}]
    for a, b in combinations(sorted({0, 1, seats - 1}), 2):
        apart = (means[..., a] - means[..., b] + 1) / 2
        found.append(covered(apart, (truth[a] - truth[b] + 1) / 2, matches))
    return min(found)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", WORLDS)
def test_shares_and_differences_are_covered(name: str, seats: int) -> None:
    """At 30 blocks, for small, middling and large shares."""
    for first in (0.02, 0.3, 0.98):
        assert worst_coverage(name, seats, first, 30, 500) >= enough(500), first


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [5, 12, 30, 120, 600])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", WORLDS)
def test_shares_and_differences_are_covered_everywhere(
    name: str, seats: int, blocks: int
) -> None:
    """For few and many blocks and shares from 0.02 to 0.98."""
    runs = 1000 if blocks <= 120 else 300
    for first in SHARES:
        got = worst_coverage(name, seats, first, blocks, runs)
        assert got >= enough(runs), first


@pytest.mark.parametrize("kind", ["usual", "shared", "skewed", "rare"])
@pytest.mark.parametrize("seats", SEATS)
def test_points_are_covered(kind: str, seats: int) -> None:
    """Mean points of a seat, among them skewed ones and a source that seldom pays."""
    rng = np.random.default_rng([seats, len(kind)])
    truth = points(kind, (1, 500_000, seats), rng).mean() / 1000
    means = points(kind, (2000, 30, seats), rng).mean(axis=2) / 1000
    assert covered(means, truth, 30 * seats, smooth=True) >= enough(2000)


@pytest.mark.parametrize(
    ("name", "first"),
    [("all_or_none", 0.3), ("suits_one", 0.3), ("independent", 0.02)],
)
def test_the_naive_interval_fails_on_the_same_data(name: str, first: float) -> None:
    """Over matches, where blocks share luck and where a share is near 0."""
    rng = np.random.default_rng(7)
    strengths = strengths_around(first, 3)
    truth = WORLDS[name](strengths, (1, TRUTH_BLOCKS, 3), rng).mean(axis=(0, 1, 2))[0]
    means = WORLDS[name](strengths, (2000, 30, 3), rng).mean(axis=2)[..., 0]
    assert naive(means, truth, 90) < enough(2000)
    assert covered(means, truth, 90) >= enough(2000)


def test_the_naive_interval_is_too_wide_where_luck_is_shared_by_seat() -> None:
    """There blocks are worth more than their matches, and the interval shows it."""
    rng = np.random.default_rng(8)
    means = WORLDS["seat_luck"](strengths_around(0.3, 3), (500, 300, 3), rng).mean(
        axis=2
    )
    share = means[..., 0].mean(axis=1)
    variance = means[..., 0].var(axis=1, ddof=1) / 300
    low, high = unit_interval(share, variance, 300, 900, score=SCORE)
    assert np.mean(high - low) < 0.8 * np.mean(
        3.92 * np.sqrt(share * (1 - share) / 900)
    )


@pytest.mark.parametrize("name", ["independent", "suits_one", "seat_luck"])
def test_blocks_of_unequal_size_are_covered(name: str) -> None:
    """Blocks of four and of two matches in turn, as A A B B at four seats has them."""
    rng = np.random.default_rng(9)
    strengths = strengths_around(0.1, 4)
    sizes = np.tile([4, 2], 15)
    truth = WORLDS[name](strengths, (1, TRUTH_BLOCKS, 4), rng).mean(axis=(0, 1, 2))[0]
    wins = WORLDS[name](strengths, (1000, 30, 4), rng)[..., 0]
    shifts = rng.permuted(np.tile(np.arange(4), (1000, 30, 1)), axis=2)
    wins = np.take_along_axis(wins, shifts, axis=2)  # which seats are played varies
    won = np.where(np.arange(4) < sizes[:, None], wins, 0).sum(axis=2)
    assert ratio_covered(won, sizes, truth) >= enough(1000)


def ratio_covered(won: Floats, sizes: npt.NDArray[np.int64], truth: float) -> float:
    """Return how often the interval of wins over matches has the truth."""
    blocks, matches = len(sizes), int(sizes.sum())
    share = won.sum(axis=1) / matches
    residuals = (won - share[:, None] * sizes) / matches
    variance = (residuals**2).sum(axis=1) * blocks / (blocks - 1)
    variance[variance < 1e-15] = 0
    low, high = unit_interval(share, variance, blocks, matches, score=SCORE)
    return float(np.mean((low <= truth) & (truth <= high)))
