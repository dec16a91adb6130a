"""The strategy under examination, asked compiled and as plain Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.doctor.child_pipe import Line, TooSlow
from zetema_sim.kernel.jit import VIEW_RECORD, address_of, decide, engine_jit
from zetema_sim.roster.lookup import Strategy
from zetema_sim.table_rules import TableRules
from zetema_sim.view import VIEW_DTYPE, View

Record = npt.NDArray[Any]  # of `VIEW_DTYPE`, one

QUICK = 0.005  # a decision below it is asked several times, in seconds
TIMES = 2


@dataclass(frozen=True)
class Asked:
    """What came of asking: an answer or an error, and how long it took."""

    value: Any = None
    error: Exception | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)
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
        # Where a view lies: nothing beside it in one block, anything in the other.
        self._blocks = [np.zeros(3, VIEW_DTYPE) for _ in range(2)]
        rng = np.random.default_rng(1)
        for place in (0, 2):
            noise = rng.bytes(VIEW_DTYPE.itemsize)
            self._blocks[1][place : place + 1] = np.frombuffer(noise, VIEW_DTYPE)

    def warm_up(self) -> None:
        """Compile what asks, so that no decision waits for it."""
        _asker()

    def compiled(self, view: Record, phase: str) -> list[Asked]:
        """Ask the compiled function, with nothing beside the view, then with noise.

        It is asked several times if it is quick; the first answers are alike then.
        """
        for block in self._blocks:
            block[1:2] = view
        answers = [self._ask(phase, 0)]
        while answers[0].seconds < QUICK and len(answers) < TIMES:
            answers.append(self._ask(phase, 0))
        return [*answers, self._ask(phase, 1)]

    def _ask(self, phase: str, block: int) -> Asked:
        start = time.thread_time()
        try:
            value = _asker()(self._addresses[phase], self._blocks[block][1:2])
        except Exception as error:
            return Asked(error=error, seconds=time.thread_time() - start)
        return Asked(int(value), None, time.thread_time() - start)

    def plain(self, view: View, phase: str, seconds: float) -> Asked:
        """Ask the plain function, for so many seconds at most."""
        function = getattr(self.file.plain, phase)
        start = time.thread_time()
        try:
            with self.line.no_longer_than(seconds):
                value = function(view)
        except TooSlow:
            return Asked(is_late=True, seconds=time.thread_time() - start)
        except Exception as error:
            return Asked(error=error, seconds=time.thread_time() - start)
        return Asked(value, None, time.thread_time() - start)


def view_of(record: Record, strategy: Strategy, rules: TableRules) -> View:
    """Return a record as plain code sees it; arrays are int64, as in a replay."""
    values: dict[str, Any] = {
        "settings": strategy.plain_settings(),
        "rules": rules,
    }
    for name in (each.name for each in fields(View) if each.name not in values):
        value = record[name][0]
        if value.ndim:
            value = value.astype(np.int64)
            value.flags.writeable = False
        values[name] = value if value.ndim else int(value)
    return View(**values)


@cache
def _asker() -> Callable[[int, Record], int]:
    """Return what asks a compiled strategy."""

    def ask(address, views):  # type: ignore[no-untyped-def]
        return decide(address, views[0])

    views = types.Array(VIEW_RECORD, 1, "C")
    compiled: Callable[[int, Record], int] = engine_jit(
        types.int64(types.int64, views)
    )(ask)
    return compiled
