"""The answer of `tournament` as tidy tables, and as JSON made from the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    Row,
    difference_row,
    frames,
    json_head,
    picked,
    point_rows,
    seat_rows,
)
from zetema_sim.experiments.tournament.experiment import Tournament
from zetema_sim.experiments.tournament.sentences import verdict

if TYPE_CHECKING:
    import pandas as pd


def tables(found: Tournament) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    rows = {
        "summary": [_summary(found)],
        "win_shares": [each.as_row() for each in found.players],
        "pairs": _pairs(found),
        "cycles": _cycles(found),
        "seats": _seats(found),
        "points": point_rows(found.players),
    }
    return frames(rows, {"cycles": "cycle beats strategy beaten"})


def _summary(found: Tournament) -> Row:
    return {
        "matches": found.matches,
        "rounds": found.rounds,
        "deals": found.deals,
        "turns": found.turns,
        "level": found.reading.level,
        "interval": found.reading.kind,
        "gain": found.gain,
        "verdict": verdict(found),
    }


def _pairs(found: Tournament) -> Iterator[Row]:
    """Yield the matrix, each pair once: `difference` is that of a less that of b."""
    names = found.field.names
    for duel in found.duels:
        who = {"a": names[duel.a], "b": names[duel.b]}
        yield {**who, "against": "field", **difference_row(duel.field)}
        yield {**who, "against": "each_other", **difference_row(duel.head)}


def _cycles(found: Tournament) -> Iterator[Row]:
    names = found.field.names
    for number, cycle in enumerate(found.cycles):
        for place, (one, other) in enumerate(
            zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        ):
            yield {
                "cycle": number,
                "beats": place,
                "strategy": names[one],
                "beaten": names[other],
            }


def _seats(found: Tournament) -> Iterator[Row]:
    yield from seat_rows(found.players)
    yield from ({"strategy": "", **seat.as_row()} for seat in found.seats)


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
