"""Which workers play, as a command line says it: how many, of what kind, where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from zetema_sim.roster import Strategy
from zetema_sim.work.workers import Threads, Workers

EXECUTORS = (THREADS, PROCESSES, DASK) = ("threads", "processes", "dask")


class WorkingError(ValueError):
    """Workers that cannot be had; one line for the user."""


@dataclass(frozen=True)
class Working:
    """What was asked for.

    Attributes
    ----------
    threads
        How many workers play; all cores if None.
    executor
        One of `EXECUTORS`; None lets the strategies decide.
    scheduler
        The address of Dask's scheduler.

    Raises
    ------
    WorkingError
        If these do not go together.
    """

    threads: int | None = None
    executor: str | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.executor not in (None, *EXECUTORS):
            allowed = ", ".join(EXECUTORS)
            raise WorkingError(f"executor {self.executor!r} is none of {allowed}")
        if self.scheduler is not None and self.executor != DASK:
            raise WorkingError("--scheduler belongs to --executor dask")

    def as_options(self) -> list[str]:
        """Return the words that ask for them on a command line."""
        asked = {
            "--threads": self.threads,
            "--executor": self.executor,
            "--scheduler": self.scheduler,
        }
        return [
            word
            for option, value in asked.items()
            if value is not None
            for word in (option, str(value))
        ]

    def plan_text(self, strategies: Iterable[Strategy]) -> str:
        """Return what is to be said of the workers before they play, or nothing."""
        return ""

    @contextmanager
    def workers(self, strategies: Iterable[Strategy]) -> Iterator[Workers]:
        """Give the workers that play these strategies, and end them.

        Raises
        ------
        WorkingError
            If there are none: Dask is not installed, no scheduler answers.
        """
        if self.executor not in (None, THREADS):
            raise WorkingError(f"--executor {self.executor} is not there yet")
        workers = Threads(self.threads)
        try:
            yield workers
        finally:
            workers.close()
