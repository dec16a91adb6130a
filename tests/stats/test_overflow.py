"""No sum overflows at 10^12 matches, under any rules that are allowed.

What is summed over a whole run in 64 bits are counts of a match (`RunSums.lineups`, the
histograms and totals): the most that one match can add, times all matches, must fit.
All else (`BlockSums`, `RatioSums`) goes over to Python's whole numbers before it would
not: shown by doubling until it must.
"""

from __future__ import annotations

import numpy as np
import pytest

from zetema_sim.playing.lineups import MOST_SEATS
from zetema_sim.playing.seating import MOST_MATCHES
from zetema_sim.rules.value_kinds import MOST_POINTS
from zetema_sim.stats import BlockSums, RatioSums
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.view import MAX_TURNS
from zetema_sim.work import added

LARGEST = 2**63 - 1
# A side's last event takes it past the target: at most five couples with two bonuses.
POINTS_OF_A_SIDE = MOST_POINTS + 3 * MOST_POINTS
DEALS = MOST_SEATS * MOST_POINTS + 1  # each deal gives a point at least, or is the last

MOST_OF_A_MATCH = {
    "wins, in 60ths": SIXTIETHS * MOST_SEATS,
    "their squares": (SIXTIETHS * MOST_SEATS) ** 2,
    "points": POINTS_OF_A_SIDE * MOST_SEATS,
    "deals of seats": DEALS * MOST_SEATS,
    "turns, declarations and zetemas": DEALS * MAX_TURNS,
}


@pytest.mark.parametrize("what", MOST_OF_A_MATCH)
def test_counts_of_all_matches_fit(what: str) -> None:
    """What one match adds at most, times the most matches, is less than 2^63."""
    assert MOST_OF_A_MATCH[what] * MOST_MATCHES <= LARGEST


def test_more_would_not_be_allowed_unnoticed() -> None:
    """The bounds rest on limits of the program; loosened tenfold one would not fit."""
    worst = max(MOST_OF_A_MATCH.values())
    assert worst * 10 * MOST_MATCHES > LARGEST


ROW = [SIXTIETHS * 6, POINTS_OF_A_SIDE * 36, 720]  # of a block of six matches


def test_products_of_a_run_are_exact_beyond_64_bits() -> None:
    """Doubled forty times, sums and products are those of Python's whole numbers."""
    rows = np.array([ROW], np.int64)
    sums = BlockSums.of(rows)
    for _ in range(40):
        sums = added(sums, sums)
    assert sums.sums == tuple(number * 2**40 for number in ROW)
    assert sums.product(1, 1) == ROW[1] ** 2 * 2**40 > LARGEST
    assert sums.product(0, 2) == ROW[0] * ROW[2] * 2**40


def test_products_of_a_stretch_are_exact_beyond_64_bits() -> None:
    """Rows so large that a stretch's own products would not fit are no exception."""
    rows = np.full((4096, 2), 2**31, np.int64)
    sums = BlockSums.of(rows)
    assert sums.product(0, 1) == 4096 * 2**62 > LARGEST
    ratios = RatioSums.of(rows, rows)
    both = added(ratios, ratios)
    assert both.sums_of(0).product(0, 1) == 2 * 4096 * 2**62
