"""A Dask cluster that is there already: used, left running, refused, lost."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest

from tests.kit.cli_runs import refusal, zetema
from zetema_sim.playing.seating import TableOptions, set_up
from zetema_sim.work import Work, cluster, remote
from zetema_sim.work.blocks import play, play_stretch
from zetema_sim.work.cluster import Cluster, ClusterError
from zetema_sim.work.processes import WorkerError


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a scheduler with two workers."""
    with closing(cluster.OwnCluster(2)) as there:
        yield there.address()


def test_a_scheduler_that_is_there_is_used(address: str) -> None:
    """And left running: twice in a row."""
    words = ("--executor", "dask", "--scheduler", address, "--matches", 200, "--json")
    for _ in range(2):
        result = zetema("compare", "greedy", "random", *words)
        found = json.loads(result.stdout)
        assert (found["executor"], found["threads"]) == ("dask", 2)


def test_workers_of_another_program_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is played."""
    monkeypatch.setattr(cluster, "ours", lambda: ("0.0", "other"))
    words = ("--executor", "dask", "--scheduler", address)
    line = refusal("compare", "greedy", "random", "--quiet", *words)
    assert f"has zetema-sim {remote.about()[0]} with other sources than here" in line


def test_workers_without_the_program_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said what to install."""

    def about() -> None:
        raise ModuleNotFoundError("No module named 'zetema_sim'")

    about.__module__ = "__main__"  # so that its text travels, not its place
    monkeypatch.setattr(remote, "about", about)
    with pytest.raises(ClusterError, match="do not have this zetema-sim"):
        Cluster(address)


def test_no_workers_are_refused() -> None:
    """A scheduler alone plays nothing."""
    with closing(cluster.OwnCluster(0)) as there:
        with pytest.raises(ClusterError, match="has no workers"):
            Cluster(there.address())


def test_a_cluster_that_goes_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one line, not with a wait for ever."""
    there = cluster.OwnCluster(1)
    workers = Cluster(there.address())
    run = set_up(["greedy", "random"], TableOptions(), 10**9).run
    with closing(workers), pytest.raises(WorkerError, match="is gone"):
        play(run, Work(workers), lambda *_: there.close())


def test_what_ends_workers_is_played_here(address: str) -> None:
    """In a child process, which tells whose fault it is, or does it."""
    run = set_up(["greedy", "random"], TableOptions(), 200).run
    with closing(Cluster(address)) as workers:
        task = partial(ending, os.getpid(), run)
        there = workers.submit(task).result()
    assert there.matches == play_stretch(run, range(4)).matches


def ending(parent: int, run: object) -> object:
    """End the process, unless it is a child of the test's."""
    if os.getppid() != parent:
        os._exit(1)
    return play_stretch(run, range(4))  # type: ignore[arg-type]
