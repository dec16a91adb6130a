"""Intervals, paired differences and looking at any time, from sums over blocks."""

from zetema_sim.stats.anytime import (
    anytime_interval,
    anytime_p_value,
    anytime_score,
)
from zetema_sim.stats.estimates import Estimate, ratio, variance
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
from zetema_sim.stats.sentence import verdict
from zetema_sim.stats.standings import (
    Columns,
    PairDifference,
    Reading,
    Standing,
    Standings,
    difference,
    gain,
    mean_points,
    standings,
    win_share,
)
from zetema_sim.stats.sums import BlockSums

__all__ = [
    "DIFFERENCE",
    "SHARE_BOUNDS",
    "BlockSums",
    "Bounds",
    "Columns",
    "Decision",
    "Estimate",
    "Interval",
    "Measured",
    "PairDifference",
    "RatioSums",
    "Reading",
    "Standing",
    "Standings",
    "anytime_interval",
    "anytime_p_value",
    "anytime_score",
    "difference",
    "gain",
    "holm",
    "interval",
    "level_score",
    "mean_points",
    "measure",
    "p_value",
    "points_apart",
    "points_up_to",
    "rank_ranges",
    "rank_text",
    "ratio",
    "standings",
    "variance",
    "verdict",
    "win_share",
]
