"""Several plays of the same blocks side by side, on threads, a stretch at a time.

`simulate.play` plays one run. Here whatever is to be compared block by block (the
values of a setting, a strategy with and without its plan) is played in one pass, so
that a stretch yields rows that belong together and can be summed at once. Stretches
come back in their order and hold whole numbers, so threads change no digit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from zetema_sim.simulate import default_threads

Result = TypeVar("Result")

_AHEAD = 2  # stretches under way or waiting, for each thread


def in_order(
    tasks: Iterable[Callable[[], Result]], threads: int | None
) -> Iterator[Result]:
    """Yield what the tasks return, in their order, some ahead being played meanwhile.

    Tasks are to be short, since one that has begun is not stopped. The first error in
    the order of the tasks is raised.

    Parameters
    ----------
    tasks
        May be many; only a few are taken ahead.
    threads
        How many threads play; all cores where None.
    """
    workers = threads or default_threads()
    left = iter(tasks)
    waiting: deque[Future[Result]] = deque()
    pool = ThreadPoolExecutor(workers, thread_name_prefix="zetema")
    try:
        while True:
            while len(waiting) < _AHEAD * workers:
                task = next(left, None)
                if task is None:
                    break
                waiting.append(pool.submit(task))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def stretches(first: int, count: int, size: int) -> Iterator[range]:
    """Yield the numbers from `first` on, `count` of them, cut into ranges of `size`."""
    end = first + count
    for start in range(first, end, size):
        yield range(start, min(start + size, end))
