"""The interval from blocks: its edges, its limits, and that it fits its p-value."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    Bounds,
    Measured,
    interval,
    p_value,
    points_apart,
    points_up_to,
)

ALL_BOUNDS = [SHARE_BOUNDS, DIFFERENCE, points_up_to(900), points_apart(900)]


@st.composite
def anything_measured(draw: st.DrawFn) -> Measured:
    """Draw a number that blocks may give, as far as their count allows it."""
    bounds = draw(st.sampled_from(ALL_BOUNDS))
    blocks = draw(st.integers(2, 10**12))
    place = draw(st.sampled_from([0.0, 1.0, 0.5]) | st.floats(0, 1))
    most = place * (1 - place) / (blocks - 1)
    variance = draw(st.just(0.0) | st.floats(0, 1)) * most
    span = bounds.high - bounds.low
    value = bounds.low + place * span
    return Measured(value, variance * span**2, blocks, 3 * blocks, bounds)


@given(anything_measured(), st.floats(0.5, 0.999))
def test_every_interval_is_finite_and_holds_its_number(
    measured: Measured, level: float
) -> None:
    """Within the bounds, round the number, and never of width zero."""
    low, high = interval(measured, level)
    slack = 1e-9 * (measured.bounds.high - measured.bounds.low)
    assert measured.bounds.low - slack <= low <= measured.value + slack
    assert measured.value - slack <= high <= measured.bounds.high + slack
    assert low < high


@given(anything_measured(), st.floats(0, 1), st.floats(0.5, 0.999))
def test_the_p_value_is_small_iff_the_interval_omits_the_null(
    measured: Measured, place: float, level: float
) -> None:
    """At every level, for any null between the bounds."""
    bounds = measured.bounds
    null = bounds.low + place * (bounds.high - bounds.low)
    low, high = interval(measured, level)
    got = p_value(measured, null)
    assert 0 < got <= 1
    if not math.isclose(got, 1 - level, abs_tol=1e-6):
        assert (got < 1 - level) == (not low <= null <= high)


@given(anything_measured())
def test_a_higher_level_is_never_narrower(measured: Measured) -> None:
    """99 % holds 95 % holds 80 %."""
    ends = [interval(measured, level) for level in (0.8, 0.95, 0.99)]
    lows, highs = zip(*ends, strict=True)
    slack = 1e-9 * (measured.bounds.high - measured.bounds.low)
    assert all(np.diff(lows) <= slack)
    assert all(np.diff(highs) >= -slack)


@pytest.mark.parametrize("bounds", ALL_BOUNDS)
def test_one_block_says_nothing(bounds: Bounds) -> None:
    """All that is possible, and a p-value of 1."""
    measured = Measured(0.25, 0.0, 1, 3, bounds)
    assert interval(measured) == (measured.bounds.low, measured.bounds.high)
    assert p_value(measured, 0.25) == 1


@pytest.mark.parametrize("share", [0.0, 1.0])
@pytest.mark.parametrize("blocks", [2, 30, 10_000])
def test_all_won_or_lost_is_clopper_and_pearson(share: float, blocks: int) -> None:
    """Of whole blocks, since these may be won or lost together."""
    won = int(share * blocks)
    expected = stats.binomtest(won, blocks).proportion_ci(0.95, "exact")
    got = interval(Measured(share, 0.0, blocks, 6 * blocks, SHARE_BOUNDS))
    assert got == pytest.approx((expected.low, expected.high))


def test_copies_have_an_interval_that_shrinks_with_the_blocks() -> None:
    """No variance at one third: at 1,000 blocks within 0.4 of 100 wins."""
    low, high = interval(Measured(1 / 3, 0.0, 1000, 3000, SHARE_BOUNDS))
    assert 0.332 < low < 1 / 3 < high < 0.3359
    assert p_value(Measured(0.0, 0.0, 1000, 3000, DIFFERENCE)) == 1


@pytest.mark.parametrize("bounds", ALL_BOUNDS)
def test_many_blocks_give_the_usual_interval(bounds: Bounds) -> None:
    """1.96 errors either way, within three thousandths of them."""
    measured = Measured(0.3, 1e-6, 200_000, 600_000, bounds)
    low, high = interval(measured)
    if measured.bounds != points_up_to(900):  # at 0.3 of 900 it stays lopsided
        assert (low, high) == pytest.approx((0.3 - 0.00196, 0.3 + 0.00196), abs=6e-6)
    assert p_value(measured, 0.302) == pytest.approx(0.0455, abs=0.001)


def test_independent_matches_are_clopper_and_pearson_with_student() -> None:
    """A tenth won in 30 blocks is a little wider than the exact interval."""
    exact = stats.binomtest(18, 180).proportion_ci(0.95, "exact")
    low, high = interval(Measured(0.1, 0.1 * 0.9 / 180, 30, 180, SHARE_BOUNDS))
    assert 0.04 < low < exact.low < exact.high < high < 0.18


@pytest.mark.parametrize("level", [0, 1, 1.5, -0.2])
def test_a_level_must_be_a_share(level: float) -> None:
    """The message says what is allowed."""
    with pytest.raises(ValueError, match="allowed is more than 0 and less than 1"):
        interval(Measured(0.5, 0.01, 30, 90, SHARE_BOUNDS), level)
