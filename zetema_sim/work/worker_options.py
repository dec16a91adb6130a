"""Which workers play, as a command line says it: how many, of what kind, where."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from zetema_sim.common.wording import option_words
from zetema_sim.roster.doctor_passes import has_passed
from zetema_sim.roster.lookup import Strategy
from zetema_sim.work.cores import default_threads
from zetema_sim.work.executors import Threads, Workers

_MOST_NAMED = 3

EXECUTORS = (THREADS, PROCESSES, DASK) = ("threads", "processes", "dask")


class WorkerOptionsError(ValueError):
    """Workers that cannot be had; one line for the user."""


@dataclass(frozen=True)
class WorkerOptions:
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
            raise WorkerOptionsError(f"executor {self.executor!r} is none of {allowed}")
        if self.scheduler is not None and self.executor != DASK:
            raise WorkerOptionsError("--scheduler belongs to --executor dask")
        if self.scheduler is not None and self.threads is not None:
            raise WorkerOptionsError(
                "--threads is for workers of this machine; the cluster of --scheduler "
                "has its own"
            )

    def as_options(self) -> list[str]:
        """Return the words that ask for them on a command line."""
        return option_words(
            {
                "--threads": self.threads,
                "--executor": self.executor,
                "--scheduler": self.scheduler,
            }
        )

    def plan_text(self, strategies: Iterable[Strategy]) -> str:
        """Return what is to be said of the workers before they play, or nothing."""
        count = self.threads or default_threads()
        if self.executor == DASK and self.scheduler is None:
            return (
                f"A Dask cluster of {_counted(count, 'process')} on this machine plays."
            )
        if self.executor is not None:
            return ""
        names = [strategy.name for strategy in unchecked(strategies)]
        if not names:
            return ""
        shown = ", ".join(names[:_MOST_NAMED]) + ", …" * (len(names) > _MOST_NAMED)
        has = "has" if len(names) == 1 else "have"
        check = shlex.join(names[:1])
        return (
            f"{shown} {has} not been checked: {_counted(count, 'child process')} "
            f"will play; after `zetema strategies check {check}` threads do."
        )

    @contextmanager
    def workers(
        self, strategies: Iterable[Strategy], *, forfeits: bool = False
    ) -> Iterator[Workers]:
        """Give the workers that play these strategies, and end them.

        Parameters
        ----------
        strategies
            All that play.
        forfeits
            Whether a strategy's fault forfeits its match, also one that ends a child
            process or hangs in it.

        Raises
        ------
        WorkingError
            If there are none: Dask is not installed, no scheduler answers.
        """
        workers = self._begin(strategies, forfeits=forfeits)
        try:
            yield workers
        finally:
            workers.close()

    def _begin(self, strategies: Iterable[Strategy], *, forfeits: bool) -> Workers:
        executor = self.executor
        if executor is None:
            executor = PROCESSES if unchecked(strategies) else THREADS
        if executor == THREADS:
            return Threads(self.threads)
        if executor == PROCESSES:
            from zetema_sim.work.processes import Processes

            return Processes(self.threads, forfeits=forfeits)
        from zetema_sim.work.cluster import Cluster

        return Cluster(self.scheduler, self.threads)


def unchecked(strategies: Iterable[Strategy]) -> list[Strategy]:
    """Return the strategies that neither are shipped nor have passed the doctor.

    What passed did so with its settings: with others it may be another thing.
    """
    return [
        strategy
        for strategy in dict.fromkeys(strategies)
        if not strategy.file.is_shipped
        and not has_passed(strategy.source_hash, strategy.settings)
    ]


def _counted(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}{'es' if what.endswith('s') else 's'}"
