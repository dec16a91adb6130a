"""What is known when a run is interrupted: shown, marked, by intervals that hold."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli_runs import INTERRUPTED, RUN_FAILED, refusal, zetema
from zetema_sim.experiments.verdict.budget import pilot_cycles
from zetema_sim.stats import SHARE_BOUNDS, Measured, Reading
from zetema_sim.work import Threads, journal
from zetema_sim.work import executors as all_workers

WORDS = {
    "compare": ("greedy", "random", "--matches", 4000),
    "until": ("greedy", "random", "--matches", 4000, "--precision", 0.001),
    "tournament": ("greedy", "random", "first-chance", "--matches", 40000, "--fresh"),
    "sweep": ("marriage-hoarder", "greedy", "--vary", "wait_for=2,3"),
    "verdict": (
        *("greedy", "--field", "greedy,random", "--players", 2, "--rules", "parlett"),
        *("--matches", 1000),
    ),
}


# Of a tournament some make a stretch of rounds, of a verdict the first are the pilot's.
TASKS = {"tournament": 12, "verdict": pilot_cycles(2) + 4}


@pytest.fixture(params=WORDS)
def words(request: pytest.FixtureRequest) -> tuple[object, ...]:
    command = "compare" if request.param == "until" else request.param
    return command, *WORDS[request.param], "--threads", 1, "--quiet"


@pytest.fixture
def interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[int], None]]:
    """Give what has Ctrl-C come after so many tasks, each of which is saved."""
    submit = Threads.submit

    def after(tasks: int) -> None:
        left = iter(range(tasks))

        def until(self: Threads, task: Callable[[], Any]) -> Future[Any]:
            if next(left, None) is not None:
                return submit(self, task)
            future: Future[Any] = Future()
            future.set_exception(KeyboardInterrupt())
            return future

        monkeypatch.setattr(all_workers.Threads, "submit", until)
        monkeypatch.setattr(journal, "LEAST_SECONDS", -1.0)

    yield after
    monkeypatch.undo()


def tasks_of(words: tuple[object, ...]) -> int:
    return TASKS.get(str(words[0]), 4)


def test_an_interrupted_run_shows_what_it_has(
    words: tuple[object, ...], interrupted: Callable[[int], None]
) -> None:
    """By anytime intervals, and it is said how it would have been kept."""
    interrupted(tasks_of(words))
    done = zetema(*words)
    assert done.exit_code == INTERRUPTED
    assert done.stdout.startswith("Interrupted: what follows rests on the ")
    assert "intervals are anytime ones" in " ".join(done.stdout.split())
    assert "nothing is kept; with --out DIR" in done.stderr


def test_before_anything_is_finished_nothing_is_shown(
    words: tuple[object, ...], interrupted: Callable[[int], None]
) -> None:
    """The message stands alone."""
    interrupted(0)
    done = zetema(*words)
    assert (done.exit_code, done.stdout) == (INTERRUPTED, "")


def test_json_is_marked(interrupted: Callable[[int], None]) -> None:
    """By a key that no finished run has, and the kind of its intervals."""
    interrupted(4)
    found = json.loads(zetema("compare", *WORDS["compare"], "--json").stdout)
    assert found["interrupted"]
    assert (found["interval"], found["stopped"]) == ("anytime", "interrupted")
    assert 0 < found["matches"] < 4000


def test_an_unfinished_run_is_reported_as_far_as_it_is(
    words: tuple[object, ...], interrupted: Callable[[int], None], tmp_path: Path
) -> None:
    """The same numbers as at the interruption; nothing of the folder is touched."""
    folder = tmp_path / "run"
    interrupted(tasks_of(words))
    stopped = zetema(*words, "--out", folder, "--no-report")
    assert f"zetema resume {folder} continues it" in stopped.stderr
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    interrupted(10**9)
    shown = zetema("report", folder)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith("Unfinished: what follows rests on the ")
    assert numbers(shown.stdout) == numbers(stopped.stdout)
    assert f"zetema resume {folder} continues it" in shown.stderr
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
    assert "--parquet is for a finished run" in refusal("report", folder, "--parquet")


def test_a_disk_that_is_full_shows_what_there_is(
    words: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what is kept: nothing, if the first shard found no room."""

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(journal, "write_shard", full)
    done = zetema(*words, "--out", tmp_path / "run")
    assert done.exit_code == RUN_FAILED
    assert done.stdout.startswith("Interrupted: what follows rests on the ")
    (line,) = done.stderr.splitlines()
    assert "No space left on device; nothing was written" in line
    assert not (tmp_path / "run").exists()


def numbers(text: str) -> list[str]:
    """Return the lines, but for how it ended and how long it took."""
    return [line for line in text.splitlines()[1:] if " s" not in line]


def test_line_ups_that_weigh_unlike_are_not_summed(
    interrupted: Callable[[int], None],
) -> None:
    """Those of different cycles are even at the end alone, so no share is shown."""
    interrupted(3)
    words = ("greedy", "random", "--players", 4, "--sides", "solo", "--matches", 4000)
    done = zetema("compare", *words, "--quiet", "--threads", 1)
    assert (done.exit_code, done.stdout) == (INTERRUPTED, "")


def test_whenever_is_narrow_at_every_size() -> None:
    """Where intervals planned for the end would say nothing of the beginning."""
    whenever, planned = Reading.whenever(0.95, 10**8), Reading(0.95, 10**8)
    assert planned.interval(Measured(0.5, 1e-4, 32, 32, SHARE_BOUNDS)).ends == [0, 1]
    for blocks in (10**3, 10**5, 10**7):
        number = Measured(0.5, 0.25 / blocks, blocks, blocks, SHARE_BOUNDS)
        low, high = whenever.interval(number).ends
        fixed = Reading(0.95).interval(number)
        assert 1.5 < (high - low) / (fixed.high - fixed.low) < 2.5
        assert whenever.scales > 1
