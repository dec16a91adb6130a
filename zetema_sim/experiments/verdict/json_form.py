"""A verdict as one JSON object: docs/json.md says what each key means."""

from __future__ import annotations

from typing import Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    columns,
    identity,
    picked,
    values,
)
from zetema_sim.experiments.verdict.bands import BANDS, Judgement
from zetema_sim.experiments.verdict.findings import (
    AtTable,
    ChangeEffect,
    Combination,
    Verdict,
)
from zetema_sim.experiments.verdict.tables import change_row, duel_rows, table_row

SCHEMA = 1


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
