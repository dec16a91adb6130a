"""Who plays: what a task is handed to.

A task is a function without arguments, a `partial` of a function and plain data, so
that it can travel. Whatever runs it, it gives the same part.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

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


def told(workers: Workers) -> dict[str, Any]:
    """Return what is told of the workers beside a run's numbers."""
    return {"executor": workers.executor, "threads": workers.count}


def default_threads() -> int:
    """Return how many threads a run takes unless told: the cores it may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
        self._pool = ThreadPoolExecutor(self.count, thread_name_prefix="zetema")

    def submit(self, task: Callable[[], Any]) -> Future[Any]:
        """Begin a task as soon as there is room."""
        return self._pool.submit(task)

    def check(self) -> None:
        """Do nothing yet: a thread that does not end is not noticed."""

    def close(self) -> None:
        """Begin no more; threads that play end by themselves."""
        self._pool.shutdown(wait=False, cancel_futures=True)
