"""The answer of `compare` as one JSON object: docs/json.md says what each key means."""

from __future__ import annotations

from typing import Any

from zetema_sim.experiments.compare.experiment import Comparison
from zetema_sim.experiments.compare.tables import difference_rows
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import json_head, picked
from zetema_sim.playing.seating import Setup


def as_json(setup: Setup, found: Comparison) -> dict[str, Any]:
    """Return the comparison with what it was made from; every number is finite."""
    run, reading = found.run, found.standings.reading
    return {
        **json_head(setup.rules, run.rules, setup.sides, run.seed),
        "matches": found.matches,
        "blocks": found.standings.blocks,
        "turns": found.turns,
        "deals": found.deals,
        "seconds": found.seconds,
        "interval": reading.kind,
        "stopped": found.stopped,
        "margin": reading.margin,
        "strategies": [strategy.as_json() for strategy in found.strategies],
        "differences": [
            picked(row, "a b difference:ci95 p_holm decided equal")
            for row in difference_rows(found)
        ],
        "lineups": [
            {
                "strategies": list(lineup.strategies),
                "matches": lineup.matches,
                "win_shares": lineup.win_shares,
            }
            for lineup in found.lineups
        ],
        "endings": found.endings,
        "faults": fault_rates.as_json(found.fault_rates),
        "gain": found.gain,
        "verdict": found.verdict,
    }
