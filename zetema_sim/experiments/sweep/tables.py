"""The answer of `sweep` as tidy tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zetema_sim.experiments.shared.results import Row, columns, frames
from zetema_sim.experiments.sweep.experiment import Share, Sweep

if TYPE_CHECKING:
    import pandas as pd

_DIFFERENCES = (
    "a b difference difference_low difference_high p_holm decided neighbours "
    "points_difference points_difference_low points_difference_high"
)


def tables(found: Sweep) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    rows = {
        "summary": [_summary(found)],
        "sweep": _sweep(found),
        "differences": _differences(found),
    }
    return frames(rows, {"differences": _DIFFERENCES})


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
        **columns("win_share", share.win_share),
        "fair_share": share.fair_share,
        **columns("mean_points", share.mean_points),
        **faults,
    }


def _differences(found: Sweep) -> Iterator[Row]:
    for gap in found.gaps:
        yield {
            "a": gap.a,
            "b": gap.b,
            **columns("difference", gap.win_share),
            "p_holm": gap.p_holm,
            "decided": gap.decided,
            "neighbours": gap.neighbours,
            **columns("points_difference", gap.points),
        }
