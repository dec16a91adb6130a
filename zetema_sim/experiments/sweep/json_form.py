"""The answer of `sweep` as one JSON object: docs/json.md says what each key means."""

from __future__ import annotations

from typing import Any

from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import json_head, json_of
from zetema_sim.experiments.sweep.experiment import Gap, PointResult, Share, Sweep


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
        "differences": [_gap(gap) for gap in found.gaps],
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


def _share(share: Share) -> dict[str, Any]:
    return {
        "name": share.strategy,
        **json_of("win_share", share.win_share),
        "fair_share": share.fair_share,
        **json_of("mean_points", share.mean_points),
    }


def _gap(gap: Gap) -> dict[str, Any]:
    return {
        "a": gap.a,
        "b": gap.b,
        "difference": gap.win_share.value,
        "ci95": gap.win_share.ends,
        "p_holm": gap.p_holm,
        "decided": gap.decided,
        "neighbours": gap.neighbours,
        "points_difference": gap.points.value,
        "points_ci95": gap.points.ends,
    }
