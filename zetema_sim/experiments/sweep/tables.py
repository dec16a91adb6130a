"""The answer of `sweep` as tidy tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from zetema_sim.experiments.sweep.experiment import Share, Sweep

Row = dict[str, Any]

# A table without rows keeps its head, so that it can be read.
_DIFFERENCES = [
    *("a", "b", "difference", "difference_low", "difference_high", "p_holm"),
    *("decided", "neighbours", "points_difference"),
    *("points_difference_low", "points_difference_high"),
]


def tables(found: Sweep) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    return {
        "summary": pd.DataFrame([_summary(found)]),
        "sweep": pd.DataFrame(list(_sweep(found))),
        "differences": pd.DataFrame(list(_differences(found)), columns=_DIFFERENCES),
    }


def _summary(found: Sweep) -> Row:
    return {
        "matches": found.matches,
        "points": len(found.spots),
        "turns": found.turns,
        "level": found.level,
        "interval": found.reading.kind,
        "verdict": found.verdict,
    }


def _sweep(found: Sweep) -> Iterator[Row]:
    for number, spot in enumerate(found.spots):
        point = {"point": number, **_values(found, spot.values)}
        for share in (spot.focus, *spot.others):
            yield {
                **point,
                "strategy": share.strategy,
                "in_question": share is spot.focus,
                "matches": spot.matches,
                **_of_share(share),
                "may_be_best": spot.may_be_best,
            }


def _values(found: Sweep, values: tuple[str, ...]) -> Row:
    names = [each.name for each in found.plan.varied]
    return dict(zip(names, values, strict=True))


def _of_share(share: Share) -> Row:
    faults = {} if share.fault_rate is None else {"fault_rate": share.fault_rate}
    return {
        "win_share": share.win_share.value,
        "win_share_low": share.win_share.low,
        "win_share_high": share.win_share.high,
        "fair_share": share.fair_share,
        "mean_points": share.mean_points.value,
        "mean_points_low": share.mean_points.low,
        "mean_points_high": share.mean_points.high,
        **faults,
    }


def _differences(found: Sweep) -> Iterator[Row]:
    for gap in found.gaps:
        yield {
            "a": gap.a,
            "b": gap.b,
            "difference": gap.win_share.value,
            "difference_low": gap.win_share.low,
            "difference_high": gap.win_share.high,
            "p_holm": gap.p_holm,
            "decided": gap.decided,
            "neighbours": gap.neighbours,
            "points_difference": gap.points.value,
            "points_difference_low": gap.points.low,
            "points_difference_high": gap.points.high,
        }
