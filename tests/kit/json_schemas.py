"""The shapes of docs/json.md, as JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jsonschema

from zetema_sim.experiments.verdict.bands import BANDS, NOT_IN_RULES, UNDECIDED
from zetema_sim.kernel import counters

Schema = dict[str, Any]

TEXT: Schema = {"type": "string", "minLength": 1}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": "boolean"}
RATE: Schema = {"type": "number", "exclusiveMinimum": 0}
NUMBER: Schema = {"type": "number"}
NOT_NEGATIVE: Schema = {"type": "number", "minimum": 0}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
OBJECT: Schema = {"type": "object"}


CALLED = ("fine", "doubtful", "error", "blunder")  # decisions, by what they cost


def record(**keys: Schema) -> Schema:
    """Return the schema of an object with exactly these keys."""
    return {
        "type": "object",
        "properties": keys,
        "required": [*keys],
        "additionalProperties": False,
    }


def listed(item: Schema, least: int = 0, most: int | None = None) -> Schema:
    """Return the schema of a list."""
    ends = {} if most is None else {"maxItems": most}
    return {"type": "array", "items": item, "minItems": least, **ends}


def maybe(schema: Schema) -> Schema:
    """Return the schema of what may be null."""
    return {"anyOf": [{"type": "null"}, schema]}


def either(*values: str | None) -> Schema:
    """Return the schema of one of these."""
    return {"enum": [*values]}


def of(keys: Iterable[str], item: Schema) -> Schema:
    """Return the schema of an object with these keys, all of one kind."""
    return record(**dict.fromkeys(keys, item))


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

MAYBE = maybe(TEXT)
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

# What experiments answer.

PAIR_OF_NUMBERS = listed(NUMBER, 2, 2)
BY_SOURCE = of(counters.SOURCES, NOT_NEGATIVE)
PLAYED: dict[str, Schema] = {
    "schema": {"const": 1},
    "version": TEXT,
    "seed": WHOLE,
    "seed_text": TEXT,
    "executor": either("threads", "processes", "dask"),
    "threads": COUNT,
}
ANSWERED: dict[str, Schema] = {
    **PLAYED,
    "matches": COUNT,
    "turns": COUNT,
    "seconds": RATE,
    "interval": either("fixed", "anytime"),
    "faults": listed(record(strategy=TEXT, fault_rate=RATE)),
    "verdict": TEXT,
}
AT_TABLE: dict[str, Schema] = {
    "rules": OBJECT,
    "players": {"type": "integer", "minimum": 2, "maximum": 6},
    "sides": listed(listed(WHOLE)),
}
STOPPABLE: dict[str, Schema] = {
    "deals": COUNT,
    "gain": RATE,
    "margin": maybe(RATE),
}
IDENTITY: dict[str, Schema] = {
    "name": TEXT,
    "source_hash": HASH,
    "settings": {"type": "object", "additionalProperties": WHOLE},
}
WON: dict[str, Schema] = {"win_share": SHARE, "win_share_ci95": PAIR_OF_NUMBERS}
SHARES: dict[str, Schema] = {
    **WON,
    "fair_share": SHARE,
    "mean_points": NOT_NEGATIVE,
    "mean_points_ci95": PAIR_OF_NUMBERS,
}
STRATEGY: dict[str, Schema] = {
    **IDENTITY,
    **SHARES,
    "points_by_source": BY_SOURCE,
    "declarations_per_deal": BY_SOURCE,
}
DECIDED: dict[str, Schema] = {"p_holm": SHARE, "decided": FLAG}
DIFFERENCE: dict[str, Schema] = {
    "difference": NUMBER,
    "ci95": PAIR_OF_NUMBERS,
    **DECIDED,
}
OR_EQUAL: dict[str, Schema] = {**DIFFERENCE, "equal": FLAG}
WORDS = [word for word, _ in BANDS]
WORD = either(*WORDS, UNDECIDED, NOT_IN_RULES)
CANDIDATES = listed(either(*WORDS), 1)
JUDGED: dict[str, Schema] = {"word": WORD, "candidates": CANDIDATES, "p_holm": SHARE}
CHANGED: dict[str, Schema] = {
    "players": COUNT,
    "change": TEXT,
    **WON,
    "matches": COUNT,
    "difference": NUMBER,
    "difference_ci95": PAIR_OF_NUMBERS,
    **DECIDED,
}
EXPERIMENTS: dict[str, Schema] = {
    "compare": record(
        **ANSWERED,
        **AT_TABLE,
        **STOPPABLE,
        blocks=COUNT,
        stopped=either(None, "goal", "matches"),
        strategies=listed(
            record(**STRATEGY, seats=listed(record(seat=WHOLE, **WON, matches=WHOLE)))
        ),
        differences=listed(record(a=TEXT, b=TEXT, **OR_EQUAL)),
        lineups=listed(
            record(
                strategies=listed(TEXT),
                matches=COUNT,
                win_shares={"type": "object", "additionalProperties": SHARE},
            )
        ),
        endings=of(counters.ENDINGS[:-1], WHOLE),
    ),
    "tournament": record(
        **ANSWERED,
        **AT_TABLE,
        **STOPPABLE,
        rounds=COUNT,
        stopped=either(None, "decided", "precision", "matches"),
        lineups=record(count=COUNT, each_round=either("all", "sampled")),
        strategies=listed(
            record(
                **STRATEGY,
                ranks=listed(COUNT, 2, 2),
                seats=listed(record(seat=WHOLE, **WON)),
            )
        ),
        pairs=listed(
            record(
                a=TEXT,
                b=TEXT,
                field=record(**OR_EQUAL),
                head_to_head=record(**OR_EQUAL),
            )
        ),
        cycles=listed(listed(TEXT, 3, 3)),
        seats=listed(record(seat=WHOLE, **WON)),
    ),
    "sweep": record(
        **ANSWERED,
        **AT_TABLE,
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
                focus=record(name=TEXT, **SHARES),
                others=listed(record(name=TEXT, **SHARES)),
            )
        ),
        differences=listed(
            record(
                a=WHOLE,
                b=WHOLE,
                **DIFFERENCE,
                neighbours=FLAG,
                points_difference=NUMBER,
                points_ci95=PAIR_OF_NUMBERS,
            )
        ),
        best=WHOLE,
    ),
    "verdict": record(
        **ANSWERED,
        strategy=record(**IDENTITY),
        field=listed(record(name=TEXT, source_hash=HASH)),
        players=listed(COUNT),
        rules=listed(TEXT),
        precision=RATE,
        thresholds=of(WORDS, NOT_NEGATIVE),
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
            opponents=listed(record(opponent=TEXT, **WON, matches=COUNT, **DECIDED)),
        ),
        combination=maybe(
            record(
                source=either(*counters.SOURCES),
                found_by=either("plan", "field"),
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
    "plan": record(
        **PLAYED,
        rules=OBJECT,
        players=COUNT,
        strategies=listed(TEXT),
        precision=maybe(RATE),
        difference=maybe(RATE),
        power=maybe(SHARE),
        pilot_matches=COUNT,
        matches_per_second=RATE,
        needed=listed(
            record(interval=either("fixed", "anytime"), matches=COUNT, seconds=RATE)
        ),
    ),
}

SCHEMAS: dict[str, Schema] = {
    **EXPERIMENTS,
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
        source_hash=HASH,
        uses_chance=FLAG,
        decides_declarations=FLAG,
        path=TEXT,
    ),
    "hand": record(
        schema={"const": 1},
        version=TEXT,
        asked={"enum": ["declare", "discard"]},
        policy=TEXT,
        worlds=COUNT,
        answers=listed(
            record(
                answer=TEXT,
                win_chance=SHARE,
                win_chance_ci95=PAIR_OF_NUMBERS,
                points=NOT_NEGATIVE,
                points_ci95=PAIR_OF_NUMBERS,
                behind=NUMBER,
                behind_ci95=PAIR_OF_NUMBERS,
                p_holm=SHARE,
                decided=FLAG,
                chosen_by=listed(TEXT),
            ),
            least=1,
        ),
        verdict=TEXT,
    ),
    "analyse": record(
        schema={"const": 1},
        version=TEXT,
        match=WHOLE,
        policy=TEXT,
        worlds=COUNT,
        bands=record(**{word: SHARE for word in CALLED}),
        seats=listed(
            record(
                seat=WHOLE,
                strategy=TEXT,
                decisions=WHOLE,
                cost=NUMBER,
                cost_per_decision=NUMBER,
                **{word: WHOLE for word in CALLED},
            ),
            least=2,
        ),
        decisions=listed(
            record(
                turn=WHOLE,
                deal=WHOLE,
                seat=WHOLE,
                asked={"enum": ["declare", "discard"]},
                answer=TEXT,
                best=TEXT,
                cost=NUMBER,
                cost_ci95=PAIR_OF_NUMBERS,
                cost_points=NUMBER,
                band={"enum": [*CALLED]},
            )
        ),
        verdict=TEXT,
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
