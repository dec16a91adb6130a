"""What `sweep` and `verdict` print with --json has the shape that docs/json.md says."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.kit.cli_runs import zetema
from tests.kit.json_schemas import (
    COUNT,
    FLAG,
    RATE,
    TEXT,
    WHOLE,
    Schema,
    listed,
    record,
)
from zetema_sim.experiments.verdict.bands import BANDS, NOT_IN_RULES, UNDECIDED
from zetema_sim.kernel import counters

NUMBER: Schema = {"type": "number"}
NOT_NEGATIVE: Schema = {"type": "number", "minimum": 0}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
PAIR_OF_NUMBERS: Schema = {**listed(NUMBER), "minItems": 2, "maxItems": 2}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
OBJECT: Schema = {"type": "object"}
WORDS = [word for word, _ in BANDS]
WORD: Schema = {"enum": [*WORDS, UNDECIDED, NOT_IN_RULES]}
CANDIDATES: Schema = {**listed({"enum": WORDS}), "minItems": 1}
BY_SOURCE = record(**dict.fromkeys(counters.SOURCES, NOT_NEGATIVE))
WON: dict[str, Schema] = {"win_share": SHARE, "win_share_ci95": PAIR_OF_NUMBERS}
FAULTS = listed(record(strategy=TEXT, fault_rate=RATE))
JUDGED: dict[str, Schema] = {"word": WORD, "candidates": CANDIDATES, "p_holm": SHARE}


def maybe(schema: Schema) -> Schema:
    return {"anyOf": [{"type": "null"}, schema]}


PLAYED: dict[str, Schema] = {
    "schema": {"const": 1},
    "version": TEXT,
    "seed": WHOLE,
    "seed_text": TEXT,
    "matches": COUNT,
    "turns": COUNT,
    "seconds": RATE,
    "executor": TEXT,
    "threads": COUNT,
    "interval": {"const": "fixed"},
    "verdict": TEXT,
}
AT_POINT = record(
    name=TEXT,
    **WON,
    fair_share=SHARE,
    mean_points=NOT_NEGATIVE,
    mean_points_ci95=PAIR_OF_NUMBERS,
)
CHANGED: dict[str, Schema] = {
    "players": COUNT,
    "change": TEXT,
    **WON,
    "matches": COUNT,
    "difference": NUMBER,
    "difference_ci95": PAIR_OF_NUMBERS,
    "p_holm": SHARE,
    "decided": FLAG,
}
SCHEMAS: dict[str, Schema] = {
    "sweep": record(
        **PLAYED,
        rules=OBJECT,
        players=COUNT,
        sides=listed(listed(WHOLE)),
        strategies=listed(TEXT),
        focus=TEXT,
        varied=listed(record(name=TEXT, values=listed(TEXT))),
        points=listed(
            record(
                values=OBJECT,
                matches=COUNT,
                blocks=COUNT,
                gain=RATE,
                may_be_best=FLAG,
                focus=AT_POINT,
                others=listed(AT_POINT),
            )
        ),
        differences=listed(
            record(
                a=WHOLE,
                b=WHOLE,
                difference=NUMBER,
                ci95=PAIR_OF_NUMBERS,
                p_holm=SHARE,
                decided=FLAG,
                neighbours=FLAG,
                points_difference=NUMBER,
                points_ci95=PAIR_OF_NUMBERS,
            )
        ),
        best=WHOLE,
        faults=FAULTS,
    ),
    "verdict": record(
        **PLAYED,
        strategy=record(name=TEXT, source_hash=HASH, settings=OBJECT),
        field=listed(record(name=TEXT, source_hash=HASH)),
        players=listed(COUNT),
        rules=listed(TEXT),
        precision=RATE,
        thresholds=record(**dict.fromkeys(WORDS, NOT_NEGATIVE)),
        word=WORD,
        candidates=CANDIDATES,
        strength=maybe(NOT_NEGATIVE),
        strength_ci95=maybe(PAIR_OF_NUMBERS),
        tables=listed(
            record(
                players=COUNT,
                sides=TEXT,
                presets=listed(TEXT),
                **WON,
                fair_share=SHARE,
                strength=NOT_NEGATIVE,
                strength_ci95=PAIR_OF_NUMBERS,
                matches=COUNT,
                gain=RATE,
                **JUDGED,
                matches_to_decide=maybe(COUNT),
                points_by_source=BY_SOURCE,
                field_points_by_source=BY_SOURCE,
                declarations_per_deal=BY_SOURCE,
                field_declarations_per_deal=BY_SOURCE,
            )
        ),
        missing=listed(record(table=TEXT, reason=TEXT)),
        head_to_head=record(
            rules=TEXT,
            opponents=listed(
                record(opponent=TEXT, **WON, matches=COUNT, p_holm=SHARE, decided=FLAG)
            ),
        ),
        faults=FAULTS,
        combination=maybe(
            record(
                source={"enum": [*counters.SOURCES]},
                found_by={"enum": ["plan", "field"]},
                points_per_deal_more=NUMBER,
                points_per_deal_more_ci95=PAIR_OF_NUMBERS,
                declarations_per_deal=NOT_NEGATIVE,
                rules=TEXT,
            )
        ),
        ablations=listed(record(**CHANGED)),
        rule_changes=listed(record(**CHANGED, judged=record(**JUDGED))),
        flips=listed(record(players=COUNT, rule=TEXT, word=WORD)),
        sentences=listed(TEXT),
    ),
}
FEW = ("--field", "greedy,random", "--matches", "150")
COMMANDS = [
    ("sweep", "greedy", "random", "--vary", "draw.to=6,7", "--matches", "40"),
    ("sweep", "greedy", "random", "--vary", "draw.to=6", "--matches", "2"),
    ("verdict", "imperial-flush", "--rules", "cassell-1881", "--players", "2,5", *FEW),
    ("verdict", "greedy", "--players", "3,4", "--rules", "official", *FEW),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_json_has_its_documented_shape(words: tuple[str, ...]) -> None:
    """One object, all keys and no other, and every number finite."""
    result = zetema(*words, "--quiet", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout, parse_constant=pytest.fail)
    jsonschema.validate(told, SCHEMAS[words[0]])
    assert result.stderr == ""


@pytest.mark.parametrize("command", SCHEMAS)
def test_every_key_is_documented(command: str, top: Path) -> None:
    """docs/json.md names each key of a command's object in its section."""
    text = (top / "docs" / "json.md").read_text("utf-8")
    section = text.split(f"## `zetema {command} --json`", 1)[1].split("\n## ", 1)[0]
    told = _quoted(section)
    missing = [key for key in _keys(SCHEMAS[command]) if key not in told]
    assert missing == []


def _quoted(text: str) -> set[str]:
    """Return the words that stand in backticks, alone or in an object."""
    quoted = text.split("`")[1::2]
    return {word.strip("{} ") for part in quoted for word in part.split(",")}


def _keys(schema: Schema) -> list[str]:
    found = []
    for inner in (schema, *schema.get("anyOf", [])):
        for key, value in inner.get("properties", {}).items():
            if key in counters.SOURCES or key in WORDS:
                continue
            is_field = key.startswith("field_")  # "both with `field_` before"
            found.append("field_" if is_field else key)
            found += _keys(value) + _keys(value.get("items", {}))
    return found
