"""Who plays: what a task is handed to.

A task is a function without arguments, a `partial` of a function and plain data, so
that it can travel. Whatever runs it, it gives the same part.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from zetema_sim.work.cores import default_threads
from zetema_sim.work.hang_watch import Watched

_playing: set[threading.Thread] = set()  # of this process, for who wants to leave it

Result = TypeVar("Result")


class Workers(Protocol):
    """What can run tasks, several at a time.

    Attributes
    ----------
    executor
        What they are: ``"threads"``, ``"processes"`` or ``"dask"``.
    count
        How many tasks run at a time.
    seconds
        How long a task should take: long enough that handing it over costs little.
    """

    executor: str
    count: int
    seconds: float

    def submit(self, task: Callable[[], Result]) -> Future[Result]:
        """Begin a task as soon as there is room."""

    def check(self) -> None:
        """Raise what has gone wrong with a task that does not end; asked now and then.

        Raises
        ------
        StrategyFault
            If a strategy does not answer.
        """

    def close(self) -> None:
        """End the workers; what they have begun is not waited for."""


def are_playing(seconds: float) -> bool:
    """Return whether threads of this process still play after a wait."""
    end = time.monotonic() + seconds
    while _playing and time.monotonic() < end:
        time.sleep(0.01)
    return bool(_playing)


def _play(task: Callable[[], Result]) -> Result:
    """Do a task, and have it known meanwhile."""
    thread = threading.current_thread()
    _playing.add(thread)
    try:
        return task()
    finally:
        _playing.discard(thread)


def workers_as_json(workers: Workers) -> dict[str, Any]:
    """Return what is told of the workers beside a run's numbers."""
    return {"executor": workers.executor, "threads": workers.count}


class Threads:
    """Threads of this process: the kernel holds no lock of Python's while it plays.

    Parameters
    ----------
    count
        How many; all cores by default.
    """

    executor = "threads"
    seconds = 0.15

    def __init__(self, count: int | None = None) -> None:
        self.count = count or default_threads()
        self._watched: list[Watched] = []
        self._pool = ThreadPoolExecutor(
            self.count, thread_name_prefix="zetema", initializer=self._watch
        )

    def _watch(self) -> None:
        self._watched.append(Watched.this_thread())

    def submit(self, task: Callable[[], Any]) -> Future[Any]:
        """Begin a task as soon as there is room."""
        return self._pool.submit(_play, task)

    def check(self) -> None:
        """Raise the fault of a strategy that does not answer.

        Its thread cannot be ended but with the whole program.

        Raises
        ------
        StrategyFault
            If there is one.
        """
        for watched in self._watched:
            fault = watched.check()
            if fault is not None:
                raise fault

    def close(self) -> None:
        """Begin no more; threads that play end by themselves."""
        self._pool.shutdown(wait=False, cancel_futures=True)
