"""What experiments print with --json has the shape that docs/json.md says."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path

import pytest

from tests.kit.cli_runs import zetema
from tests.kit.json_schemas import EXPERIMENTS, WORDS, Schema, check_json
from zetema_sim.kernel import counters

SMALL = ("--matches", "300")
FEW = ("--field", "greedy,random", "--matches", "150")
COMMANDS = [
    ("compare", "greedy", "random", *SMALL),
    ("compare", "greedy", "random", "--players", "4", "--sides", "2x2", *SMALL),
    ("compare", "greedy", "--players", "3", "--set", "match.mode=single_deal", *SMALL),
    ("compare", "greedy", "random", "--precision", "0.2", *SMALL),
    ("compare", "greedy", "random", "--players", "4", "--until-decided", *SMALL),
    ("compare", "balanced", "partner", "--margin", "0.5", *SMALL),
    ("tournament", "greedy", "random", "first-chance", *SMALL),
    ("tournament", "greedy", "random", "--until-decided", "--players", "4", *SMALL),
    ("tournament", "greedy", "random", "--precision", "0.1", "--margin", "0.1", *SMALL),
    ("sweep", "greedy", "random", "--vary", "draw.to=6,7", "--matches", "40"),
    ("sweep", "greedy", "random", "--vary", "draw.to=6", "--matches", "2"),
    ("verdict", "imperial-flush", "--rules", "cassell-1881", "--players", "2,5", *FEW),
    ("verdict", "greedy", "--players", "3,4", "--rules", "official", *FEW),
    ("plan", "greedy", "random", "--precision", "0.05", *SMALL),
    ("plan", "greedy", "random", "--difference", "0.1", *SMALL),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_json_has_its_documented_shape(words: tuple[str, ...]) -> None:
    """One object, all keys and no other, and every number finite."""
    result = zetema(*words, "--quiet", "--json")
    assert result.exit_code == 0, result.output
    check_json(words[0], json.loads(result.stdout, parse_constant=pytest.fail))
    assert result.stderr == ""


@pytest.mark.parametrize("command", EXPERIMENTS)
def test_every_key_is_documented(command: str, top: Path) -> None:
    """docs/json.md names each key of a command's object in its section."""
    text = (top / "docs" / "json.md").read_text("utf-8")
    _, _, section = text.partition(f"\n## `zetema {command} ")
    told = _quoted(section.partition("\n")[2].partition("\n## ")[0])
    assert [key for key in _keys(EXPERIMENTS[command]) if key not in told] == []


def _quoted(text: str) -> set[str]:
    """Return the words that stand in backticks, alone or in an object."""
    quoted = text.split("`")[1::2]
    return {word.strip("{} ") for part in quoted for word in part.split(",")}


def _keys(schema: Schema) -> list[str]:
    found = []
    for inner in (schema, *schema.get("anyOf", [])):
        for key, value in inner.get("properties", {}).items():
            if key in (*counters.SOURCES, *counters.ENDINGS, *WORDS):
                continue
            is_field = key.startswith("field_")  # "both with `field_` before"
            found.append("field_" if is_field else key)
            found += _keys(value) + _keys(value.get("items", {}))
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
