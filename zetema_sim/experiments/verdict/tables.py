"""A verdict as tidy tables."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zetema_sim.experiments.shared.results import Row, columns, frames, source_rows
from zetema_sim.experiments.verdict.findings import AtTable, ChangeEffect, Verdict

if TYPE_CHECKING:
    import pandas as pd

_SHARE = "win_share win_share_low win_share_high"
_HEADS = {
    "head_to_head": f"opponent rules matches {_SHARE} p_holm decided",
    "changes": f"kind change players matches {_SHARE} difference difference_low "
    "difference_high p_holm decided word",
}


def tables(found: Verdict) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    rows = {
        "summary": [_summary(found)],
        "win_shares": (row for table in found.tables for row in _presets(found, table)),
        "head_to_head": duel_rows(found),
        "points": _points(found),
        "changes": (
            *(change_row("plan", change) for change in found.ablations),
            *(change_row("rule", change) for change in found.rules),
        ),
    }
    return frames(rows, _HEADS)


def _summary(found: Verdict) -> Row:
    return {
        "matches": found.matches,
        "turns": found.turns,
        "level": 0.95,
        "interval": "fixed",
        "word": found.word,
        "verdict": found.sentences[0],
        "more": " ".join(found.sentences[1:]),
    }


def _presets(found: Verdict, table: AtTable) -> Iterator[Row]:
    """Yield a row for each preset that is the same game at a table."""
    for preset in table.cell.presets:
        strategy = {"strategy": found.question.strategy.name}
        yield {**strategy, **table_row(table), "rules": preset}


def table_row(table: AtTable) -> Row:
    """Return the row of a table, of which the rules are left out."""
    return {
        "players": table.cell.players,
        "sides": table.cell.sides,
        "rules": "",
        "matches": table.matches,
        **columns("win_share", table.share),
        "fair_share": table.cell.fair,
        **columns("strength", table.strength),
        "word": table.judged.word,
        "p_holm": table.judged.p_holm,
    }


def duel_rows(found: Verdict) -> Iterator[Row]:
    """Yield a row for each opponent."""
    for duel in found.duels:
        yield {
            "opponent": duel.opponent,
            "rules": found.duel_rules,
            "matches": duel.matches,
            **columns("win_share", duel.wins.number),
            "p_holm": duel.wins.decision.p_holm,
            "decided": duel.wins.decision.decided,
        }


def _points(found: Verdict) -> Iterator[Row]:
    for table in found.tables:
        for who, of in (("strategy", table.own), ("field", table.field)):
            for row in source_rows(of.points, of.events):
                yield {
                    "players": table.cell.players,
                    "rules": shlex.join(table.cell.presets),
                    "whose": who,
                    **row,
                }


def change_row(kind: str, change: ChangeEffect) -> Row:
    """Return the row of a changed setting or rule."""
    return {
        "kind": kind,
        "change": change.name,
        "players": change.players,
        "matches": change.matches,
        **columns("win_share", change.share),
        **columns("difference", change.difference.number),
        "p_holm": change.difference.decision.p_holm,
        "decided": change.difference.decision.decided,
        "word": change.judged.word if change.judged else "",
    }
