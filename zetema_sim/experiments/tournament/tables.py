"""The answer of `tournament` as tidy tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.tournament.experiment import Difference, Tournament
from zetema_sim.experiments.tournament.sentences import verdict
from zetema_sim.stats import Interval

Row = dict[str, Any]


def tables(found: Tournament) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    rows = {
        "summary": [_summary(found)],
        "win_shares": _win_shares(found),
        "pairs": _pairs(found),
        "cycles": _cycles(found),
        "seats": _seats(found),
        "points": _points(found),
    }
    columns = {"cycles": ["cycle", "beats", "strategy", "beaten"]}
    return {
        name: pd.DataFrame(list(each), columns=columns.get(name))
        for name, each in rows.items()
    }


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


def _ends(name: str, number: Interval) -> Row:
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}


def _win_shares(found: Tournament) -> Iterator[Row]:
    for player in found.players:
        yield {
            "strategy": player.name,
            **_ends("win_share", player.win_share),
            "fair_share": 1 / found.field.table.sides,
            "rank_best": player.ranks[0],
            "rank_worst": player.ranks[1],
            **_ends("mean_points", player.mean_points),
            **fault_rates.column(found.fault_rates, player.name),
        }


def _pairs(found: Tournament) -> Iterator[Row]:
    """Yield the matrix, each pair once: `difference` is that of a less that of b."""
    names = found.field.names

    def row(duel_names: Row, against: str, each: Difference) -> Row:
        return {
            **duel_names,
            "against": against,
            **_ends("difference", each.number),
            "p_holm": each.decision.p_holm,
            "decided": each.decision.decided,
            "equal": each.decision.is_equal,
        }

    for duel in found.duels:
        pair = {"a": names[duel.a], "b": names[duel.b]}
        yield row(pair, "field", duel.field)
        yield row(pair, "each_other", duel.head)


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
    for player in found.players:
        for seat, share in enumerate(player.seats):
            yield {"strategy": player.name, "seat": seat, **_ends("win_share", share)}
    for seat, share in enumerate(found.seats):
        yield {"strategy": "", "seat": seat, **_ends("win_share", share)}


def _points(found: Tournament) -> Iterator[Row]:
    for player in found.players:
        for source, points in player.points_by_source.items():
            yield {
                "strategy": player.name,
                "source": source,
                **_ends("points_per_match", points),
                **_ends("events_per_deal", player.events_per_deal[source]),
            }
