"""The shapes of docs/json.md, as JSON Schema."""

from __future__ import annotations

from typing import Any

import jsonschema

Schema = dict[str, Any]

TEXT: Schema = {"type": "string", "minLength": 1}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": "boolean"}
RATE: Schema = {"type": "number", "exclusiveMinimum": 0}


def record(**keys: Schema) -> Schema:
    """Return the schema of an object with exactly these keys."""
    return {
        "type": "object",
        "properties": keys,
        "required": [*keys],
        "additionalProperties": False,
    }


def listed(item: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


SETTING = record(name=TEXT, value=WHOLE, default=WHOLE, least=WHOLE, most=WHOLE)
SHORT = {"name": TEXT, "summary": TEXT, "settings": listed(SETTING)}
START = record(
    libraries=RATE,
    kernel=RATE,
    strategies={"type": "object", "additionalProperties": RATE},
)
RATES = record(matches_per_second=RATE, turns_per_second=RATE, ns_per_turn=RATE)
LINE_UP = record(
    line_up=TEXT,
    players=COUNT,
    matches=COUNT,
    turns=COUNT,
    threads=COUNT,
    one_thread=RATES,
    all_threads=RATES,
    speed_up=RATE,
)

MAYBE: Schema = {"anyOf": [{"type": "null"}, TEXT]}
FINDING = record(
    check=TEXT, reason=TEXT, place=MAYBE, shown_by=MAYBE, replay=MAYBE, times=COUNT
)
REPORT = record(
    name=TEXT,
    path=TEXT,
    source_hash={"type": "string", "pattern": "^([0-9a-f]{64})?$"},
    findings=listed(FINDING),
    checked=listed(TEXT),
    facts={"type": "object", "additionalProperties": {"type": "number"}},
)

SCHEMAS: dict[str, Schema] = {
    "strategies": record(
        schema={"const": 1},
        strategies=listed(
            {"anyOf": [record(**SHORT), record(name=TEXT, problem=TEXT)]}
        ),
    ),
    "strategies show": record(
        schema={"const": 1},
        **SHORT,
        docstring=TEXT,
        source=TEXT,
        source_hash={"type": "string", "pattern": "^[0-9a-f]{64}$"},
        uses_chance=FLAG,
        decides_declarations=FLAG,
        path=TEXT,
    ),
    "strategies check": record(schema={"const": 1}, reports=listed(REPORT)),
    "bench": record(
        schema={"const": 2},
        version=TEXT,
        python=TEXT,
        numba=TEXT,
        start=record(empty_cache=START, warm=START),
        line_ups=listed(LINE_UP),
    ),
}


def check_json(command: str, told: Any) -> Any:
    """Check that a command's object has its documented shape, and return it."""
    jsonschema.validate(told, SCHEMAS[command])
    return told
