"""The answer of `sweep` as tidy tables, and as JSON made from the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    Row,
    StrategyResult,
    columns,
    difference_row,
    frames,
    json_head,
    picked,
)
from zetema_sim.experiments.sweep.experiment import PointResult, Sweep

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


def as_json(found: Sweep) -> dict[str, Any]:
    """Return the sweep with what it was made from; every number is finite."""
    setup = found.plan.base
    run = setup.run
    names = [each.name for each in found.plan.varied]
    return {
        **json_head(setup.rules, run.rules, setup.sides, run.seed),
        "matches": found.matches,
        "turns": found.turns,
        "seconds": found.seconds,
        "interval": found.reading.kind,
        "strategies": list(found.plan.names),
        "focus": found.plan.focus,
        "varied": [
            {"name": each.name, "values": list(each.values)}
            for each in found.plan.varied
        ],
        "points": [_spot(spot, names) for spot in found.spots],
        "differences": [
            picked(
                row,
                "a b difference:ci95 p_holm decided neighbours "
                "points_difference:points_ci95",
            )
            for row in difference_rows(found)
        ],
        "best": found.best,
        "faults": fault_rates.as_json(found.fault_rates),
        "verdict": found.verdict,
    }


def _spot(spot: PointResult, names: list[str]) -> dict[str, Any]:
    return {
        "values": dict(zip(names, spot.values, strict=True)),
        "matches": spot.matches,
        "blocks": spot.blocks,
        "gain": spot.gain,
        "may_be_best": spot.may_be_best,
        "focus": _share(spot.focus),
        "others": [_share(share) for share in spot.others],
    }


def _share(share: StrategyResult) -> dict[str, Any]:
    told = picked(share.as_row(), "win_share fair_share mean_points")
    return {"name": share.name, **told}
