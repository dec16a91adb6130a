"""The answer of `sweep` as tidy tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zetema_sim.experiments.shared.results import Row, columns, difference_row, frames
from zetema_sim.experiments.sweep.experiment import Sweep

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
        "differences": difference_rows(found),
    }
    return frames(rows, {"differences": _DIFFERENCES})


def _summary(found: Sweep) -> Row:
    return {
        "matches": found.matches,
        "points": len(found.spots),
        "turns": found.turns,
        "level": found.reading.level,
        "interval": found.reading.kind,
        "verdict": found.verdict,
    }


def _sweep(found: Sweep) -> Iterator[Row]:
    names = [each.name for each in found.plan.varied]
    for number, spot in enumerate(found.spots):
        values = dict(zip(names, spot.values, strict=True))
        for share in spot.strategies:
            row = share.as_row(in_question=share is spot.focus, matches=spot.matches)
            may_be_best = {"may_be_best": spot.may_be_best}
            yield {"point": number, **values, **row, **may_be_best}


def difference_rows(found: Sweep) -> Iterator[Row]:
    """Yield the rows of the differences."""
    for gap in found.gaps:
        row = {"a": gap.a, "b": gap.b, **difference_row(gap.wins)}
        del row["equal"]  # there is no margin here
        points = columns("points_difference", gap.points)
        yield {**row, "neighbours": gap.neighbours, **points}
