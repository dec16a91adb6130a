"""Stages of work: numbers cut into stretches, played, given back in order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from zetema_sim.work.executors import Threads, Workers
from zetema_sim.work.interruptions import Nobody
from zetema_sim.work.journal import Journal

Part = TypeVar("Part")
Result = TypeVar("Result")

_AHEAD = 3  # tasks under way or waiting, for each worker
CHECK_SECONDS = 1.0  # between two looks at tasks that do not end
_GROWTH = 4  # times as long as the last stretch may the next one be


@dataclass(frozen=True)
class Cut:
    """How numbers are cut into stretches; it changes no digit.

    Attributes
    ----------
    first
        The length of the first stretch; later ones take about `Workers.seconds`.
    most
        No stretch is longer, so that memory stays flat.
    whole
        A stretch at least as long as this is a multiple of it.
    """

    first: int = 1
    most: int = 4096
    whole: int = 1


@dataclass(frozen=True)
class Stage(Generic[Part]):
    """A part of an experiment: what some numbers come to, together.

    Attributes
    ----------
    name
        Tells it from the other stages of the experiment: small letters, digits,
        dashes.
    kind
        The class of its parts, which can be added (`added`) and written.
    numbers
        What is played.
    task
        Returns what plays a stretch of them.
    cut
        How long stretches are.
    is_saved
        Whether the journal has its parts.
    """

    name: str
    kind: type[Part]
    numbers: range
    task: Callable[[range], Callable[[], Part]]
    cut: Cut = field(default_factory=Cut)
    is_saved: bool = True


@dataclass
class Work:
    """Who plays, and where what was played is saved.

    Attributes
    ----------
    workers
        Threads on all cores by default.
    journal
        None saves nothing.
    """

    workers: Workers = field(default_factory=Threads)
    journal: Journal | None = None

    @classmethod
    def on(cls, threads: int | None) -> Work:
        """Return work that threads do; None means all cores. Nothing is saved."""
        return cls(Threads(threads))

    @property
    def of_the_unsaved(self) -> Work:
        """Work of which no journal could have anything: somebody plays it."""
        return self if self.plays else Work()

    @property
    def plays(self) -> bool:
        """Whether anybody plays what is not saved."""
        return not isinstance(self.workers, Nobody)

    def parts(self, stage: Stage[Part]) -> Iterator[Part]:
        """Yield what a stage comes to, in parts, in the order of its numbers.

        What the journal has of it comes first; the rest is played, and saved.

        Raises
        ------
        StrategyFault
            If a strategy raises an error or answers what is not allowed: the fault
            that comes first in order, whatever the workers did.
        """
        return (part for _, part in self.all_parts([stage]))

    def all_parts(self, stages: Iterable[Stage[Part]]) -> Iterator[tuple[int, Part]]:
        """Yield the parts of some stages, with each one's place among them.

        Workers need not wait for the end of a stage.
        """
        waiting: deque[_Stretch[Part]] = deque()
        coming = self._stretches(stages)
        try:
            while True:
                while len(waiting) < _AHEAD * self.workers.count:
                    stretch = next(coming, None)
                    if stretch is None:
                        break
                    waiting.append(stretch)
                if not waiting:
                    return
                stretch = waiting.popleft()
                yield stretch.place, self._finished(stretch)
        finally:
            for stretch in waiting:
                stretch.cancel()
            if self.journal is not None:
                self.journal.flush()

    def _stretches(self, stages: Iterable[Stage[Part]]) -> Iterator[_Stretch[Part]]:
        """Yield what is saved of each stage, then stretches that have begun."""
        for place, stage in enumerate(stages):
            done, end = stage.numbers.start, stage.numbers.stop
            if self.journal is not None and stage.is_saved:
                saved = self.journal.saved(stage.name, stage.kind, stage.numbers)
                for numbers, part in saved:
                    yield _Stretch(place, stage, numbers, saved=part)
                    done = numbers.stop
            pace = _Pace(stage.cut, self.workers.seconds)
            while done < end:
                numbers = range(done, min(done + pace.length, end))
                task = partial(_timed, stage.task(numbers))
                future = self.workers.submit(task)
                yield _Stretch(place, stage, numbers, pace, future)
                done = numbers.stop

    def _finished(self, stretch: _Stretch[Part]) -> Part:
        if stretch.future is None:
            assert stretch.saved is not None
            return stretch.saved
        part, seconds = result_of(stretch.future, self.workers)
        assert stretch.pace is not None
        stretch.pace.took(len(stretch.numbers), seconds)
        if self.journal is not None and stretch.stage.is_saved:
            self.journal.note(stretch.stage.name, stretch.numbers, part)
        return part

    def results(self, tasks: Iterable[Callable[[], Result]]) -> Iterator[Result]:
        """Yield what short tasks return, in their order; nothing of it is saved."""
        left = iter(tasks)
        waiting: deque[Future[Result]] = deque()
        try:
            while True:
                while len(waiting) < _AHEAD * self.workers.count:
                    task = next(left, None)
                    if task is None:
                        break
                    waiting.append(self.workers.submit(task))
                if not waiting:
                    return
                yield result_of(waiting.popleft(), self.workers)
        finally:
            for future in waiting:
                future.cancel()


@dataclass
class _Stretch(Generic[Part]):
    """Some numbers of a stage: saved, or being played."""

    place: int  # of the stage
    stage: Stage[Part]
    numbers: range
    pace: _Pace | None = None
    future: Future[tuple[Part, float]] | None = None
    saved: Part | None = None

    def cancel(self) -> None:
        """Do not begin what has not begun."""
        if self.future is not None:
            self.future.cancel()


class _Pace:
    """How long the next stretch is, from how long the last ones took."""

    def __init__(self, cut: Cut, seconds: float) -> None:
        self._cut, self._seconds = cut, seconds
        self._length = max(cut.first, 1)

    @property
    def length(self) -> int:
        """How many numbers the next stretch has."""
        whole = self._cut.whole
        if self._length < whole:
            return self._length
        return self._length // whole * whole

    def took(self, length: int, seconds: float) -> None:
        """Learn from a stretch."""
        wanted = length * self._seconds / max(seconds, 1e-4)
        self._length = int(min(self._cut.most, _GROWTH * length, max(1, wanted)))


def _timed(task: Callable[[], Result]) -> tuple[Result, float]:
    started = time.perf_counter()
    return task(), time.perf_counter() - started


def result_of(future: Future[Result], workers: Workers) -> Result:
    """Wait for a result, looking now and then at what does not end.

    Raises
    ------
    StrategyFault
        If a strategy does not answer.
    """
    while True:
        try:
            return future.result(timeout=CHECK_SECONDS)
        except NotYet:
            if future.done():  # the task itself ran out of some time
                raise
            workers.check()
