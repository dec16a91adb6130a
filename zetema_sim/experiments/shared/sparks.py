"""Distributions drawn in a line of text, one block a bin."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

BLOCKS = " ▁▂▃▄▅▆▇█"
COLUMNS = 40


@dataclass(frozen=True)
class Bins:
    """Bins of equally many possible numbers of points, from 0 on."""

    width: int
    count: int


def bins_for(histograms: npt.NDArray[np.int64], columns: int = COLUMNS) -> Bins:
    """Return bins that take in all that occurs, a whole number of steps each.

    Parameters
    ----------
    histograms
        How often each number of points occurred, ``[strategy, points]``.
    columns
        The most bins.
    """
    points = np.flatnonzero(histograms.sum(axis=0)).tolist()
    step, most = math.gcd(*points) or 1, max(points, default=0)
    width = step * -(-(most // step + 1) // columns)
    return Bins(width, most // width + 1)


def spark(histogram: npt.NDArray[np.int64], bins: Bins) -> str:
    """Return the histogram in blocks; what occurs at all has at least the lowest."""
    points = np.flatnonzero(histogram)
    heights = np.zeros(bins.count, np.int64)
    np.add.at(heights, points // bins.width, histogram[points])
    most = max(int(heights.max()), 1)
    return "".join(BLOCKS[-(-int(height) * 8 // most)] for height in heights)


def middle(histogram: npt.NDArray[np.int64]) -> int:
    """Return the most points that at least half of the cases reach."""
    reached = np.cumsum(histogram[::-1])
    return len(histogram) - 1 - int(np.searchsorted(reached, reached[-1] / 2))
