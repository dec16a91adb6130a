"""Whatever is typed or lies in a file: an answer or one line, and never a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest
from click.testing import Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kit.cli_runs import zetema
from zetema_sim.cli import main
from zetema_sim.results.writing import OBSERVED, SUMS, sha256
from zetema_sim.roster import text as rules_text

few = settings(
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

ODD = [
    *(
        "",
        " ",
        "-",
        "--",
        "-1",
        "0",
        "1",
        "2",
        "7",
        "1e5",
        "0x1",
        "1_0",
        "\uff19",
        "9" * 40,
    ),
    *("nan", "inf", "1e999", "-0.0", "ä", "\n", "\t", "\x1b[0m", "[bold]", "\u202e"),
    *(":", "=", ",", "a=b", "=x", "x=", "..", "/", "/dev/null", "~", "~nobody/x", "."),
    *("{}", "[]", "null", "%s", "{0}", "'", '"', "\\", "*.py", "x" * 300),
]
NAMES = [
    *("greedy", "random", "marriage-hoarder:wait_for=3", "greedy:", "greedy:x=1"),
    *("a=greedy", "nothing.py", "x=nothing.py", "marriage_hoarder", "greedy,random"),
]
RULES = [
    *("parlett", "official", "2x2", "solo", "3x2", "draw.to=7", "draw.to.2=6"),
    *(
        "sequence.points=10,20",
        "sequence.points=0..50..10",
        "wait_for=1..5",
        "1..",
        "9..",
    ),
    *("sequence.points=1..1000000000", "flush.imperial=any", "assembly.KQ=", "draw=7"),
]
LETTERS = st.characters(codec="utf-8", exclude_characters="\0")  # as a shell can give
values = st.one_of(st.sampled_from(ODD + NAMES + RULES), st.text(LETTERS, max_size=8))


def told_well(result: Result) -> None:
    """Check that a command did what it was asked for, or said why not in one line."""
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert result.exit_code in (0, 1, 2), result.output
    assert "Traceback" not in result.output
    assert "a fault of this program" not in result.output
    if result.exit_code == 2:
        (line,) = result.stderr.splitlines()
        assert line.startswith("Error: ")
        assert result.stdout == ""


KINDS = ("compare", "tournament", "sweep", "verdict")


@pytest.fixture
def nothing_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stop every command where it would begin to play, in an empty folder."""

    def stop(*given: Any, **named: Any) -> NoReturn:
        raise click.exceptions.Exit(0)

    for place in (
        *(f"experiments.{kind}.experiment.{kind}" for kind in KINDS),
        *("experiments.sample_size.plan", "experiments.bench.measure"),
        *("doctor.examine.examine", "replaying.replay.replayed"),
    ):
        monkeypatch.setattr(f"zetema_sim.{place}", stop)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def options_of(*path: str) -> list[str]:
    """Return the options of a command, or of one below it."""
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return [option for each in command.params for option in each.opts if "-" in option]


PATHS = [
    *(("compare",), ("tournament",), ("sweep",), ("verdict",), ("plan",), ("replay",)),
    *(("report",), ("resume",), ("store",), ("bench",), ("rules",), ("rules", "show")),
    *(
        ("rules", "diff"),
        ("strategies",),
        ("strategies", "show"),
        ("strategies", "new"),
    ),
    ("strategies", "check"),
]


@pytest.mark.usefixtures("nothing_is_played")
@pytest.mark.parametrize("path", PATHS, ids=" ".join)
@few
@given(data=st.data())
def test_any_words(path: tuple[str, ...], data: st.DataObject) -> None:
    """Any words and values behind any command."""
    words = st.one_of(values, st.sampled_from(options_of(*path)))
    given_words = data.draw(st.lists(words, max_size=7))
    told_well(zetema(*path, *given_words))


# House rules

PARTS = ["draw", "deal", "sequence", "flush", "assembly", "marriage", "zetema", "sides"]
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(PARTS) | st.text(max_size=6), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@few
@given(house=jsons | st.text(max_size=30))
def test_any_house_rules(house: Any, tmp_path: Path) -> None:
    """Any JSON, and what is none."""
    path = tmp_path / "house.json"
    text = house if isinstance(house, str) else json.dumps(house)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    told_well(zetema("rules", "show", path))


@few
@given(
    key=st.sampled_from(PARTS) | st.text(LETTERS, max_size=8),
    more=st.text(LETTERS, max_size=6),
    value=values,
)
def test_any_override(key: str, more: str, value: str) -> None:
    """Any parameter and value."""
    told_well(zetema("rules", "show", "--set", f"{key}.{more}={value}"))


# Files of strategies

LINES = [
    *("import numpy as np", "from math import *", "from _x import y", "import os"),
    *('"""T.\n\nSource: x."""', "SETTINGS = {'a': (1, 0, 2)}", "SETTINGS = 3", "X = 1"),
    *("def discard(view):", "def declare(view):", "    return view.turn", "    pass"),
    *("    global X", "    view.piles[0] = 1", "    return view.settings.b", "\x00"),
    *(
        "    for card in range(3):",
        "        print(card)",
        "    x = lambda: 1",
        "(",
        "'''",
    ),
    *("async def f(): ...", "class A: ...", "@f", "    yield 1", "X: int", "X = X = 2"),
    *("def f(*, a, **b): ...", "x = (" * 90 + ")" * 90, "y = a" + ".b" * 900, "\ufeff"),
    *("SETTINGS = {**{}}", "SETTINGS: dict = {1: 2}", "    return " + "-" * 500 + "1"),
    *("type A = int", "match 1:", "    case _: pass", "\\", "del X", "X, Y = 1, 2"),
]


@few
@given(lines=st.lists(st.sampled_from(LINES) | st.text(max_size=10), max_size=8))
def test_any_file_of_a_strategy(lines: list[str], tmp_path: Path) -> None:
    """It is shown, or refused, and listed in any case."""
    path = tmp_path / "mine.py"
    path.write_text("\n".join(lines), encoding="utf-8", errors="surrogatepass")
    told_well(zetema("strategies", "show", path))
    assert "\n" not in rules_text.listed_file("mine", [path], [tmp_path]).problem


@few
@given(content=st.binary(max_size=60))
def test_any_bytes_for_a_strategy(content: bytes, tmp_path: Path) -> None:
    """What is no text is refused too."""
    path = tmp_path / "mine.py"
    path.write_bytes(content)
    told_well(zetema("strategies", "show", path))


# Folders of runs


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small run."""
    folder = tmp_path_factory.mktemp("run") / "run"
    words = ("compare", "greedy", "random", "--matches", 8, "--quiet", "--no-report")
    assert zetema(*words, "--out", folder).exit_code == 0
    return folder


@few
@given(data=st.data())
def test_any_damage_to_a_run(
    played: Path, data: st.DataObject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of any file, be it as its sum says or not."""
    monkeypatch.setattr("zetema_sim.results.charts.draw_all", lambda run: [])
    copy = tmp_path / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(played, copy)
    name = data.draw(st.sampled_from(sorted(path.name for path in copy.iterdir())))
    content = bytearray((copy / name).read_bytes())
    place = data.draw(st.integers(0, len(content)))
    kept = data.draw(st.integers(0, 9))
    content[place : place + kept] = data.draw(st.binary(max_size=9))
    (copy / name).write_bytes(content)
    if name != OBSERVED and data.draw(st.booleans()):
        observed = json.loads((copy / OBSERVED).read_text())
        observed[SUMS][name] = sha256(bytes(content))
        (copy / OBSERVED).write_text(json.dumps(observed))
    told_well(zetema("report", copy))
    told_well(zetema("replay", copy, "--match", 0))


@few
@given(
    key=st.sampled_from(["schema", "command", "seed", "rules", "lineups"]), new=jsons
)
def test_any_manifest(key: str, new: Any, played: Path, tmp_path: Path) -> None:
    """Any value in the place of one that a run has."""
    copy = tmp_path / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(played, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    (copy / "manifest.json").write_text(json.dumps(manifest | {key: new}))
    told_well(zetema("replay", copy, "--match", 0))
