"""`zetema compare`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from tests.kit.cli_runs import (
    INTERRUPTED,
    RUN_FAILED,
    only_line,
    refusal,
    strategy_file,
    zetema,
)
from zetema_sim.kernel import counters

SMALL = ("greedy", "random", "--matches", 300, "--quiet")


def answer(*words: object) -> dict:
    """Return the JSON of a comparison."""
    result = zetema("compare", *words, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    found: dict = json.loads(result.stdout)
    return found


def numbers(found: dict) -> dict:
    """Return an answer without what may differ from run to run."""
    may_differ = ("seconds", "threads", "executor")
    return {key: value for key, value in found.items() if key not in may_differ}


def test_json_is_one_object_and_nothing_else() -> None:
    """Its keys are those that programs rely on, the shares sum to one win a match."""
    found = answer("greedy", "random", "--matches", 300)
    assert found["schema"] == 1
    assert (found["players"], found["sides"]) == (2, [[0], [1]])
    assert found["interval"] == "fixed"
    shares = [strategy["win_share"] for strategy in found["strategies"]]
    assert sum(shares) == pytest.approx(1)
    for strategy in found["strategies"]:
        assert tuple(strategy["points_by_source"]) == counters.SOURCES
        by_source = sum(strategy["points_by_source"].values())
        assert by_source == pytest.approx(strategy["mean_points"])


@pytest.mark.parametrize(
    ("names", "table"),
    [
        (("random", "greedy", "first-chance"), ()),
        (("greedy", "random"), ("--players", 4, "--sides", "solo")),
        (("greedy", "random"), ("--players", 4, "--sides", "2x2")),
        (("greedy", "random", "first-chance"), ("--players", 6, "--sides", "3x2")),
    ],
)
def test_threads_and_order_change_no_digit(names: tuple, table: tuple) -> None:
    """One thread or several, names in one order or another: the same numbers."""
    once = answer(*names, *table, "--matches", 400, "--threads", 1)
    again = answer(*reversed(names), *table, "--matches", 400, "--threads", 3)
    assert numbers(once) == numbers(again)


def test_fair_shares_follow_the_sides() -> None:
    """Two names at three seats play AAB and ABB: one half of the sides each."""
    found = answer("greedy", "random", "--players", 3, "--matches", 60)
    assert [s["fair_share"] for s in found["strategies"]] == [0.5, 0.5]
    assert [len(lineup["strategies"]) for lineup in found["lineups"]] == [3, 3]


def test_matches_are_rounded_up_to_whole_cycles_and_said() -> None:
    """Three different strategies have six seatings."""
    found = answer("greedy", "random", "first-chance", "--matches", 100)
    assert found["matches"] == 102


def test_text_ends_with_the_verdict() -> None:
    """The sentence comes last, tables stay within 80 columns."""
    result = zetema("compare", *SMALL)
    lines = result.stdout.splitlines()
    assert "greedy is ahead" in " ".join(lines[-2:])
    assert max(map(len, lines)) <= 80
    assert result.stderr == ""


def test_out_has_what_the_answer_says(tmp_path: Path) -> None:
    """The folder's tables hold the same numbers as the JSON."""
    out = tmp_path / "run"
    result = zetema("compare", *SMALL, "--json", "--out", out, "--no-report")
    found = json.loads(result.stdout)
    shares = pd.read_csv(out / "win_shares.csv")
    assert shares["win_share"].tolist() == [s["win_share"] for s in found["strategies"]]
    points = pd.read_csv(out / "points.csv").set_index(["strategy", "source"])
    for strategy in found["strategies"]:
        for source, value in strategy["points_by_source"].items():
            assert points.loc[(strategy["name"], source), "points_per_match"] == value
    scores = pd.read_csv(out / "scores.csv")
    final = scores[scores["quantity"] == "final_score"]
    assert final.groupby("strategy")["count"].sum().tolist() == [300, 300]
    assert not list(tmp_path.glob(".*"))


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    """All files but observed.json."""
    for name in ("one", "two"):
        zetema("compare", *SMALL, "--no-report", "--out", tmp_path / name)
    ones = {p.name: p.read_bytes() for p in (tmp_path / "one").iterdir()}
    twos = {p.name: p.read_bytes() for p in (tmp_path / "two").iterdir()}
    assert ones.pop("observed.json")
    assert twos.pop("observed.json")
    assert ones == twos


def test_a_finished_run_is_not_overwritten(tmp_path: Path) -> None:
    """It is refused before a match is played; --number takes the next name."""
    out = tmp_path / "run"
    zetema("compare", *SMALL, "--no-report", "--out", out)
    assert "finished run" in refusal("compare", *SMALL, "--out", out)
    zetema("compare", *SMALL, "--no-report", "--out", out, "--number")
    assert (tmp_path / "run-2" / "manifest.json").is_file()


def test_an_unwritable_out_is_refused(tmp_path: Path) -> None:
    """A file stands where a folder would have to be."""
    (tmp_path / "file").write_text("")
    line = refusal("compare", *SMALL, "--out", tmp_path / "file" / "run")
    assert "cannot be made" in line


@pytest.mark.parametrize("length", [236, 255, 256, 5000])
@pytest.mark.parametrize("number", [(), ("--number",)])
def test_a_name_that_is_too_long_is_refused_before_play(
    tmp_path: Path, length: int, number: tuple
) -> None:
    """Also where the name alone would do, and not that of the unfinished folder."""
    for out in (tmp_path / ("x" * length), tmp_path / "new" / ("x" * length)):
        line = refusal("compare", *SMALL, *number, "--out", out)
        assert line.endswith("File name too long")
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_nowhere_is_refused_before_play(tmp_path: Path) -> None:
    """In the place of the folder, or of one above; --number passes over it."""
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nothing")
    assert "exists; name another" in refusal("compare", *SMALL, "--out", link)
    told = refusal("compare", *SMALL, "--out", link / "run")
    assert told.endswith("link: is not a folder")
    result = zetema("compare", *SMALL, "--no-report", "--number", "--out", link)
    assert "Written to" in result.stderr
    assert (tmp_path / "link-2" / "manifest.json").is_file()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("gredy", "random"), "greedy"),
        (("greedy", "random", "--players", 7), "7"),
        (("greedy", "random", "--players", 4, "--sides", "3x2"), "3x2"),
        (("greedy", "random", "--matches", 0), "matches"),
        (("greedy", "random", "--matches", -5), "-5"),
        (("greedy", "random", "--matches", 10**13), "1000000000000"),
        (("greedy", "random", "--set", "draw.too=7"), "draw.to"),
        (("greedy", "random", "--set", "draw.to=seven"), "seven"),
        (("greedy", "random", "--rules", "parlet"), "parlett"),
        (("greedy", "random", "--players", 5, "--rules", "cassell-1881"), "players"),
        (("marriage-hoarder:wait_fr=3", "random"), "wait_for"),
        (("marriage-hoarder:wait_for=9", "random"), "1 to 5"),
        (("greedy",), "--players"),
        (("greedy", "random", "--json", "--level", 0.9), "--level"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: tuple, told: str) -> None:
    """Each names what is wrong and what is allowed."""
    assert told in refusal("compare", *words)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 99", "answered 99"),
        ("return 1 // (view.turn * 0)", "ZeroDivisionError"),
        ("cards = (1, 2)\nreturn cards[view.turn + 7]", "IndexError"),
    ],
)
def test_a_fault_ends_the_run_with_its_replay(
    tmp_path: Path, body: str, told: str
) -> None:
    """One line with seat, match and the command; nothing is written."""
    bad = strategy_file(tmp_path, "bad", body)
    words = (bad, "random", "--matches", 60, "--quiet", "--out", tmp_path / "run")
    result = zetema("compare", *words)
    assert (result.exit_code, result.stdout) == (RUN_FAILED, "")
    line = only_line(result)
    assert told in line
    assert "zetema replay" in line
    assert [path.name for path in tmp_path.iterdir()] == ["bad.py"]


# What starts tests in the background may have it ignore Ctrl-C.
HEARS_CTRL_C = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from zetema_sim.cli import main; main()"
)


def test_an_interrupted_run_leaves_nothing(tmp_path: Path, top: Path) -> None:
    """Ctrl-C ends it within a second or so with a message and exit code 130."""
    words = ["compare", "greedy", "random", "--matches", str(10**9)]
    with subprocess.Popen(
        [sys.executable, "-P", "-c", HEARS_CTRL_C, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(top)},
        cwd=tmp_path,
    ) as run:
        assert run.stderr is not None
        assert run.stderr.readline().startswith("Playing")
        time.sleep(1.0)  # so that it is interrupted while it plays
        run.send_signal(signal.SIGINT)
        try:
            _, told = run.communicate(timeout=60)
        finally:
            run.kill()
    assert run.returncode == INTERRUPTED
    assert "Interrupted: nothing is kept; with --out DIR" in told
    assert "Traceback" not in told
    assert list(tmp_path.iterdir()) == []


def test_an_index_out_of_range_in_a_helper_is_found(tmp_path: Path) -> None:
    """Not only in discard itself: nothing beside an array can be read."""
    path = tmp_path / "beside.py"
    path.write_text(
        '"""Test.\n\nSource: a test.\n"""\n\n'
        "import numpy as np\n\nCARDS = np.array([1, 2])\n\n\n"
        "def pick(view, place):\n    return CARDS[place]\n\n\n"
        "def discard(view):\n    return pick(view, view.turn + 500)\n"
    )
    result = zetema("compare", path, "random", "--matches", 2, "--quiet")
    assert result.exit_code == RUN_FAILED
    assert "IndexError" in only_line(result)


@pytest.mark.parametrize(
    "goal", [("--until-decided",), ("--precision", 0.01), ("--margin", 0.01)]
)
def test_a_strategy_alone_has_nothing_to_decide(goal: tuple[object, ...]) -> None:
    """Its share is certain, which is said; a goal for it is refused."""
    words = ("greedy", "--players", 3, "--matches", 60)
    assert f"leave {goal[0]} out" in refusal("compare", *words, *goal)
    (strategy,) = answer(*words)["strategies"]
    assert strategy["win_share_ci95"] == [1, 1]
    assert "wins in any case" in answer(*words)["verdict"]
