"""The worker's side of `Cluster`: what a Dask worker runs for each task."""

from __future__ import annotations

import os
import queue
import threading
from typing import Any

from zetema_sim import __version__
from zetema_sim.common.cache_folder import game_hash
from zetema_sim.common.child_process import receive, send, to_parent
from zetema_sim.work import hang_watch
from zetema_sim.work.child import ERROR, STUCK, done


def about() -> tuple[str, str]:
    """Return the program's version here, and the hash of what decides a match."""
    return __version__, game_hash()


def play_watched(message: bytes, most_seconds: float) -> tuple[str, Any]:
    """Do a task, as `child` does; return the kind of the answer and the answer.

    Of a strategy that does not answer, that is its fault, and this worker's address;
    the thread goes on until the worker is started anew.

    Parameters
    ----------
    message
        The task, pickled.
    most_seconds
        Processor time that a decision may take.
    """
    import distributed

    hang_watch.MOST_SECONDS = most_seconds
    answers: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    watched: list[hang_watch.Watched] = []

    def play() -> None:
        try:
            watched.append(hang_watch.Watched.this_thread())
            answers.put(done(message))
        except BaseException as error:
            answers.put((ERROR, error))

    threading.Thread(target=play, daemon=True).start()
    while True:
        try:
            return answers.get(timeout=min(1.0, most_seconds / 4))
        except queue.Empty:
            for each in watched:
                fault = each.check()
                if fault is not None:
                    return STUCK, (fault, distributed.get_worker().address)


def serve() -> None:
    """Run a cluster of its own on this machine until the parent ends.

    The number of workers comes on stdin, the scheduler's address goes to stdout.
    """
    import dask
    import distributed

    orders, answers = to_parent()
    count = int(receive(orders))
    # What kills a worker twice is looked into by the parent.
    dask.config.set({"distributed.scheduler.allowed-failures": 1})
    start: Any = distributed.LocalCluster
    cluster = start(
        n_workers=count,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs="CRITICAL",
    )
    send(answers, cluster.scheduler_address.encode())
    orders.read()
    cluster.close()
    os._exit(0)
