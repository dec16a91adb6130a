"""The answer of `tournament` as one JSON object: docs/json.md says what a key means."""

from __future__ import annotations

from typing import Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.tournament.experiment import (
    Difference,
    FieldPair,
    FieldStanding,
    Tournament,
)
from zetema_sim.experiments.tournament.sentences import verdict
from zetema_sim.rules.sides import side_lists

SCHEMA = 1


def as_json(found: Tournament) -> dict[str, Any]:
    """Return the tournament with what it was made from; every number is finite."""
    field = found.field
    names = field.names
    fair = 1 / field.table.sides
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
        "strategies": [_player(player, fair) for player in found.players],
        "pairs": [_duel(duel, names) for duel in found.duels],
        "cycles": [[names[place] for place in cycle] for cycle in found.cycles],
        "seats": [
            {"seat": seat, "win_share": share.value, "win_share_ci95": share.ends}
            for seat, share in enumerate(found.seats)
        ],
        "faults": fault_rates.as_json(found.fault_rates),
        "gain": found.gain,
        "verdict": verdict(found),
    }


def _player(player: FieldStanding, fair: float) -> dict[str, Any]:
    return {
        "name": player.name,
        "source_hash": player.source_hash,
        "settings": player.settings,
        "win_share": player.win_share.value,
        "win_share_ci95": player.win_share.ends,
        "fair_share": fair,
        "ranks": list(player.ranks),
        "mean_points": player.mean_points.value,
        "mean_points_ci95": player.mean_points.ends,
        "points_by_source": {
            source: number.value for source, number in player.points_by_source.items()
        },
        "declarations_per_deal": {
            source: number.value for source, number in player.events_per_deal.items()
        },
        "seats": [
            {"seat": seat, "win_share": share.value, "win_share_ci95": share.ends}
            for seat, share in enumerate(player.seats)
        ],
    }


def _duel(duel: FieldPair, names: list[str]) -> dict[str, Any]:
    return {
        "a": names[duel.a],
        "b": names[duel.b],
        "field": _difference(duel.field),
        "head_to_head": _difference(duel.head),
    }


def _difference(found: Difference) -> dict[str, Any]:
    return {
        "difference": found.number.value,
        "ci95": found.number.ends,
        "p_holm": found.decision.p_holm,
        "decided": found.decision.decided,
        "equal": found.decision.is_equal,
    }
