"""Whoever plays: the same numbers, the same faults; and what becomes of the lost."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.kit.runs import ANY, FAULTS, FIELD, PILE, fault_of, faulty, numbers
from tests.kit.worker_tasks import (
    ENDLESS,
    GREEDY_FOR_MEMORY,
    SLOW,
    die_at,
    raise_what_cannot_travel,
    use_up_memory,
)
from zetema_sim.faults import StrategyFault
from zetema_sim.playing.run import tables_of
from zetema_sim.playing.seating import Setup, TableOptions, set_up
from zetema_sim.work import Threads, Work, Workers, hang_watch, stages
from zetema_sim.work.blocks import Outcome, play
from zetema_sim.work.cluster import Cluster
from zetema_sim.work.processes import Processes, WorkerError

MATCHES = 12_000  # several stretches after the first


@pytest.fixture(scope="module")
def run() -> Setup:
    return set_up([PILE, ANY, FIELD], TableOptions(players=3, seed=7), MATCHES)


@pytest.fixture(scope="module")
def expected(run: Setup) -> list[Any]:
    return numbers(play(run.run, Work(Threads(1))))


def played(run: Setup, workers: Workers, kill: Callable[[], None]) -> Outcome:
    """Return what workers come to if one of them is killed in the middle."""
    looks = iter([kill])

    def progress(*_: int) -> None:
        next(looks, lambda: None)()

    with closing(workers):
        return play(run.run, Work(workers), progress)


@pytest.mark.parametrize("count", [2, 7])
def test_threads_come_to_the_same(run: Setup, expected: list[Any], count: int) -> None:
    """Every count is that of one thread."""
    found = played(run, Threads(count), lambda: None)
    assert numbers(found) == expected


def test_processes_come_to_the_same_though_one_is_killed(
    run: Setup, expected: list[Any]
) -> None:
    """Three of them, and every count is that of one thread."""
    workers = Processes(3)
    before = workers.pids
    found = played(run, workers, lambda: os.kill(before[0], signal.SIGKILL))
    assert numbers(found) == expected


def test_a_cluster_comes_to_the_same_though_a_worker_is_killed(
    run: Setup, expected: list[Any]
) -> None:
    """A real one of three processes, and every count is that of one thread."""
    workers = Cluster(count=3)

    def kill() -> None:
        pids = workers.client.run(os.getpid)
        assert len(set(pids.values())) == 3
        os.kill(next(iter(pids.values())), signal.SIGKILL)

    assert numbers(played(run, workers, kill)) == expected


# Faults


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    with closing(Processes(2)) as workers:
        yield workers


@pytest.mark.parametrize(("function", "does", "reason"), FAULTS.values(), ids=FAULTS)
def test_a_fault_travels_whole(
    tmp_path: Path, processes: Processes, function: str, does: str, reason: str
) -> None:
    """That of a child process is told as that of a thread."""
    names = [faulty(tmp_path, function, does), ANY]
    setup = set_up(names, TableOptions(players=2, seed=7), 4_000)
    here = fault_of(setup, 1)
    with pytest.raises(StrategyFault) as caught:
        play(setup.run, Work(processes))
    there = caught.value
    told = (str(there), there.match, there.lineup)
    assert told == (str(here), here.match, here.lineup)


def test_other_errors_travel_too(processes: Processes) -> None:
    """Even one that cannot: as its words."""
    with pytest.raises(RuntimeError, match="LookupError: told") as caught:
        processes.submit(raise_what_cannot_travel).result()
    assert "in raise_what_cannot_travel" in str(caught.value.__cause__)


def dying(folder: Path, processes: Processes, turns: str) -> Any:
    """Return what a task comes to whose process dies at these turns."""
    listed = folder / "turns"
    listed.write_text(turns)
    return processes.submit(partial(die_at, listed)).result()


def test_a_lost_process_costs_only_what_it_played(
    tmp_path: Path, processes: Processes
) -> None:
    """Another does its task, though it was lost at three decisions."""
    assert dying(tmp_path, processes, "5 6 8") == 42


def test_two_deaths_at_one_decision_are_the_strategys(
    tmp_path: Path, processes: Processes
) -> None:
    """It is named with all that is known of a fault, and how to replay the match."""
    with pytest.raises(StrategyFault, match="process twice: SIGKILL") as caught:
        dying(tmp_path, processes, "5 9 5")
    fault = caught.value
    place = (fault.strategy, fault.seat, fault.deal, fault.turn)
    assert place == ("mine.py:x=1", 1, 1, 5)
    assert (fault.match, fault.lineup) == (7, ("greedy", "mine.py:x=1"))
    replay = "zetema replay greedy mine.py:x=1 --players 2 --match 7"
    assert fault.__notes__ == [replay]


@pytest.mark.parametrize(
    ("task", "told"),
    [(die_at, "end again and again: SIGKILL"), (use_up_memory, "GB of memory")],
)
def test_processes_that_end_again_and_again(
    tmp_path: Path, processes: Processes, task: Callable[..., int], told: str
) -> None:
    """That ends the run, with the reason."""
    (tmp_path / "turns").write_text("1 2 3 4 5")
    given = [tmp_path / "turns"] if task is die_at else []
    with pytest.raises(WorkerError, match=told):
        processes.submit(partial(task, *given)).result()


@pytest.mark.parametrize("bit", ["card", "np.ones(1000, np.int64)"])
def test_memory_taken_bit_by_bit(tmp_path: Path, bit: str) -> None:
    """The strategy is told at the child's bound, not at the machine's."""
    setup = silent(tmp_path, GREEDY_FOR_MEMORY.format(bit=bit))
    with closing(Processes(1, memory=1 << 30)) as workers:
        with pytest.raises(StrategyFault, match="raised MemoryError") as caught:
            play(setup.run, Work(workers))
    fault = caught.value
    assert (Path(fault.strategy).name, fault.turn) == ("silent.py", 3)


# Strategies that do not answer


def silent(folder: Path, text: str) -> Setup:
    path = folder / "silent.py"
    path.write_text(text)
    return set_up([str(path), PILE], TableOptions(players=2), 2)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hang_watch, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(stages, "CHECK_SECONDS", 0.05)


def check_silent(setup: Setup, workers: Workers) -> None:
    """Check that the fault of the silent strategy is told."""
    with closing(workers), pytest.raises(StrategyFault) as caught:
        play(setup.run, Work(workers))
    fault = caught.value
    assert (Path(fault.strategy).name, fault.turn) == ("silent.py", 3)
    assert "does not answer within 0.2 s" in fault.reason
    assert fault.match is not None
    assert fault.strategy in fault.lineup


@pytest.mark.usefixtures("soon")
def test_a_thread_that_does_not_answer_is_told(tmp_path: Path) -> None:
    """Its strategy is, while it plays on."""
    setup = silent(tmp_path, SLOW)
    check_silent(setup, Threads(2))


@pytest.mark.usefixtures("soon")
def test_a_process_that_does_not_answer_is_ended(tmp_path: Path) -> None:
    """Its strategy is told."""
    check_silent(silent(tmp_path, ENDLESS), Processes(1))


@pytest.mark.usefixtures("soon")
def test_a_cluster_that_does_not_answer_is_told(tmp_path: Path) -> None:
    """And its processes end with it."""
    check_silent(silent(tmp_path, ENDLESS), Cluster(count=1))


@pytest.mark.usefixtures("soon")
def test_busy_threads_are_not_silent(run: Setup, expected: list[Any]) -> None:
    """Many on few cores get little time each, and all that they decide counts."""
    assert numbers(played(run, Threads(16), lambda: None)) == expected


def test_the_command_leaves_an_endless_thread(tmp_path: Path, top: Path) -> None:
    """With the fault in one line, how to replay it, and exit code 1."""
    (tmp_path / "silent.py").write_text(ENDLESS)
    code = (
        "from zetema_sim.work import hang_watch; hang_watch.MOST_SECONDS = 0.2; "
        "from zetema_sim.cli import main; main()"
    )
    words = ["compare", "silent.py", "greedy", "--executor", "threads", "--quiet"]
    run = subprocess.run(
        [sys.executable, "-P", "-c", code, *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(top)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    (line,) = run.stderr.splitlines()
    assert (run.returncode, run.stdout) == (1, "")
    assert "turn 3, discard): does not answer within 0.2 s" in line
    assert "zetema replay greedy silent.py --match 0" in line


# How processes begin and end

PLAYS = """
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.work.blocks import play
from zetema_sim.work import Work
from zetema_sim.work.processes import Processes

workers = Processes(2)
print(*workers.pids, flush=True)
play(set_up(["greedy", "random"], TableOptions(), 10**9).run, Work(workers))
"""


def test_children_end_with_their_parent(tmp_path: Path, top: Path) -> None:
    """Also if it is killed amid a task; nothing is left behind."""
    command = [sys.executable, "-P", "-c", PLAYS]
    env = {**os.environ, "PYTHONPATH": str(top), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as parent:
        assert parent.stdout is not None
        pids = map(int, parent.stdout.readline().split())
        children = [os.pidfd_open(pid) for pid in pids]
        parent.kill()
    for child in children:
        assert select.select([child], [], [], 60)[0]
        os.close(child)
    assert [*tmp_path.iterdir()] == []


SCRIPT = """
import sys
from zetema_sim.api import compare

print("once")
answer = compare("greedy", "random", matches=20, threads=1, executor=sys.argv[1])
print(answer.json["executor"], answer.json["threads"])
"""


@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_a_script_is_not_run_again(tmp_path: Path, top: Path, executor: str) -> None:
    """Neither is a module of the folder where it stands taken for Python's own."""
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "random.py").write_text("raise RuntimeError('no module')\n")
    run = subprocess.run(
        [sys.executable, "-P", "script.py", executor],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(top)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (run.stdout, run.stderr) == (f"once\n{executor} 1\n", "")


def test_tables_travel_without_addresses() -> None:
    """What was compiled here is compiled there."""
    with closing(Processes(1)) as workers:
        (table,) = tables_of(set_up([PILE, ANY], TableOptions(players=2), 2).run)
        table.prepare()
        there = workers.submit(partial(table.play_blocks, 0, 3)).result()
    assert there.sums.tolist() == table.play_blocks(0, 3).sums.tolist()


# What starts tests in the background may have it ignore Ctrl-C.
HEARS_CTRL_C = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from zetema_sim.cli import main; main()"
)


@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_ctrl_c_ends_all(top: Path, executor: str) -> None:
    """It reaches the whole group of processes, as from a terminal: one line is told."""
    words = ["compare", "greedy", "random", "--matches", str(10**9), "--threads", "1"]
    with subprocess.Popen(
        [sys.executable, "-P", "-c", HEARS_CTRL_C, *words, "--executor", executor],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(top)},
        process_group=0,
    ) as run:
        assert run.stderr is not None
        assert run.stderr.readline().startswith("Playing")
        child = first_child(run.pid)
        os.killpg(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=60)
    assert (run.returncode, told.splitlines()[-1][:11]) == (130, "Interrupted")
    assert "Traceback" not in told
    assert select.select([child], [], [], 60)[0]
    os.close(child)


def first_child(pid: int) -> int:
    """Return what tells that a process's first child has ended, once there is one."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    while not listed.read_text().split():
        os.sched_yield()
    return os.pidfd_open(int(listed.read_text().split()[0]))
