"""The strategy under examination, asked compiled and as plain Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.compiled import VIEW_RECORD, address_of, decide, engine_jit
from zetema_sim.doctor.line import Line, TooSlow
from zetema_sim.roster import Strategy
from zetema_sim.situations import record_of
from zetema_sim.view import VIEW_DTYPE, View

QUICK = 0.005  # a decision below it is asked several times, in seconds
TIMES = 4


class Answer(NamedTuple):
    """What came of asking: an answer or an error, and how long it took."""

    value: Any = None
    error: Exception | None = None
    seconds: float = 0.0
    is_steady: bool = True  # asked several times, always the same
    is_late: bool = False  # broken off

    def told(self) -> str:
        """Return the answer or error in words."""
        if self.is_late:
            return "no answer in time"
        if self.error is not None:
            return f"{type(self.error).__name__}: {self.error}"
        return repr(self.value)


class Subject:
    """Asks a strategy's functions.

    Parameters
    ----------
    strategy : Strategy
        The strategy, compiled before.
    line : Line
        What guards the time.
    """

    def __init__(self, strategy: Strategy, line: Line) -> None:
        self.file = strategy.file
        self.line = line
        discard, declare = self.file.pointers
        self._addresses = {
            "discard": address_of(discard),
            "declare": address_of(declare or discard),
        }
        self._slowest = 0.0
        # Where a view lies: nothing beside it in one block, anything in the other.
        self._blocks = [np.zeros(3, VIEW_DTYPE) for _ in range(2)]
        rng = np.random.default_rng(1)
        for place in (0, 2):
            noise = rng.bytes(VIEW_DTYPE.itemsize)
            self._blocks[1][place : place + 1] = np.frombuffer(noise, VIEW_DTYPE)

    def warm_up(self) -> None:
        """Compile what asks, so that no decision waits for it."""
        _asker()

    def compiled(self, view: View, phase: str) -> Answer:
        """Ask the compiled function, several times if it is quick."""
        record = record_of(view)
        for block in self._blocks:
            block[1] = record[0]
        times = TIMES if self._slowest < QUICK else 1
        answer = self._ask(phase, self._blocks[0], times)
        self._slowest = max(self._slowest, answer.seconds)
        return answer

    def among_noise(self, phase: str) -> Answer:
        """Ask again about the same view, with other things beside it in memory."""
        return self._ask(phase, self._blocks[1], 1)

    def _ask(self, phase: str, block: npt.NDArray[Any], times: int) -> Answer:
        start = time.perf_counter()
        try:
            value, is_steady = _asker()(self._addresses[phase], block[1:2], times)
        except Exception as error:
            return Answer(error=error, seconds=time.perf_counter() - start)
        seconds = (time.perf_counter() - start) / times
        return Answer(int(value), None, seconds, bool(is_steady))

    def plain(self, view: View, phase: str, seconds: float) -> Answer:
        """Ask the plain function, for so many seconds at most."""
        function = getattr(self.file.plain, phase)
        start = time.perf_counter()
        try:
            with self.line.no_longer_than(seconds):
                value = function(view)
        except TooSlow:
            return Answer(is_late=True, seconds=time.perf_counter() - start)
        except Exception as error:
            return Answer(error=error, seconds=time.perf_counter() - start)
        return Answer(value, None, time.perf_counter() - start)


@cache
def _asker() -> Callable[..., tuple[int, bool]]:
    """Return what asks a compiled strategy several times, and tells if it is steady."""

    def ask(address, views, times):  # type: ignore[no-untyped-def]
        first = decide(address, views[0])
        for _ in range(times - 1):
            if decide(address, views[0]) != first:
                return first, False
        return first, True

    answer = types.Tuple((types.int64, types.boolean))
    views = types.Array(VIEW_RECORD, 1, "C")
    compiled: Callable[..., tuple[int, bool]] = engine_jit(
        answer(types.int64, views, types.int64)
    )(ask)
    return compiled
