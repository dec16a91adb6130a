"""Intervals, paired differences and looking at any time, from sums over blocks."""

from zetema_sim.stats.anytime import (
    anytime_interval,
    anytime_p_value,
    anytime_score,
)
from zetema_sim.stats.estimates import Estimate, gain, ratio, variance
from zetema_sim.stats.intervals import (
    DIFFERENCE,
    SHARE_BOUNDS,
    Bounds,
    Interval,
    Measured,
    interval,
    level_score,
    measure,
    p_value,
    points_apart,
    points_up_to,
)
from zetema_sim.stats.multiple import Decision, holm, rank_ranges, rank_text
from zetema_sim.stats.ratios import RatioSums
from zetema_sim.stats.reading import Difference, Reading
from zetema_sim.stats.sums import BlockSums

__all__ = [
    "DIFFERENCE",
    "SHARE_BOUNDS",
    "BlockSums",
    "Bounds",
    "Decision",
    "Difference",
    "Estimate",
    "Interval",
    "Measured",
    "RatioSums",
    "Reading",
    "anytime_interval",
    "anytime_p_value",
    "anytime_score",
    "gain",
    "holm",
    "interval",
    "level_score",
    "measure",
    "p_value",
    "points_apart",
    "points_up_to",
    "rank_ranges",
    "rank_text",
    "ratio",
    "variance",
]
