"""A verdict as tidy tables."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zetema_sim.experiments.shared.results import Row, columns, frames, source_rows
from zetema_sim.experiments.verdict.findings import ChangeEffect, Verdict

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
        "win_shares": _win_shares(found),
        "head_to_head": _head_to_head(found),
        "points": _points(found),
        "changes": _changes(found),
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


def _win_shares(found: Verdict) -> Iterator[Row]:
    for table in found.tables:
        for preset in table.cell.presets:
            yield {
                "strategy": found.question.strategy.name,
                "players": table.cell.players,
                "sides": table.cell.sides,
                "rules": preset,
                "matches": table.matches,
                **columns("win_share", table.share),
                "fair_share": table.cell.fair,
                **columns("strength", table.strength),
                "word": table.judged.word,
                "p_holm": table.judged.p_holm,
            }


def _head_to_head(found: Verdict) -> Iterator[Row]:
    for duel in found.duels:
        yield {
            "opponent": duel.opponent,
            "rules": found.duel_rules,
            "matches": duel.matches,
            **columns("win_share", duel.share),
            "p_holm": duel.p_holm,
            "decided": duel.decided,
        }


def _points(found: Verdict) -> Iterator[Row]:
    for table in found.tables:
        of = table.sources
        for who, points, events in (
            ("strategy", of.points, of.events),
            ("field", of.field_points, of.field_events),
        ):
            for row in source_rows(points, events):
                yield {
                    "players": table.cell.players,
                    "rules": shlex.join(table.cell.presets),
                    "whose": who,
                    **row,
                }


def _changes(found: Verdict) -> Iterator[Row]:
    for kind, changes in (("plan", found.ablations), ("rule", found.rules)):
        yield from (_changed(kind, change) for change in changes)


def _changed(kind: str, change: ChangeEffect) -> Row:
    return {
        "kind": kind,
        "change": change.name,
        "players": change.players,
        "matches": change.matches,
        **columns("win_share", change.share),
        **columns("difference", change.difference.turned()),
        "p_holm": change.p_holm,
        "decided": change.decided,
        "word": change.judged.word if change.judged else "",
    }
