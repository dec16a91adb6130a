"""The child's side of `Processes`: plays what the parent sends, one task at a time.

Three threads: one reads and ends the process with its parent, one plays, one watches
that strategies answer.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import shutil
import signal
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from zetema_sim.common.cache_folder import folder_for
from zetema_sim.common.child_process import receive, send, to_parent
from zetema_sim.common.children import bound
from zetema_sim.faults import StrategyFault
from zetema_sim.work import hang_watch

OUT_OF_MEMORY = 3  # the exit code of a child that cannot say more
READY, RESULT, ERROR, STUCK = "ready", "result", "error", "stuck"

_TOLD = "_told_in_child"  # an error's attribute: the traceback there


@dataclass(frozen=True)
class Orders:
    """What a child is told first.

    Attributes
    ----------
    spot
        The file in which it shows what it plays.
    memory
        The most bytes that it may take.
    most_seconds
        Processor time that a decision may take.
    known
        Faults whose matches are not played, but counted as forfeited.
    """

    spot: Path
    memory: int
    most_seconds: float
    known: tuple[StrategyFault, ...] = ()


def main() -> None:
    """Play until the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its children
    tasks, answers = to_parent()
    orders: Orders = pickle.loads(receive(tasks))
    bound("RLIMIT_AS", orders.memory)  # it runs out before the machine does
    bound("RLIMIT_CORE", 0)
    hang_watch.MOST_SECONDS = orders.most_seconds
    player = _TaskPlayer(orders, answers)
    threading.Thread(target=player.play, daemon=True).start()
    with contextlib.suppress(EOFError):
        while True:
            player.tasks.put(receive(tasks))
    # The parent was killed: what it would have removed is left to its children.
    shutil.rmtree(orders.spot.parent, ignore_errors=True)
    os._exit(0)


class _TaskPlayer:
    """Plays tasks and answers."""

    def __init__(self, orders: Orders, answers: IO[bytes]) -> None:
        self.tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._orders, self._answers = orders, answers
        self._answering = threading.Lock()

    def play(self) -> None:
        """Do tasks for ever."""
        try:
            _warm_up()
            self._show()
            self._answer(READY, None)
            while True:
                self._answer(*done(self.tasks.get()))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)

    def _show(self) -> None:
        """Play where the parent can see it, and be watched."""
        from zetema_sim.playing.decision_record import play_at, shared_spot
        from zetema_sim.playing.forfeits import learn

        learn(self._orders.known)
        play_at(shared_spot(self._orders.spot))
        watched = hang_watch.Watched.this_thread()
        threading.Thread(target=self._watch, args=(watched,), daemon=True).start()

    def _watch(self, watched: hang_watch.Watched) -> None:
        fault = None
        while fault is None:
            time.sleep(min(1.0, self._orders.most_seconds / 4))
            fault = watched.check()
        self._answer(STUCK, fault)  # the parent ends this process

    def _answer(self, kind: str, value: Any) -> None:
        message = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
        with self._answering:
            send(self._answers, message)


def _warm_up() -> None:
    """Load the engine, if it is compiled: where it is not, the parent is at it."""
    folder = folder_for()
    if folder is not None and any(folder.glob("play_blocks-*")):
        import zetema_sim.playing.table  # noqa: F401


def done(message: bytes) -> tuple[str, Any]:
    """Return what a task comes to, or the error that it ends with."""
    try:
        return RESULT, pickle.loads(message)()
    except MemoryError:
        raise
    except Exception as error:
        return ERROR, _portable(error)


def _portable(error: Exception) -> Exception:
    """Return the error, or one that says as much, if it cannot travel."""
    told = traceback.format_exc()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.__dict__[_TOLD] = told
    return error


def arrived(error: BaseException) -> BaseException:
    """Return an error that a child sent, with the place there as its cause."""
    told = error.__dict__.pop(_TOLD, None)
    if told is not None:
        error.__cause__ = _InChild(f"\n{told}")
    return error


class _InChild(Exception):  # noqa: N818 - it is shown as the place of another
    """Where an error was raised in a child."""
