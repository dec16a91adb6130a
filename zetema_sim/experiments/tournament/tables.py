"""The answer of `tournament` as tidy tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zetema_sim.experiments.shared.results import (
    Row,
    difference_row,
    frames,
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
