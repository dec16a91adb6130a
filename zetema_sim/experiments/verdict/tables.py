"""A verdict as tidy tables, and as JSON: docs/json.md says what each key means."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    SCHEMA,
    Row,
    columns,
    frames,
    identity,
    picked,
    source_rows,
    values,
)
from zetema_sim.experiments.verdict.bands import BANDS, Judgement
from zetema_sim.experiments.verdict.findings import (
    AtTable,
    ChangeEffect,
    Combination,
    Verdict,
)

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


def as_json(found: Verdict) -> dict[str, Any]:
    """Return the verdict with what it was made from; every number is finite."""
    question = found.question
    return {
        "schema": SCHEMA,
        "version": __version__,
        "strategy": identity(question.strategy),
        "field": [
            {"name": each.name, "source_hash": each.source_hash}
            for each in question.field
        ],
        "players": list(question.players),
        "rules": [rules.name for rules in question.rules],
        **seed_as_told(question.seed),
        "precision": question.precision,
        "matches": found.matches,
        "turns": found.turns,
        "seconds": found.seconds,
        "interval": "fixed",
        "thresholds": dict(BANDS),
        "word": found.word,
        "candidates": list(found.overall.candidates),
        "strength": None if found.strength is None else found.strength.value,
        "strength_ci95": None if found.strength is None else found.strength.ends,
        "tables": [_table(table) for table in found.tables],
        "missing": [
            {"table": name, "reason": reason} for name, reason in question.missing
        ],
        "head_to_head": {
            "rules": found.duel_rules,
            "opponents": [
                picked(row, "opponent win_share matches p_holm decided")
                for row in duel_rows(found)
            ],
        },
        "faults": fault_rates.as_json(found.fault_rates),
        "combination": _combination(found.combination),
        "ablations": [_changed(change) for change in found.ablations],
        "rule_changes": [_changed(change) for change in found.rules],
        "flips": [
            {"players": flip.players, "rule": flip.name, "word": flip.judged.word}
            for flip in found.flips()
            if flip.judged is not None
        ],
        "sentences": list(found.sentences),
        "verdict": found.sentences[0],
    }


def _judged(judged: Judgement) -> dict[str, Any]:
    return {
        "word": judged.word,
        "candidates": list(judged.candidates),
        "p_holm": judged.p_holm,
    }


def _table(table: AtTable) -> dict[str, Any]:
    row, more = table_row(table), table.judged.more
    return {
        **picked(row, "players sides"),
        "presets": list(table.cell.presets),
        **picked(row, "win_share fair_share strength matches"),
        "gain": table.gain,
        **_judged(table.judged),
        "matches_to_decide": None if more is None else round(more * table.matches),
        "points_by_source": values(table.own.points),
        "field_points_by_source": values(table.field.points),
        "declarations_per_deal": values(table.own.events),
        "field_declarations_per_deal": values(table.field.events),
    }


def _combination(planned: Combination | None) -> dict[str, Any] | None:
    if planned is None:
        return None
    return {
        "source": planned.source,
        "found_by": "plan" if planned.by_plan else "field",
        **picked(
            columns("points_per_deal_more", planned.points), "points_per_deal_more"
        ),
        "declarations_per_deal": planned.events,
        "rules": planned.rules,
    }


def _changed(change: ChangeEffect) -> dict[str, Any]:
    row = change_row("", change)
    told = picked(row, "players change win_share matches difference p_holm decided")
    return told if change.judged is None else told | {"judged": _judged(change.judged)}
