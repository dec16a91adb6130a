"""A verdict as one JSON object: docs/json.md says what each key means."""

from __future__ import annotations

from typing import Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import json_of, values
from zetema_sim.experiments.verdict.bands import BANDS, Judgement
from zetema_sim.experiments.verdict.findings import (
    AtTable,
    ChangeEffect,
    Combination,
    Verdict,
)

SCHEMA = 1


def as_json(found: Verdict) -> dict[str, Any]:
    """Return the verdict with what it was made from; every number is finite."""
    question = found.question
    return {
        "schema": SCHEMA,
        "version": __version__,
        "strategy": {
            "name": question.strategy.name,
            "source_hash": question.strategy.source_hash,
            "settings": question.strategy.settings,
        },
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
                {
                    "opponent": duel.opponent,
                    **json_of("win_share", duel.share),
                    "matches": duel.matches,
                    "p_holm": duel.p_holm,
                    "decided": duel.decided,
                }
                for duel in found.duels
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
    cell, more = table.cell, table.judged.more
    return {
        "players": cell.players,
        "sides": cell.sides,
        "presets": list(cell.presets),
        **json_of("win_share", table.share),
        "fair_share": cell.fair,
        **json_of("strength", table.strength),
        "matches": table.matches,
        "gain": table.gain,
        **_judged(table.judged),
        "matches_to_decide": None if more is None else round(more * table.matches),
        "points_by_source": values(table.sources.points),
        "field_points_by_source": values(table.sources.field_points),
        "declarations_per_deal": values(table.sources.events),
        "field_declarations_per_deal": values(table.sources.field_events),
    }


def _combination(planned: Combination | None) -> dict[str, Any] | None:
    if planned is None:
        return None
    return {
        "source": planned.source,
        "found_by": "plan" if planned.by_plan else "field",
        **json_of("points_per_deal_more", planned.points),
        "declarations_per_deal": planned.events,
        "rules": planned.rules,
    }


def _changed(change: ChangeEffect) -> dict[str, Any]:
    return {
        "players": change.players,
        "change": change.name,
        **json_of("win_share", change.share),
        "matches": change.matches,
        **json_of("difference", change.difference.turned()),
        "p_holm": change.p_holm,
        "decided": change.decided,
        **({"judged": _judged(change.judged)} if change.judged else {}),
    }
