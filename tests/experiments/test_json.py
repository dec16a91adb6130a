"""What experiments print with --json has the shape that docs/json.md says."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Any

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
from zetema_sim.kernel import counters

NUMBER: Schema = {"type": "number"}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
NOT_NEGATIVE: Schema = {"type": "number", "minimum": 0}
PAIR_OF_NUMBERS: Schema = {**listed(NUMBER), "minItems": 2, "maxItems": 2}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
OBJECT: Schema = {"type": "object"}


def of(keys: tuple[str, ...], item: Schema) -> Schema:
    return record(**dict.fromkeys(keys, item))


def either(*values: str | None) -> Schema:
    return {"enum": [*values]}


RUN: dict[str, Schema] = {
    "schema": {"const": 1},
    "version": TEXT,
    "rules": OBJECT,
    "players": {"type": "integer", "minimum": 2, "maximum": 6},
    "sides": listed(listed(WHOLE)),
    "seed": WHOLE,
    "seed_text": TEXT,
    "matches": COUNT,
    "turns": COUNT,
    "deals": COUNT,
    "seconds": RATE,
    "executor": either("threads", "processes", "dask"),
    "threads": COUNT,
    "interval": either("fixed", "anytime"),
    "gain": RATE,
    "verdict": TEXT,
}
STRATEGY: dict[str, Schema] = {
    "name": TEXT,
    "source_hash": HASH,
    "settings": {"type": "object", "additionalProperties": WHOLE},
    "win_share": NUMBER,
    "win_share_ci95": PAIR_OF_NUMBERS,
    "fair_share": SHARE,
    "mean_points": NOT_NEGATIVE,
    "mean_points_ci95": PAIR_OF_NUMBERS,
    "points_by_source": of(counters.SOURCES, NOT_NEGATIVE),
    "declarations_per_deal": of(counters.SOURCES, NOT_NEGATIVE),
}
SEAT: dict[str, Schema] = {
    "seat": WHOLE,
    "win_share": SHARE,
    "win_share_ci95": PAIR_OF_NUMBERS,
}
FOUND = {
    "difference": NUMBER,
    "ci95": PAIR_OF_NUMBERS,
    "p_holm": SHARE,
    "decided": FLAG,
    "equal": FLAG,
}
MARGIN = {"anyOf": [{"type": "null"}, RATE]}
FAULTS = listed(record(strategy=TEXT, fault_rate=RATE))
SCHEMAS: dict[str, Schema] = {
    "compare": record(
        **RUN,
        blocks=COUNT,
        stopped=either(None, "goal", "matches"),
        margin=MARGIN,
        strategies=listed(
            record(**STRATEGY, seats=listed(record(**SEAT, matches=WHOLE)))
        ),
        differences=listed(record(a=TEXT, b=TEXT, **FOUND)),
        lineups=listed(
            record(
                strategies=listed(TEXT),
                matches=COUNT,
                win_shares={"type": "object", "additionalProperties": SHARE},
            )
        ),
        endings=of(counters.ENDINGS[:-1], WHOLE),
        faults=FAULTS,
    ),
    "tournament": record(
        **RUN,
        rounds=COUNT,
        stopped=either(None, "decided", "precision", "matches"),
        margin=MARGIN,
        lineups=record(count=COUNT, each_round=either("all", "sampled")),
        strategies=listed(
            record(
                **STRATEGY,
                ranks={**listed(COUNT), "minItems": 2, "maxItems": 2},
                seats=listed(record(**SEAT)),
            )
        ),
        pairs=listed(
            record(a=TEXT, b=TEXT, field=record(**FOUND), head_to_head=record(**FOUND))
        ),
        cycles=listed({**listed(TEXT), "minItems": 3, "maxItems": 3}),
        seats=listed(record(**SEAT)),
        faults=FAULTS,
    ),
    "plan": record(
        schema={"const": 1},
        version=TEXT,
        rules=OBJECT,
        players=COUNT,
        seed=WHOLE,
        seed_text=TEXT,
        strategies=listed(TEXT),
        precision={"anyOf": [{"type": "null"}, RATE]},
        difference={"anyOf": [{"type": "null"}, RATE]},
        power={"anyOf": [{"type": "null"}, SHARE]},
        pilot_matches=COUNT,
        matches_per_second=RATE,
        executor=TEXT,
        threads=COUNT,
        needed=listed(
            record(interval=either("fixed", "anytime"), matches=COUNT, seconds=RATE)
        ),
    ),
}

COMMANDS = [
    ("compare", "greedy", "random"),
    ("compare", "greedy", "random", "--players", "4", "--sides", "2x2"),
    ("compare", "greedy", "--players", "3", "--set", "match.mode=single_deal"),
    ("compare", "greedy", "random", "--precision", "0.2"),
    ("compare", "greedy", "random", "--players", "4", "--until-decided"),
    ("compare", "balanced", "partner", "--margin", "0.5"),
    ("tournament", "greedy", "random", "first-chance"),
    ("tournament", "greedy", "random", "--until-decided", "--players", "4"),
    ("tournament", "greedy", "random", "--precision", "0.1", "--margin", "0.1"),
    ("plan", "greedy", "random", "--precision", "0.05"),
    ("plan", "greedy", "random", "--difference", "0.1"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_json_has_its_documented_shape(words: tuple[str, ...]) -> None:
    """One object, all keys and no other, and every number finite."""
    result = zetema(*words, "--matches", 300, "--quiet", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout, parse_constant=_refused)
    jsonschema.validate(told, SCHEMAS[words[0]])
    assert result.stderr == ""


def _refused(constant: str) -> Any:
    raise AssertionError(f"{constant} is no finite number")


@pytest.mark.parametrize("command", SCHEMAS)
def test_every_key_is_documented(command: str, top: Path) -> None:
    """docs/json.md names each key of a command's object in its section."""
    text = (top / "docs" / "json.md").read_text("utf-8")
    section = text.split(f"## `zetema {command} ", 1)[1].split("\n## ", 1)[0]
    missing = [key for key in _keys(SCHEMAS[command]) if f"`{key}`" not in section]
    assert missing == []


def _keys(schema: Schema) -> list[str]:
    found = []
    for key, inner in schema.get("properties", {}).items():
        found.append(key)
        if key not in ("points_by_source", "declarations_per_deal", "endings"):
            found += _keys(inner) + _keys(inner.get("items", {}))
    return found


def test_points_by_source_sum_to_the_mean() -> None:
    """In every answer that has both."""
    for words in (("compare", "--players", "2"), ("tournament",)):
        command, *options = words
        result = zetema(
            command, "greedy", "random", "--matches", 500, "--json", *options
        )
        for strategy in json.loads(result.stdout)["strategies"]:
            total = sum(strategy["points_by_source"].values())
            assert isfinite(total)
            assert total == pytest.approx(strategy["mean_points"])
