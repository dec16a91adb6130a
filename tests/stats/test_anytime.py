"""Intervals and p-values that hold at all looks together."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tests.kit.block_worlds import WORLDS, Floats, strengths_around
from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    Measured,
    Reading,
    anytime_interval,
    anytime_p_value,
    anytime_score,
)
from zetema_sim.stats.intervals import level_score, unit_interval

LOOKS = np.unique(np.geomspace(2, 1500, 130).astype(int))[:100]
PLANNED = 400


def covered_at_all_looks(
    means: Floats, truth: float, seats: int, *, anytime: bool
) -> float:
    """Return how often no look's interval misses, for block means ``[run, block]``."""
    sums, squares = means.cumsum(axis=1), (means**2).cumsum(axis=1)
    held = np.ones(len(means), bool)
    for blocks in map(int, LOOKS):
        share = sums[:, blocks - 1] / blocks
        variance = (squares[:, blocks - 1] / blocks - share**2) / (blocks - 1)
        variance[variance < 1e-15] = 0  # exact in the program, rounded here
        score = anytime_score(blocks, PLANNED) if anytime else level_score(0.95)
        low, high = unit_interval(share, variance, blocks, blocks * seats, score=score)
        held &= (low - 1e-9 <= truth) & (truth <= high + 1e-9)
    return float(held.mean())


def looked_at(
    name: str, seats: int, first: float, runs: int
) -> list[tuple[Floats, float]]:
    """Return block means and the truth, of the first share and a difference."""
    strengths = strengths_around(first, seats)
    rng = np.random.default_rng([list(WORLDS).index(name), seats])
    truth = WORLDS[name](strengths, (1, 200_000, seats), rng).mean(axis=(0, 1, 2))
    size = (runs, int(LOOKS[-1]), seats)
    means = WORLDS[name](strengths, size, rng).mean(axis=2)
    apart = (means[..., 0] - means[..., 1] + 1) / 2
    return [(means[..., 0], truth[0]), (apart, (truth[0] - truth[1] + 1) / 2)]


@pytest.mark.parametrize(
    ("name", "seats", "first"),
    [("independent", 3, 0.05), ("suits_one", 3, 0.3), ("seat_luck", 4, 0.5)],
)
def test_a_hundred_looks_are_covered(name: str, seats: int, first: float) -> None:
    """Together at 95 %, where intervals of fixed size are not."""
    assert len(LOOKS) == 100
    enough = stats.binom.ppf(0.001, 150, 0.95) / 150
    for means, truth in looked_at(name, seats, first, 150):
        assert covered_at_all_looks(means, truth, seats, anytime=True) >= enough
        assert covered_at_all_looks(means, truth, seats, anytime=False) < enough


@pytest.mark.slow
@pytest.mark.parametrize("first", [0.02, 0.3, 0.95])
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("name", WORLDS)
def test_a_hundred_looks_are_covered_everywhere(
    name: str, seats: int, first: float
) -> None:
    """For all worlds, from the second block on."""
    enough = stats.binom.ppf(0.001, 400, 0.95) / 400
    for means, truth in looked_at(name, seats, first, 400):
        assert covered_at_all_looks(means, truth, seats, anytime=True) >= enough


@pytest.mark.parametrize(
    ("blocks", "expected"), [(400, 3.035), (4000, 3.242), (40, 3.854)]
)
def test_the_score_is_least_near_the_plan(blocks: int, expected: float) -> None:
    """The figures of the docstring, for 400 blocks planned."""
    assert anytime_score(blocks, 400) == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize("difference", [0.0, 0.03, 0.045, 0.05, 0.3, -0.05])
def test_the_p_value_fits_the_interval(difference: float) -> None:
    """Below 0.05 iff the interval omits 0."""
    measured = Measured(difference, 0.015**2, 400, 1200, DIFFERENCE)
    low, high = anytime_interval(measured, PLANNED)
    got = anytime_p_value(measured, PLANNED)
    assert 0 < got <= 1
    assert (got < 0.05) == (not low <= 0 <= high)


def test_one_block_says_nothing() -> None:
    """All that is possible, undecided."""
    measured = Measured(1.0, 0.0, 1, 3, SHARE_BOUNDS)
    assert anytime_interval(measured, PLANNED) == (0, 1)
    assert anytime_interval(Measured(0.0, 0.0, 0, 0, SHARE_BOUNDS), PLANNED) == (0, 1)
    assert anytime_p_value(measured, PLANNED) == 1


def test_a_reading_says_which_it_is() -> None:
    """Fixed by default, anytime where a number of blocks is planned; that is wider."""
    measured = Measured(0.4, 1e-4, 400, 1200, SHARE_BOUNDS)
    assert (Reading().kind, Reading(planned=400).kind) == ("fixed", "anytime")
    fixed, anytime = (
        Reading().interval(measured),
        Reading(planned=400).interval(measured),
    )
    assert anytime.low < fixed.low < fixed.high < anytime.high


@pytest.mark.parametrize("level", [0, 1])
def test_a_level_must_be_a_share(level: float) -> None:
    """The message says what is allowed."""
    with pytest.raises(ValueError, match="allowed is more than 0 and less than 1"):
        anytime_score(30, 400, level)
