"""The answer of `tournament` as one JSON object: docs/json.md says what a key means."""

from __future__ import annotations

from typing import Any

from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    difference_row,
    json_head,
    picked,
)
from zetema_sim.experiments.tournament.experiment import Tournament
from zetema_sim.experiments.tournament.sentences import verdict

_OF_DIFFERENCE = "difference:ci95 p_holm decided equal"


def as_json(found: Tournament) -> dict[str, Any]:
    """Return the tournament with what it was made from; every number is finite."""
    field = found.field
    names = field.names
    return {
        **json_head(field.rules, field.table, field.sides, field.seed),
        "matches": found.matches,
        "rounds": found.rounds,
        "turns": found.turns,
        "deals": found.deals,
        "seconds": found.seconds,
        "interval": found.reading.kind,
        "stopped": found.stopped,
        "margin": found.reading.margin,
        "lineups": {
            "count": field.line_up_count,
            "each_round": "all" if field.all_lineups else "sampled",
        },
        "strategies": [
            player.as_json(ranks=list(player.ranks)) for player in found.players
        ],
        "pairs": [
            {
                **{"a": names[duel.a], "b": names[duel.b]},
                "field": picked(difference_row(duel.field), _OF_DIFFERENCE),
                "head_to_head": picked(difference_row(duel.head), _OF_DIFFERENCE),
            }
            for duel in found.duels
        ],
        "cycles": [[names[place] for place in cycle] for cycle in found.cycles],
        "seats": [seat.as_json() for seat in found.seats],
        "faults": fault_rates.as_json(found.fault_rates),
        "gain": found.gain,
        "verdict": verdict(found),
    }
