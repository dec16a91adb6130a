"""A Dask cluster that plays: one that is there, or one of this machine's processes.

Tasks go through the client's `concurrent.futures` executor; Dask gives what a lost
worker was playing to another. What ends worker after worker is played once more in a
child process here, which tells the strategy at fault.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from importlib.util import find_spec
from typing import Any, TypeVar

from zetema_sim.common import children
from zetema_sim.common.child_process import ChildProcess
from zetema_sim.work import child, hang_watch, remote
from zetema_sim.work.cores import default_threads
from zetema_sim.work.processes import Processes, WorkerError

Result = TypeVar("Result")

CONNECT_SECONDS = 5  # until a scheduler that does not answer is given up
ALONE_SECONDS = 60  # until a cluster that has lost all workers is
CLOSE_SECONDS = 10

_CODE = "from zetema_sim.work.remote import serve; serve()"


class ClusterError(ValueError):
    """A cluster that cannot be had; one line for the user."""


class Cluster:
    """The workers of a Dask cluster.

    Parameters
    ----------
    scheduler
        Its address; None starts a cluster of processes on this machine.
    count
        How many processes that one has; one a core by default.

    Attributes
    ----------
    client
        Dask's.

    Raises
    ------
    ClusterError
        If Dask is not installed, no scheduler answers, it has no workers, or they do
        not have this program.
    """

    executor = "dask"
    seconds = 0.5

    def __init__(self, scheduler: str | None = None, count: int | None = None) -> None:
        if find_spec("distributed") is None:
            raise ClusterError(
                "--executor dask needs Dask, which is not installed: "
                "pip install 'zetema-sim[cluster]'"
            )
        self._own: OwnCluster | None = None
        if scheduler is None:
            self._own = OwnCluster(count or default_threads())
        self.client: Any = None
        self._here: Processes | None = None  # for what ends workers
        self._starting = threading.Lock()
        self._stuck: list[str] = []  # addresses of workers in an endless loop
        try:
            self._address = self._own.address() if self._own else scheduler or ""
            self.client = _client_of(self._address)
            self.count = self._checked_workers()
        except BaseException:
            self.close()
            raise
        self._futures = self.client.get_executor()
        self._seen = time.monotonic()

    def submit(self, task: Callable[[], Result]) -> Future[Result]:
        """Begin a task as soon as there is room."""
        message = pickle.dumps(task, pickle.HIGHEST_PROTOCOL)
        inner = self._futures.submit(
            remote.play_watched, message, hang_watch.MOST_SECONDS
        )
        outer: Future[Result] = Future()

        def pass_on(_: Future[Any]) -> None:
            self._answer(inner, outer, task)

        def cancel(_: Future[Any]) -> None:
            if outer.cancelled():
                inner.cancel()

        outer.add_done_callback(cancel)
        inner.add_done_callback(pass_on)
        return outer

    def check(self) -> None:
        """Look whether the cluster is still there.

        Raises
        ------
        WorkerError
            If it is gone, or has had no worker for long.
        """
        if self.client.status != "running":
            raise WorkerError(f"the Dask cluster at {self._address} is gone")
        now = time.monotonic()
        if self.client.nthreads():
            self._seen = now
        elif now - self._seen > ALONE_SECONDS:
            raise WorkerError(
                f"the Dask cluster at {self._address} has had no worker for "
                f"{ALONE_SECONDS} s"
            )

    def close(self) -> None:
        """Leave the cluster; end it if it was started here."""
        if self.client is not None:
            with contextlib.suppress(Exception):
                if self._stuck and self._own is None:
                    self.client.restart_workers(self._stuck, raise_for_error=False)
            self.client.close(timeout=CLOSE_SECONDS)
        if self._own is not None:
            self._own.close()
        if self._here is not None:
            self._here.close()

    def _checked_workers(self) -> int:
        """Return how many tasks they do at a time; refuse those of another program."""
        from distributed import TimeoutError as DaskTimeout

        where = f"the Dask cluster at {self._address}"
        try:
            self.client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            told = self.client.run(remote.about)
        except (DaskTimeout, TimeoutError):
            raise ClusterError(f"{where} has no workers") from None
        except (ImportError, AttributeError):
            raise ClusterError(
                f"the workers of {where} do not have this zetema-sim; install the same "
                "version there"
            ) from None
        here = ours()
        for worker, theirs in told.items():
            if theirs != here:
                raise ClusterError(
                    f"worker {worker} has zetema-sim {theirs[0]} with other sources "
                    f"than here ({here[0]}); install the same everywhere"
                )
        return sum(self.client.nthreads().values())

    def _answer(self, inner: Future[Any], outer: Future[Any], task: Any) -> None:
        """Pass on what a worker answered."""
        from distributed.scheduler import KilledWorker

        if not outer.set_running_or_notify_cancel():
            return
        try:
            kind, value = inner.result()
        except (KilledWorker, MemoryError):
            self._play_here(outer, task)
            return
        except (CancelledError, ValueError):  # what its executor makes of a lost one
            gone = WorkerError(f"the Dask cluster at {self._address} is gone")
            outer.set_exception(gone)
            return
        except BaseException as error:  # Dask's own: those of a task are answers
            told = f"{type(error).__name__}: {error}"
            failed = f"the Dask cluster at {self._address} fails: {told}"
            outer.set_exception(WorkerError(failed))
            return
        if kind == child.RESULT:
            outer.set_result(value)
        elif kind == child.STUCK:
            fault, worker = value
            self._stuck.append(worker)
            outer.set_exception(fault)
        elif isinstance(value, MemoryError):
            self._play_here(outer, task)
        else:
            outer.set_exception(child.arrived(value))

    def _play_here(self, outer: Future[Any], task: Callable[[], Any]) -> None:
        """Do in a child process of this machine what ended workers of the cluster."""

        def pass_on(inner: Future[Any]) -> None:
            if inner.cancelled():
                outer.set_exception(WorkerError("the workers were ended"))
                return
            error = inner.exception()
            if error is None:
                outer.set_result(inner.result())
            else:
                outer.set_exception(error)

        with self._starting:
            if self._here is None:
                self._here = Processes(1)
        self._here.submit(task).add_done_callback(pass_on)


def ours() -> tuple[str, str]:
    """Return what workers must have: this program's version and sources."""
    return remote.about()


def _client_of(address: str) -> Any:
    import distributed
    from distributed.comm.addressing import get_address_host_port
    from distributed.comm.registry import get_backend

    # What a lost worker makes it say is no news to the user.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        # A client would try on with what is no address.
        get_backend(address.partition("://")[0] if "://" in address else "tcp")
        get_address_host_port(address)
        connect: Any = distributed.Client
        return connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, AssertionError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterError(
            f"no Dask scheduler answers at {address}: {reason}"
        ) from None


class OwnCluster:
    """A cluster in a process of its own, which ends with this one.

    Dask starts its workers by running the main program's file anew; there, that is
    none, whatever the user's is.
    """

    def __init__(self, count: int) -> None:
        # What stands where the user is does not belong to it.
        self._child = ChildProcess(_CODE, children.PACKAGE)
        self._child.send(str(count).encode())

    def address(self) -> str:
        """Return its scheduler's address."""
        try:
            return self._child.receive().decode()
        except EOFError:
            raise ClusterError("Dask starts no cluster on this machine") from None

    def close(self) -> None:
        """End it, and all of its processes."""
        process = self._child.process
        with contextlib.suppress(OSError):
            self._child.tasks.close()
        try:
            process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
        self._child.end()
