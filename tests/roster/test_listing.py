"""`zetema strategies`: the list, and one in full."""

from __future__ import annotations

import json

from tests.kit.cli_runs import refusal, strategy_file, zetema
from tests.kit.json_schemas import check_json
from zetema_sim.roster.lookup import load, shipped_names

FIRST_CARD = "return int(view.legal_mask) & -1"


def test_list_has_every_strategy_with_summary_and_settings():
    """Every shipped strategy is listed, no line longer than a terminal."""
    lines = zetema("strategies").stdout.splitlines()
    assert {line.split()[0] for line in lines if line[:1].strip()} >= {*shipped_names()}
    assert any("wait_for=3 (1 to 5)" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_list_as_json_tells_the_same():
    """Names, summaries and settings with their ranges."""
    told = check_json("strategies", json.loads(zetema("strategies", "--json").stdout))
    by_name = {entry["name"]: entry for entry in told["strategies"]}
    assert [*by_name] == sorted([*shipped_names(), "search"])
    (setting,) = by_name["marriage-hoarder"]["settings"]
    assert setting == {
        "name": "wait_for",
        "value": 3,
        "default": 3,
        "least": 1,
        "most": 5,
    }


def test_list_takes_folders_and_tells_what_cannot_be_used(tmp_path):
    """A file with a mistake is listed with it and keeps the others in the list."""
    strategy_file(tmp_path, "mine", FIRST_CARD)
    strategy_file(tmp_path, "broken", "return open")
    told = zetema("strategies", "--strategies", tmp_path, "--json")
    every = check_json("strategies", json.loads(told.stdout))["strategies"]
    by_name = {entry["name"]: entry for entry in every}
    assert by_name["mine"]["summary"] == "Test."
    assert "uses open" in by_name["broken"]["problem"]
    assert "cannot be used" in zetema("strategies", "--strategies", tmp_path).stdout


def test_a_name_that_no_command_could_hold_is_told(tmp_path):
    """The list has it, and why it cannot be used; the others are listed too."""
    strategy_file(tmp_path, "co:lon", FIRST_CARD)
    strategy_file(tmp_path, "mine", FIRST_CARD)
    strategy_file(tmp_path, "two\nlines", FIRST_CARD)
    lines = zetema("strategies", "--strategies", tmp_path).stdout.splitlines()
    told = {line.partition(" ")[0]: line for line in lines}
    assert "cannot be used: a strategy file is named 'co:lon'" in told["co:lon"]
    assert "cannot be used" in told["two\\nlines"]
    assert "Test." in told["mine"]


def test_show_tells_all_about_one():
    """Docstring, settings, hash, path and what it decides."""
    strategy = load("marriage-hoarder:wait_for=4")
    shown = zetema("strategies", "show", strategy.name)
    assert shown.exit_code == 0
    file = strategy.file
    for part in (strategy.name, file.docstring, strategy.source_hash, str(file.path)):
        assert part in shown.stdout
    told = json.loads(zetema("strategies", "show", strategy.name, "--json").stdout)
    check_json("strategies show", told)
    assert told["settings"][0]["value"] == 4
    assert told["source_hash"] == strategy.source_hash
    assert told["decides_declarations"] is True


def test_show_tells_whether_it_uses_chance_and_declares(tmp_path):
    """Both are read off the file."""
    path = strategy_file(tmp_path, "mine", FIRST_CARD)
    told = [
        json.loads(zetema("strategies", "show", name, "--json").stdout)
        for name in ("random", path)
    ]
    assert [each["uses_chance"] for each in told] == [True, False]
    assert [each["decides_declarations"] for each in told] == [True, False]


def test_refusals(tmp_path):
    """What is not there is answered with what is near."""
    assert "did you mean random?" in refusal("strategies", "show", "ramdon")
    assert "is not a folder" in refusal("strategies", "--strategies", tmp_path / "no")
    assert "Options stand after" in refusal("strategies", "--json", "show", "random")
    broken = strategy_file(tmp_path, "broken", "return (")
    assert "syntax error" in refusal("strategies", "show", broken)
