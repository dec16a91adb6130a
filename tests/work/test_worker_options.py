"""Who plays, as the command line says it: chosen, said, refused."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli_runs import refusal, zetema
from tests.kit.tables import FOLDER
from zetema_sim import api
from zetema_sim.cli import options
from zetema_sim.roster.lookup import Strategy, load
from zetema_sim.work import Threads, WorkerOptions, cluster, worker_options
from zetema_sim.work.processes import Processes

MINE = str(FOLDER / "any_option.py")
FEW = ("--matches", 20, "--threads", 1)


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the hashes that have passed the doctor, none yet."""
    hashes: set[str] = set()
    monkeypatch.setattr(
        worker_options, "has_passed", lambda source, _: source in hashes
    )
    return hashes


def test_options_are_those_of_the_program() -> None:
    """The help, which imports little, names what there is."""
    assert options.EXECUTORS == worker_options.EXECUTORS


@pytest.mark.parametrize(
    ("asked", "names", "kind"),
    [
        (None, ["greedy"], Threads),
        (None, ["greedy", MINE], Processes),
        ("threads", [MINE], Threads),
        ("processes", ["greedy"], Processes),
    ],
)
def test_what_was_not_checked_plays_in_processes(
    passed: set[str], asked: str | None, names: list[str], kind: type
) -> None:
    """Unless told otherwise."""
    strategies = [load(name) for name in names]
    with WorkerOptions(1, asked).workers(strategies) as workers:
        assert type(workers) is kind


def said(strategies: list[Strategy], **asked: Any) -> str:
    return WorkerOptions(2, **asked).plan_text(strategies)


def test_it_is_said_why_processes_play(passed: set[str]) -> None:
    """And what changes that; nothing is said where it is as asked."""
    mine = load(MINE)
    text = said([load("greedy"), mine])
    assert text.startswith(f"{MINE} has not been checked: 2 child processes will play")
    assert f"zetema strategies check {shlex.quote(str(MINE))}" in text
    assert said([mine], executor="threads") == said([load("greedy")]) == ""
    passed.add(mine.source_hash)
    assert said([mine]) == ""


@pytest.mark.parametrize(
    "command",
    [
        ("compare", MINE, "greedy", *FEW),
        ("tournament", MINE, "greedy", *FEW),
        ("sweep", MINE, "greedy", "--vary", "draw.to=6", *FEW),
        ("plan", MINE, "greedy", "--matches", 100, "--threads", 1),
        (
            *("verdict", MINE, "--field", "greedy,random", "--players", 2),
            *("--rules", "parlett", *FEW),
        ),
    ],
    ids=lambda words: words[0],
)
def test_every_command_says_who_played(
    passed: set[str], command: tuple[object, ...]
) -> None:
    """In its JSON, and before it plays."""
    result = zetema(*command, "--json")
    found = json.loads(result.stdout)
    assert (found["executor"], found["threads"]) == ("processes", 1)
    assert f"{MINE} has not been checked: 1 child process will play" in result.stderr


def test_the_folder_says_who_played(tmp_path: Path) -> None:
    """In what was observed, and the page says it."""
    out = tmp_path / "run"
    words = ("--executor", "processes", "--quiet", "--out", out, "--no-report")
    assert zetema("compare", "greedy", "random", *FEW, *words).exit_code == 0
    observed = json.loads((out / "observed.json").read_text())
    assert (observed["executor"], observed["threads"]) == ("processes", 1)


def test_python_says_who_played() -> None:
    """As the command does."""
    answer = api.compare("greedy", "random", matches=20, threads=3)
    assert (answer.json["executor"], answer.json["threads"]) == ("threads", 3)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--scheduler", "tcp://127.0.0.1:1"),
            "--scheduler belongs to --executor dask",
        ),
        (
            ("--executor", "dask", "--scheduler", "tcp://here:1", "--threads", "2"),
            "the cluster of --scheduler has its own",
        ),
        (
            ("--executor", "forks"),
            "'forks' is not one of 'threads', 'processes', 'dask'",
        ),
    ],
)
def test_refusals(words: tuple[str, ...], told: str) -> None:
    """One line each."""
    assert told in refusal("compare", "greedy", "random", "--quiet", *words)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("tcp://127.0.0.1:1", "Timed out"),
        ("sneaker://here", "unknown address scheme"),
        ("127.0.0.1", "missing port number"),
        ("", "missing port number"),
    ],
)
def test_a_scheduler_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, address: str, told: str
) -> None:
    """One line, soon."""
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    words = ("--executor", "dask", "--scheduler", address, "--quiet")
    line = refusal("compare", "greedy", "random", *words)
    assert f"no Dask scheduler answers at {address}: " in line
    assert told in line


def test_dask_may_not_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is said what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = refusal("compare", "greedy", "random", "--executor", "dask", "--quiet")
    assert "pip install 'zetema-sim[cluster]'" in line
