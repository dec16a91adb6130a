"""Child processes that play: what a strategy does harms its process alone.

It may end it, hang in it or take all memory. A child that dies costs what it was
playing: another takes its place and plays that again. If that one dies at the same
decision, the strategy asked there is at fault. Where faults forfeit matches, the next
child is told of it, and counts that match as forfeited without playing it.
"""

from __future__ import annotations

import os
import pickle
import queue
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from zetema_sim.common.child_process import ChildProcess
from zetema_sim.work import child, hang_watch
from zetema_sim.work.cores import default_threads

if TYPE_CHECKING:
    from zetema_sim.faults import StrategyFault
    from zetema_sim.playing.decision_record import DecisionRecord

Result = TypeVar("Result")

MOST_STARTS = 5  # of children in a row that end before they can play
MOST_DEATHS = 4  # of children that play the same, each at another decision
# A fault that costs a child takes seconds. So many of one strategy, in more than this
# part of the matches, and the run would not end in the time that it is given.
MOST_LOST, MOST_LOST_PART = 12, 0.01
LEAST_MEMORY, MOST_MEMORY = 2 << 30, 8 << 30  # bytes that a child may take

_CODE = "from zetema_sim.work.child import main; main()"


class WorkerError(RuntimeError):
    """Children that do not start, or end again and again; one line for the user."""


def memory_of(count: int) -> int:
    """Return how many bytes each of so many children may take: half the machine's."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return MOST_MEMORY
    return max(LEAST_MEMORY, min(MOST_MEMORY, machine // 2 // count))


class Processes:
    """Child processes.

    Parameters
    ----------
    count
        How many; one a core by default.
    memory
        The most bytes that each may take, `memory_of` them by default.
    forfeits
        Whether a strategy that ends its child, or hangs in it, forfeits the match
        instead of ending the run.
    """

    executor = "processes"
    seconds = 0.15

    def __init__(
        self,
        count: int | None = None,
        memory: int | None = None,
        *,
        forfeits: bool = False,
    ) -> None:
        self.count = count or default_threads()
        self.forfeits = forfeits
        self.known: list[StrategyFault] = []  # that children died of
        self._played = 0  # matches, by children that have ended
        self._folder = tempfile.TemporaryDirectory(prefix="zetema-")
        self._memory = memory or memory_of(self.count)
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._is_closing = False
        self._places = [_ChildPlace(self, number) for number in range(self.count)]
        for place in self._places:
            place.start()
        self._minders = [
            threading.Thread(target=place.mind, daemon=True, name="zetema-minder")
            for place in self._places
        ]
        for minder in self._minders:
            minder.start()

    @property
    def pids(self) -> list[int]:
        """The numbers of the children that there are."""
        children = [place.child for place in self._places]
        return [each.process.pid for each in children if each is not None]

    def forfeit(self, fault: StrategyFault) -> None:
        """Have all children to come count the match of a fault as lost.

        Raises
        ------
        StrategyFault
            If so many matches are lost so that the run would not end.
        """
        self.known.append(fault)
        lost = sum(each.strategy == fault.strategy for each in self.known)
        played = len(self.known) + self._played
        played += sum(place.matches for place in self._places)
        if lost >= MOST_LOST and lost > MOST_LOST_PART * played:
            raise fault.with_more(
                f"{lost} of {played:,} matches so far ended like that, each taking "
                "seconds, so the run is given up"
            )

    def submit(self, task: Callable[[], Result]) -> Future[Result]:
        """Begin a task as soon as there is room."""
        future: Future[Result] = Future()
        self._tasks.put(_Task(pickle.dumps(task, pickle.HIGHEST_PROTOCOL), future))
        return future

    def check(self) -> None:
        """Do nothing: a task whose child is stuck or dead ends with its fault."""

    def close(self) -> None:
        """End the children."""
        self._is_closing = True
        for _ in self._minders:
            self._tasks.put(None)
        for place in self._places:
            place.break_off()
        for minder in self._minders:
            minder.join()
        while not self._tasks.empty():
            task = self._tasks.get()
            if task is not None:
                task.future.cancel()
        self._folder.cleanup()


@dataclass
class _Task:
    """A task, and where the children died that played it."""

    message: bytes
    future: Future[Any]
    deaths: list[Any] = field(default_factory=list)

    def ends(self, kind: str, value: Any) -> None:
        """Take the answer of a child."""
        if kind == child.RESULT:
            self.future.set_result(value)
        else:
            self.future.set_exception(child.arrived(value))


class _ChildPlace:
    """A place for a child: the one that plays there, and who takes over from it."""

    def __init__(self, owner: Processes, number: int) -> None:
        self._owner, self._number = owner, number
        self._started = self._failed = 0
        self.child: _Player | None = None

    def start(self) -> _Player:
        """Start a child."""
        self._started += 1
        name = f"{self._number}-{self._started}"
        orders = child.Orders(
            Path(self._owner._folder.name) / name,
            self._owner._memory,
            hang_watch.MOST_SECONDS,
            tuple(self._owner.known),
        )
        self.child = _Player(orders)
        return self.child

    @property
    def matches(self) -> int:
        """How many matches the child has played that there is."""
        player = self.child
        spot = None if player is None else player.spot()
        return 0 if spot is None else spot.matches

    def break_off(self) -> None:
        """Kill the child that there is, in another thread than that which minds it."""
        player = self.child
        if player is not None:
            player.process.kill()

    def mind(self) -> None:
        """Give the child what is to be done, until all is; then end it."""
        while True:
            task = self._owner._tasks.get()
            if task is None or self._owner._is_closing:
                self._end()
                if task is not None:
                    task.future.cancel()
                return
            if task.future.set_running_or_notify_cancel():
                try:
                    self._do(task)
                except Exception as error:
                    task.future.set_exception(error)

    def _end(self) -> None:
        if self.child is not None:
            self._owner._played += self.matches
            self.child.end()
        self.child = None

    def _do(self, task: _Task) -> None:
        while True:
            player = self.child or self.start()
            try:
                kind, value = player.play(task.message)
            except (EOFError, OSError):
                self._end()
                if self._owner._is_closing:
                    raise WorkerError("the workers were ended") from None
                self._died(task, player)
                continue
            if kind == child.STUCK:
                self._end()
                if self._owner.forfeits:
                    self._owner.forfeit(value)
                    continue
            task.ends(kind, value)
            return

    def _died(self, task: _Task, player: _Player) -> None:
        """Take note of a child's death.

        Raises
        ------
        StrategyFault
            If another died at the same decision, unless that forfeits the match, and
            not too many of them are lost like that.
        WorkerError
            If too many died, or do not even start.
        """
        told = player.told_of_end()
        if not player.is_ready:
            self._failed += 1
            if self._failed >= MOST_STARTS:
                raise WorkerError(f"child processes do not start: {told}")
            return
        self._failed, spot = 0, player.spot()
        state = spot.state if spot is not None else None
        if spot is not None and state is not None:
            decision = state[1:]
            if decision in task.deaths:
                fault = spot.fault(f"ends its process twice: {told}")
                if not self._owner.forfeits:
                    raise fault
                self._owner.forfeit(fault)
                task.deaths.clear()
                return
            task.deaths.append(decision)
        else:
            task.deaths.append(None)
        if len(task.deaths) >= MOST_DEATHS:
            raise WorkerError(f"child processes end again and again: {told}")


class _Player(ChildProcess):
    """A child that plays."""

    def __init__(self, orders: child.Orders) -> None:
        super().__init__(_CODE)
        self.orders = orders
        self.is_ready = False
        self.send(pickle.dumps(orders))

    def play(self, message: bytes) -> tuple[str, Any]:
        """Return the answer to a task.

        Raises
        ------
        EOFError, OSError
            If the child ends before that.
        """
        if not self.is_ready:
            self.receive()
            self.is_ready = True
        self.send(message)
        kind, value = pickle.loads(self.receive())
        return kind, value

    def spot(self) -> DecisionRecord | None:
        """Return what it was playing."""
        from zetema_sim.playing.decision_record import left_spot

        return left_spot(self.orders.spot)

    def told_of_end(self) -> str:
        """Return how it ended."""
        code = self.process.returncode
        if code == child.OUT_OF_MEMORY:
            return f"it takes more than {self.orders.memory / 2**30:.3g} GB of memory"
        said = f", {self.said}" if self.said else ""
        return self.signal or f"exit code {code}{said}"
