"""`zetema replay`: the match that was counted, told by either engine."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli_runs import (
    INTERRUPTED,
    RUN_FAILED,
    only_line,
    refusal,
    strategy_file,
    zetema,
)
from tests.kit.log_checker import check_match
from tests.kit.matches import REPLAYS
from zetema_sim.experiments.compare.kind import CompareExperiment
from zetema_sim.kernel import counters
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.replaying.events import match_events
from zetema_sim.results.writing import SUMS, sha256

FIRST_CARD = """
for card in range(64):
    if view.legal_mask >> card & 1:
        return card
return -1
"""
BREAKS_OFF = "if view.turn >= 4:\n    return 99" + FIRST_CARD
RAISES = "cards = (1, 2)\nif view.turn >= 4:\n    return cards[view.turn]" + FIRST_CARD


@pytest.fixture
def process(top: Path) -> Callable[..., subprocess.Popen]:
    """Return what starts a replay in a process of its own."""

    def start(*words: object) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "zetema_sim", "replay", *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(top)},
        )

    return start


def events(*words: object) -> list[dict]:
    """Return the events that a replay writes as JSON Lines."""
    result = zetema("replay", *words, "--format", "jsonl")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def matches_of(log: list[dict]) -> list[list[dict]]:
    """Return a log's matches, each with its own events."""
    starts = [place for place, e in enumerate(log) if e["event"] == "match"]
    return [log[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]


@pytest.mark.parametrize(
    ("named", "choices"),
    [
        ("random greedy random", TableOptions()),
        ("random greedy", TableOptions(players=4, rules="official")),
        ("random", TableOptions(players=5, overrides=("draw.to=6",), seed=7)),
        ("random greedy", TableOptions(players=3, sides="solo")),
        (
            "random greedy random",
            TableOptions(players=6, sides="3x2", rules="cassell-1881"),
        ),
    ],
)
def test_match_told_is_the_match_counted(named, choices):
    """The command that replays a match of a run tells the match that was played."""
    setup = set_up(named.split(), choices, 60)
    for lineup, table in zip(setup.run.lineups, setup.tables, strict=True):
        match = 2 * lineup.cycle_length + 1
        command = shlex.split(setup.replay_command(lineup, match))
        counted = [*match_events(table, setup.rules, setup.sides, match)]
        assert events(*command[2:]) == counted
        turns = sum(event["event"] == "turn" for event in counted)
        totals = table.play_match(match).tally.totals
        assert turns == totals[counters.ALL_TURNS]


@pytest.mark.parametrize(
    "words",
    [
        "random greedy random --match 5",
        "random --players 2 --rules official --match 0 --matches 6",
        "greedy random --players 4 --set sequence.ace=both --match 9 --matches 4",
        "random --players 6 --sides 2x3 --rules cassell-1881 --match 1 --matches 3",
    ],
)
def test_engines_write_the_same_lines(words):
    """Either engine writes the same bytes, and logs that hold by themselves."""
    told = [
        zetema("replay", *words.split(), "--format", "jsonl", "--engine", engine)
        for engine in ("kernel", "reference")
    ]
    assert told[0].stdout_bytes == told[1].stdout_bytes
    log = [json.loads(line) for line in told[0].stdout.splitlines()]
    for match in matches_of(log):
        check_match(match)


def test_matches_follow_each_other():
    """Match M to M + K - 1 are told as each alone."""
    log = events("greedy", "random", "--match", 3, "--matches", 3)
    assert [match[0]["number"] for match in matches_of(log)] == [3, 4, 5]
    assert matches_of(log)[1] == events("random", "greedy", "--match", 4)


@pytest.mark.parametrize("name", REPLAYS)
def test_text_is_as_it_was_read_through(name, top):
    """A match is told as its transcript; scripts/write_transcripts.py writes them."""
    path = top / "tests" / "replaying" / "transcripts" / f"{name}.txt"
    result = zetema("replay", *REPLAYS[name].split())
    assert result.stdout == path.read_text("utf-8")


@pytest.mark.parametrize("engine", ["kernel", "reference"])
@pytest.mark.parametrize(
    ("discard", "reason"),
    [(BREAKS_OFF, "answered 99"), (RAISES, "raised IndexError")],
)
def test_fault_is_told_after_what_went_before(engine, discard, reason, tmp_path):
    """What happened before a fault is told, then the fault in one line, exit 1."""
    path = strategy_file(tmp_path, "rogue", discard)
    words = (path, "greedy", "--match", 3, "--format", "jsonl", "--engine", engine)
    result = zetema("replay", *words)
    assert result.exit_code == RUN_FAILED
    assert f"strategy {path}" in only_line(result)
    assert reason in only_line(result)
    log = [json.loads(line) for line in result.stdout.splitlines()]
    names = [name for name, _ in groupby(event["event"] for event in log)]
    assert names == ["match", "deal", "turn"]
    assert 4 <= sum(event["event"] == "turn" for event in log) <= 5


def test_uncompiled_strategy_prints_among_the_turns(tmp_path):
    """What a strategy prints appears where it was asked; a JSON log stays clean."""
    path = strategy_file(tmp_path, "talker", 'print("asked")' + FIRST_CARD)
    words = ("replay", path, "random", "--match", 0, "--uncompiled")
    lines = zetema(*words).stdout.splitlines()
    assert lines[lines.index("asked") + 2].startswith("Turn ")
    result = zetema(*words, "--format", "jsonl")
    check_match(json.loads(line) for line in result.stdout.splitlines())
    assert "asked" in result.stderr


def test_uncompiled_strategy_may_be_one_that_numba_refuses(tmp_path):
    """A strategy that does not compile plays as plain Python, and that is said."""
    body = "numbers = [view.turn, 0.5] + [view.hand]" + FIRST_CARD
    path = strategy_file(tmp_path, "talker", body)
    line = refusal("replay", path, "greedy", "--match", 0)
    assert "does not compile" in line
    assert "--uncompiled plays it as plain Python" in line
    assert zetema("replay", path, "greedy", "--match", 0, "--uncompiled").exit_code == 0


@pytest.mark.parametrize(("typed", "code"), [("c", 0), ("q", INTERRUPTED)])
def test_uncompiled_strategy_stops_at_breakpoint(typed, code, tmp_path, process):
    """The debugger shows the strategy's own lines; leaving it ends the replay."""
    body = "if view.turn == 3 and view.deal == 0:\n    breakpoint()" + FIRST_CARD
    path = strategy_file(tmp_path, "stopper", body)
    with process(path, path, "--match", 0, "--uncompiled") as running:
        told, _ = running.communicate(f"p view.turn\n{typed}\n")
    assert f"{path}(" in told
    assert "(Pdb) 3" in told
    assert running.returncode == code


def test_error_of_an_uncompiled_strategy_names_its_line(tmp_path):
    """The line of the strategy is told, since it is what its author looks for."""
    path = strategy_file(tmp_path, "divider", "return 1 // view.turn")
    result = zetema("replay", path, path, "--match", 0, "--uncompiled")
    assert (
        f"raised ZeroDivisionError: integer division or modulo by zero ({path}:8)"
        in (only_line(result).replace("integer modulo", "integer division or modulo"))
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("greedy random", "Missing option '--match'"),
        ("greedy random --match -1", "-1 is not allowed: 0 to 1000000000000"),
        ("greedy random --match 1e3", "'1e3' is not a whole number; write 1000"),
        ("greedy random --match 0 --matches 0", "0 is not allowed: 1 to"),
        (
            f"greedy random --match {10**12} --matches 2",
            "the last match = 1000000000001",
        ),
        ("greedy random --match 0 --format xml", "'xml' is not one of 'text', 'jsonl'"),
        ("greedy random --match 0 --engine fast", "'fast' is not one of"),
        (
            "greedy random --match 0 --engine kernel --uncompiled",
            "--uncompiled takes the reference engine",
        ),
        (
            "greedy random --players 3 --match 0",
            "2 strategies for 3 seats; a line-up is named in full: 3 for a seat each",
        ),
        (
            "greedy random greedy greedy --players 6 --sides 2x3 --match 0",
            "6 for a seat each, 2 for a side each or 1 for all seats",
        ),
    ],
)
def test_refusals(words, reason):
    """What cannot be replayed is refused in one line."""
    assert reason in refusal("replay", *words.split())


def test_reader_that_leaves_ends_it_quietly(process):
    """`zetema replay … | head -1` says nothing more."""
    with process("random", "greedy", "--match", 0, "--matches", 1000) as running:
        assert running.stdout.readline().startswith("Match 0")
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait() == 141


# A run's folder


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """Return the folder of a run of two line-ups; of its files only the manifest."""
    choices = TableOptions(players=3, seed=9)
    experiment = CompareExperiment(("random", "greedy"), choices, 600)
    folder = tmp_path / "run"
    folder.mkdir()
    return with_manifest(folder, {"schema": 1, **experiment.manifest()})


def with_manifest(folder: Path, manifest: dict[str, Any]) -> Path:
    """Write a manifest as a run's folder has it, with its sum."""
    content = json.dumps(manifest)
    (folder / "manifest.json").write_text(content)
    sums = {"manifest.json": sha256(content.encode())}
    (folder / "observed.json").write_text(json.dumps({SUMS: sums}))
    return folder


def manifest_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "manifest.json").read_text())


def test_match_of_a_run_is_told_from_its_folder(run_folder):
    """The folder says table, rules and seed; of several line-ups one is named."""
    told = events(run_folder, "random", "greedy", "random", "--match", 17)
    assert told == events(*"greedy random random --seed 9 --match 17".split())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--match 0", "has several line-ups: name one of greedy greedy random; greedy"),
        ("greedy random --match 0", "has only greedy greedy random; greedy random r"),
        ("greedy random random --match 300", "no match 300 of this line-up: 0 to 299"),
        ("greedy random random --match 0 --seed 2", "RUN itself says players, sides"),
        ("greedy random random --match 0 --seed 1", "RUN itself says players, sides"),
    ],
)
def test_what_a_run_lacks(words, reason, run_folder):
    """A line-up or a match that the run has not is refused."""
    assert reason in refusal("replay", run_folder, *words.split())


def test_changed_strategy_is_not_told_for_the_old(run_folder):
    """A strategy with another source would play another match."""
    manifest = manifest_of(run_folder)
    manifest["strategies"][0]["source_hash"] = "0" * 64
    with_manifest(run_folder, manifest)
    words = "greedy random random --match 0".split()
    assert "has changed since" in refusal("replay", run_folder, *words)


def test_run_of_another_engine_is_told_with_a_note(run_folder):
    """What was played by another version may have gone otherwise, and that is said."""
    with_manifest(run_folder, manifest_of(run_folder) | {"engine_hash": "0" * 64})
    result = zetema("replay", run_folder, *"greedy greedy random --match 0".split())
    assert result.exit_code == 0
    assert "was played by another engine" in result.stderr


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"schema": True}, "is not a run's manifest: schema is true"),
        ({"strategies": [{}]}, "is not a run's manifest: no strategies[0].name"),
        ({"command": "sweep", "focus": "random", "varied": []}, "is a run of sweep"),
        (
            {"lineups": [{"strategies": ["random"], "matches": []}]},
            "not a run's manifest",
        ),
        ({"players": 7}, "is not a run's manifest: players is 7, not 2 to 6"),
        ({"sides": "9x9"}, 'manifest.json: sides = "9x9" is not allowed'),
        ({"rules": []}, "manifest.json"),
    ],
)
def test_foreign_manifests_are_not_believed(changed, reason, run_folder):
    """What no run has is told in one line."""
    with_manifest(run_folder, manifest_of(run_folder) | changed)
    words = () if "lineups" in changed else ("random", "greedy", "random")
    assert reason in refusal("replay", run_folder, *words, "--match", 0)


def test_folders_that_hold_no_run(tmp_path):
    """A folder without a manifest, a broken one and none at all are told apart."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text('{"schema": 1, "lineups": [3]}')
    for name, reason in (
        ("", "holds no finished run"),
        ("broken", "is not a run's manifest"),
        ("none", "is not a folder of a run"),
    ):
        assert reason in refusal("replay", f"{tmp_path}/{name}", "--match", 0)
