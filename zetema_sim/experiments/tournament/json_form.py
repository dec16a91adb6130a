"""The answer of `tournament` as one JSON object: docs/json.md says what a key means."""

from __future__ import annotations

from typing import Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import difference_json
from zetema_sim.experiments.tournament.experiment import Tournament
from zetema_sim.experiments.tournament.sentences import verdict
from zetema_sim.rules.sides import side_lists

SCHEMA = 1


def as_json(found: Tournament) -> dict[str, Any]:
    """Return the tournament with what it was made from; every number is finite."""
    field = found.field
    names = field.names
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": field.rules.as_log(field.table.players, field.sides),
        "players": field.table.players,
        "sides": side_lists(field.table),
        **seed_as_told(field.seed),
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
                "field": difference_json(duel.field.number, duel.field.decision),
                "head_to_head": difference_json(duel.head.number, duel.head.decision),
            }
            for duel in found.duels
        ],
        "cycles": [[names[place] for place in cycle] for cycle in found.cycles],
        "seats": [seat.as_json() for seat in found.seats],
        "faults": fault_rates.as_json(found.fault_rates),
        "gain": found.gain,
        "verdict": verdict(found),
    }
