"""A run that is killed goes on, and ends with the bytes of one that was not."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.checkout import TOP
from tests.kit.cli_runs import BAD_INPUT, INTERRUPTED, RUN_FAILED, refusal, zetema
from zetema_sim.cli.interruption import Ended, signals_end_in_order
from zetema_sim.results import unfinished
from zetema_sim.results.unfinished import begin, begun, is_unfinished
from zetema_sim.results.writing import OBSERVED, SUMS, ResultsError

# The program, which saves twenty times a second here, and a stretch at a time.
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.setitimer(signal.ITIMER_PROF, {seconds})  # it ends the process at once
sys.path.insert(0, {top!r})
from zetema_sim.work import journal
journal.LEAST_SECONDS, journal.PART_OF_RUN = 0.05, 0.0
from zetema_sim.cli import main
main()
"""

COMPARE = ("compare", "greedy", "random", "marriage-hoarder", "--matches", "30000")
TOURNAMENT = (
    *("tournament", "greedy", "random", "first-chance", "--matches", "30000"),
    "--fresh",
)
SWEEP = (
    *("sweep", "greedy", "marriage-hoarder", "--vary", "wait_for=1..3"),
    *("--matches", "6000"),
)
VERDICT = (
    *("verdict", "greedy", "--field", "greedy,random", "--rules", "parlett"),
    *("--players", "2", "--precision", "0.01", "--matches", "8000"),
)
UNTIL = (*COMPARE[:-1], "60000", "--precision", "0.004")


@contextmanager
def started(
    words: Sequence[str], seconds: float = 0
) -> Iterator[subprocess.Popen[str]]:
    """Give the program, to be killed after so many seconds of processor time."""
    program = PROGRAM.format(top=str(TOP), seconds=seconds)
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def was_killed(words: Sequence[str], seconds: float) -> bool:
    """Run a command; return whether so much processor time killed it."""
    with started(words, seconds) as process:
        process.communicate()
    return process.returncode == -signal.SIGPROF


def content_of(folder: Path) -> dict[str, bytes | dict[str, str]]:
    """Return all files by name; of what was observed only the hashes of the others."""
    found: dict[str, bytes | dict[str, str]] = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    found[OBSERVED] = json.loads((folder / OBSERVED).read_text())[SUMS]
    return found


def uninterrupted(words: Sequence[str], folder: Path, *more: str) -> Path:
    done = zetema(*words, "--out", folder, "--quiet", *more)
    assert done.exit_code == 0, done.output
    return folder


def test_a_dozen_kills_change_no_byte(tmp_path: Path) -> None:
    """Killed at random instants, the run ends as if it had not been."""
    command = (*COMPARE[:-1], "60000")  # more than the longest life can play
    whole = uninterrupted(command, tmp_path / "whole")
    chance, folder = random.Random(20), tmp_path / "killed"
    deaths = 0
    for number in range(12):
        words = ("resume", str(folder)) if number % 2 and is_unfinished(folder) else ()
        words = words or (*command, "--out", str(folder))
        deaths += was_killed(words, chance.uniform(0.2, 2))
    assert deaths > 5  # the others may have found it finished
    is_left = is_unfinished(folder)
    assert zetema("resume", folder).exit_code == (0 if is_left else BAD_INPUT)
    assert content_of(folder) == content_of(whole)


@pytest.mark.parametrize("words", [UNTIL, TOURNAMENT, SWEEP, VERDICT])
def test_every_command_goes_on(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Each that takes --out, killed in the middle of playing."""
    whole = uninterrupted(words, tmp_path / "whole", "--no-report")
    folder = tmp_path / "killed"
    with started([*words, "--out", str(folder), "--no-report"]) as process:
        wait_for_shard(folder, process)
        process.send_signal(signal.SIGKILL)
    assert is_unfinished(folder)
    done = zetema("resume", folder)
    assert done.exit_code == 0, done.output
    assert "Continuing what was played" in done.stderr
    assert content_of(folder) == content_of(whole)


def wait_for_shard(folder: Path, process: subprocess.Popen[str]) -> None:
    while not any((folder / unfinished.IN_PLAY).glob("*.shard")):
        assert process.poll() is None, "it ended before it saved anything"
        time.sleep(0.02)


def test_an_interruption_keeps_what_was_played(tmp_path: Path) -> None:
    """Ctrl-C says what is kept and how to go on; another thread count may go on."""
    folder = tmp_path / "run"
    with started([*COMPARE, "--out", str(folder), "--no-report"]) as process:
        wait_for_shard(folder, process)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == INTERRUPTED
    assert f"zetema resume {folder} continues it" in told
    whole = uninterrupted(COMPARE, tmp_path / "whole", "--no-report")
    assert zetema("resume", folder, "--threads", 7).exit_code == 0
    assert content_of(folder) == content_of(whole)


def test_a_run_that_saved_nothing_leaves_nothing(tmp_path: Path) -> None:
    """A strategy's fault in the first match leaves no folder."""
    bad = tmp_path / "bad.py"
    bad.write_text(
        '"""Plays what is not there.\n\nSource: none.\n"""\n\n\n'
        "def discard(view):\n    return 99\n"
    )
    done = zetema("compare", bad, "greedy", "--out", tmp_path / "run")
    assert done.exit_code == RUN_FAILED
    assert not (tmp_path / "run").exists()


HEAD = {"command": "compare", "repeat": "zetema compare a b", "seed": 1}


def a_run(
    folder: Path, *, number: bool = False, **manifest: object
) -> unfinished.Unfinished:
    return begin(folder, HEAD | manifest, number=number)


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    """The folder is one process's as long as that lives."""
    folder = tmp_path / "run"
    run = a_run(folder)
    run.journal.note("blocks", range(1), (1,))
    with pytest.raises(ResultsError, match="is being played by another process"):
        a_run(folder)
    run.leave()
    a_run(folder).leave()


def test_another_run_is_refused_by_name(tmp_path: Path) -> None:
    """What differs is named, and how to continue what is there."""
    folder = tmp_path / "run"
    run = a_run(folder)
    run.journal.note("blocks", range(1), (1,))
    run.leave()
    with pytest.raises(ResultsError, match="differs in seed: `zetema resume` goes on"):
        a_run(folder, seed=2)


def test_resume_needs_an_unfinished_run(tmp_path: Path) -> None:
    """A finished run, another folder or no folder has nothing to resume."""
    assert "holds no run" in refusal("resume", tmp_path)
    assert "holds no run" in refusal("resume", tmp_path / "none")
    short = ("compare", "greedy", "random", "--matches", "2", "--no-report")
    done = uninterrupted(short, tmp_path / "done")
    assert "is finished" in refusal("resume", done)
    assert "holds a finished run" in refusal(*short, "--out", done)


def test_an_unfinished_run_is_never_believed(tmp_path: Path) -> None:
    """Replay says in one line that it did not finish."""
    run = a_run(tmp_path / "run")
    run.journal.note("blocks", range(1), (1,))
    run.leave()
    told = refusal("replay", run.folder, "--match", "0")
    assert f"did not finish; zetema resume {run.folder} continues it" in told


def test_a_newer_program_s_run_is_refused(tmp_path: Path) -> None:
    """Its schema is named."""
    run = a_run(tmp_path / "run")
    run.journal.note("blocks", range(1), (1,))
    run.leave()
    path = run.folder / unfinished.IN_PLAY / "run.json"
    path.write_text(json.dumps(begun(run.folder) | {"schema": 9}))
    assert "has schema 9" in refusal("resume", run.folder)
    assert zetema("resume", run.folder).exit_code == BAD_INPUT


@pytest.mark.parametrize("left", [(), ("lock",), ("lock", "run.json.tmp")])
def test_a_run_killed_as_its_folder_was_made_begins_anew(
    tmp_path: Path, left: tuple[str, ...]
) -> None:
    """What holds nothing yet is no obstacle to the same command."""
    folder = tmp_path / "run"
    (folder / unfinished.IN_PLAY).mkdir(parents=True)
    for name in left:
        (folder / unfinished.IN_PLAY / name).write_text("")
    run = a_run(folder)
    assert is_unfinished(folder)
    run.leave()


def test_what_has_changed_is_named(tmp_path: Path) -> None:
    """An edited strategy is named where the unfinished run is refused."""
    one, other = ({"name": "mine.py", "source_hash": text} for text in "ab")
    run = a_run(tmp_path / "run", strategies=[one])
    run.journal.note("blocks", range(1), (1,))
    run.leave()
    with pytest.raises(ResultsError, match=r"differs in strategies \(mine\.py\)"):
        a_run(tmp_path / "run", strategies=[other])


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_as_ctrl_c_does(tmp_path: Path, name: str) -> None:
    """What was played is saved, it is said how to go on, and the code is its own."""
    folder, number = tmp_path / "run", getattr(signal, name)
    with started([*COMPARE, "--out", str(folder), "--no-report"]) as process:
        wait_for_shard(folder, process)
        process.send_signal(number)
        _, told = process.communicate()
    assert process.returncode == 128 + number
    assert f"zetema resume {folder} continues it" in told
    assert is_unfinished(folder)


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As nohup has it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_end_in_order():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            with pytest.raises(Ended):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)  # ends nothing a second time
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_number_goes_on_with_the_newest_of_the_same_run(tmp_path: Path) -> None:
    """Other runs, and one that another process plays, are passed over."""
    played, other, same = (
        begin(tmp_path / name, {**HEAD, "seed": seed})
        for name, seed in (("run", 1), ("run-2", 2), ("run-3", 1))
    )
    for run in (played, other, same):
        run.journal.note("blocks", range(1), (1,))
        run.journal.flush()
    other.leave()
    beside = a_run(tmp_path / "run", number=True)
    same.leave()
    again = a_run(tmp_path / "run", number=True)
    assert (beside.folder.name, again.folder.name) == ("run-4", "run-3")
    for run in (played, beside, again):
        run.leave()
