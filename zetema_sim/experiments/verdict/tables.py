"""A verdict as tidy tables, and what determines it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pandas as pd

from zetema_sim import __version__, counters
from zetema_sim.cache import game_hash
from zetema_sim.experiments.numbers import Measure
from zetema_sim.experiments.verdict.findings import Changed, Verdict
from zetema_sim.experiments.verdict.question import Question
from zetema_sim.experiments.verdict.variants import PLAIN_SUIT, PLAN_OFF

Row = dict[str, Any]

# Tables that may be without rows keep their heads, so that they can be read.
_SHARE = ("win_share", "win_share_low", "win_share_high")
_COLUMNS = {
    "head_to_head": ["opponent", "rules", "matches", *_SHARE, "p_holm", "decided"],
    "changes": [
        *("kind", "change", "players", "matches", *_SHARE),
        *("difference", "difference_low", "difference_high"),
        *("p_holm", "decided", "word"),
    ],
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
    return {
        name: pd.DataFrame(list(each), columns=_COLUMNS.get(name))
        for name, each in rows.items()
    }


def _repeat(question: Question) -> str:
    """Return the command line that gives the same numbers."""
    names = (each.name for each in question.field)
    words = ["zetema", "verdict", question.strategy.name, "--field", ",".join(names)]
    words += ["--players", ",".join(map(str, question.players))]
    words += ["--rules", ",".join(question.rules_asked)]
    for override in question.overrides:
        words += ["--set", override]
    for each in question.ablations:
        if each.setting not in (PLAN_OFF, PLAIN_SUIT):
            words += ["--ablate", each.setting]
    for folder in question.folders:
        words += ["--strategies", str(folder)]
    words += ["--seed", str(question.seed), "--precision", str(question.precision)]
    return shlex.join([*words, "--matches", str(question.ceiling)])


def _summary(found: Verdict) -> Row:
    return {
        "matches": found.matches,
        "turns": found.turns,
        "level": 0.95,
        "interval": "fixed",
        "word": found.overall.word,
        "verdict": found.sentences[0],
        "more": " ".join(found.sentences[1:]),
    }


def manifest(found: Verdict) -> dict[str, Any]:
    """Return all that determines the verdict's numbers, and nothing else."""
    question = found.question
    return {
        "command": "verdict",
        "repeat": _repeat(question),
        "version": __version__,
        "engine_hash": game_hash(),
        "rules_name": ", ".join(rules.name for rules in question.rules),
        "strategy": question.strategy.name,
        "strategies": [
            {
                "name": strategy.name,
                "settings": strategy.settings,
                "source_hash": strategy.source_hash,
            }
            for strategy in question.field
        ],
        "ablations": [each.setting for each in question.ablations],
        "rules": {rules.name: rules.as_log() for rules in question.rules},
        "players": list(question.players),
        "seed": question.seed,
        "precision": question.precision,
        "ceiling": question.ceiling,
        "matches": found.matches,
        "level": 0.95,
    }


def _ends(name: str, number: Measure) -> Row:
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}


def _win_shares(found: Verdict) -> Iterator[Row]:
    for table in found.tables:
        for preset in table.cell.presets:
            yield {
                "strategy": found.question.strategy.name,
                "players": table.cell.players,
                "sides": table.cell.sides,
                "rules": preset,
                "matches": table.matches,
                **_ends("win_share", table.share),
                "fair_share": table.cell.fair,
                **_ends("strength", table.strength),
                "word": table.judged.word,
                "p_holm": table.judged.p_holm,
            }


def _head_to_head(found: Verdict) -> Iterator[Row]:
    for duel in found.duels:
        yield {
            "opponent": duel.opponent,
            "rules": found.duel_rules,
            "matches": duel.matches,
            **_ends("win_share", duel.share),
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
            for source in counters.SOURCES:
                yield {
                    "players": table.cell.players,
                    "rules": " ".join(table.cell.presets),
                    "whose": who,
                    "source": source,
                    **_ends("points_per_match", points[source]),
                    **_ends("events_per_deal", events[source]),
                }


def _changes(found: Verdict) -> Iterator[Row]:
    for kind, changes in (("plan", found.ablations), ("rule", found.rules)):
        yield from (_changed(kind, change) for change in changes)


def _changed(kind: str, change: Changed) -> Row:
    return {
        "kind": kind,
        "change": change.name,
        "players": change.players,
        "matches": change.matches,
        **_ends("win_share", change.share),
        **_ends("difference", change.difference.turned()),
        "p_holm": change.p_holm,
        "decided": change.decided,
        "word": change.judged.word if change.judged else "",
    }
