"""The answer of `sweep` as one JSON object: docs/json.md says what each key means."""

from __future__ import annotations

from typing import Any

from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    StrategyResult,
    json_head,
    picked,
)
from zetema_sim.experiments.sweep.experiment import PointResult, Sweep
from zetema_sim.experiments.sweep.tables import difference_rows


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
