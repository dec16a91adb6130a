"""Distributions drawn in a line of text."""

import numpy as np
import pytest

from tests.kit.cli_runs import zetema
from zetema_sim.experiments.shared.sparks import (
    BLOCKS,
    COLUMNS,
    bins_for,
    middle,
    spark,
)


@pytest.mark.parametrize("most", [0, 5, 195, 200, 205, 5000])
def test_bins_take_in_everything(most):
    """No more bins than columns, each of equally many steps, all points in one."""
    histogram = np.zeros((1, most + 1), np.int64)
    histogram[0, ::5] = 1
    bins = bins_for(histogram)
    assert bins.count <= COLUMNS
    assert bins.width * (bins.count - 1) <= most < bins.width * bins.count


def test_heights_follow_the_counts():
    """The largest count is a full block, none is blank, any other is seen."""
    histogram = np.array([800, 0, 400, 1])
    assert spark(histogram, bins_for(histogram[None])) == "█ ▄▁"
    assert len(BLOCKS) == 9


@pytest.mark.parametrize(
    ("histogram", "expected"), [([1], 0), ([1, 1], 1), ([3, 1], 0), ([0, 2, 1, 1], 2)]
)
def test_half_of_the_cases_reach_the_middle(histogram, expected):
    """It is the most points of which that is so."""
    assert middle(np.array(histogram)) == expected


def test_piped_text_is_plain_and_fits_80_columns():
    """No colour where nobody asked for it, and no line that wraps."""
    lines = zetema("compare", "greedy", "random", "--matches", 40).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("\x1b" in line for line in lines)
    assert any("█" in line for line in lines)
