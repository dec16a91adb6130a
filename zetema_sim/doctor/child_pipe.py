"""The child's side of the line to its parent, and the guard over its time.

A message is JSON: what is being done and how long it may take, a finding,
a fact, or that all is done. Strategies that print do not disturb it. Time is processor
time, so that a busy machine makes no strategy slow.
"""

from __future__ import annotations

import _thread
import json
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import IO, Any

from zetema_sim.common.child_process import send
from zetema_sim.doctor.report import MOST_SHOWN, Finding
from zetema_sim.playing.decision_record import DecisionRecord, State
from zetema_sim.roster.strategy_lines import place_of_frame

LATE = 0.02  # how often the guard looks, in seconds
HANGS = 0.5  # how long plain code runs before its line is looked up
STUCK = 20  # how long something may keep the guard from looking


class TooSlow(BaseException):
    """A plain decision that was broken off; no strategy's ``except`` catches it."""


class Line:
    """Tells the parent what goes on, and ends the process when that takes too long.

    Parameters
    ----------
    orders, answers
        The pipes from and to the parent.
    spot
        Where the main thread plays: what is allowed for a decision is allowed anew for
        each that the kernel asks for.
    """

    def __init__(
        self, orders: IO[bytes], answers: IO[bytes], spot: DecisionRecord
    ) -> None:
        self._answers = answers
        self._saying = threading.Lock()
        self.spot = spot
        self._seconds = self._deadline = float("inf")
        self._state: State | None = None
        self._soft_deadline = float("inf")
        self._doing = Finding("ends", "")
        self._plain: Callable[[], Any] | None = None
        self._seen: dict[tuple[str, str], Finding] = {}
        signal.signal(signal.SIGINT, self._interrupted)
        threading.Thread(target=self._guard, daemon=True).start()
        threading.Thread(target=_end_with_parent, args=(orders,), daemon=True).start()

    def say(self, **message: Any) -> None:
        """Send a message."""
        with self._saying:
            send(self._answers, json.dumps(message).encode())

    def doing(
        self, finding: Finding, seconds: float, plain: Callable[[], Any] | None = None
    ) -> None:
        """Say what is done from now on: the finding if it takes over `seconds`.

        `plain` does the same as plain Python, to see where it hangs.
        """
        self._doing, self._plain, self._seconds = finding, plain, seconds
        self._deadline = time.process_time() + seconds
        self.say(doing=asdict(finding), within=seconds)

    def found(self, finding: Finding) -> None:
        """Report a finding; further ones that differ in numbers are only counted."""
        key = finding.check, finding.place or _kind(finding.reason)
        known = self._seen.get(key)
        if known is not None:
            known.times += 1
            return
        same = [check for check, _ in self._seen if check == finding.check]
        self._seen[key] = finding
        if len(same) < MOST_SHOWN:
            self.say(finding=asdict(finding))

    def counts(self) -> list[int]:
        """Return how often each finding that was reported was seen, in order."""
        shown: dict[str, int] = {}
        counts = []
        for finding in self._seen.values():
            shown[finding.check] = shown.get(finding.check, 0) + 1
            if shown[finding.check] <= MOST_SHOWN:
                counts.append(finding.times)
        return counts

    @contextmanager
    def no_longer_than(self, seconds: float) -> Iterator[None]:
        """Break off plain Python code with `TooSlow` after so many seconds."""
        self._soft_deadline = time.process_time() + seconds
        try:
            yield
        finally:
            self._soft_deadline = float("inf")

    def _guard(self) -> None:
        while True:
            time.sleep(LATE)
            now = time.process_time()
            _allow(int(now) + STUCK)
            before, self._state = self._state, self.spot.state
            if self._state is not None and self._state != before:
                self._deadline = now + self._seconds
            if now > self._soft_deadline:
                _thread.interrupt_main()
            if now > self._deadline:
                self._end()

    def _end(self) -> None:
        """Report what takes too long, with its line if it is plain Python, and end."""
        if self.spot.state is not None:
            self._doing.of(self.spot.fault(""))
        place = self._place_of(threading.main_thread())
        if place is None and self._plain is not None:
            thread = threading.Thread(target=self._plain, daemon=True)
            thread.start()
            # The compiled code still runs beside it: together they take twice that.
            end = time.process_time() + 2 * HANGS
            while thread.is_alive() and time.process_time() < end:
                thread.join(LATE)
            place = self._place_of(thread)
        self._doing.place = place or self._doing.place
        self.say(finding=asdict(self._doing))
        self.say(ended="late")
        os._exit(0)

    def _place_of(self, thread: threading.Thread) -> str | None:
        return place_of_frame(sys._current_frames().get(thread.ident or 0))

    def _interrupted(self, *_: object) -> None:
        """Break off a slow decision; Ctrl-C itself is the parent's business."""
        if time.process_time() > self._soft_deadline:
            self._soft_deadline = float("inf")
            raise TooSlow


def _kind(reason: str) -> str:
    """Return a reason without its numbers and cards, and how errors are told of."""
    words = re.sub(r"raise[sd]", "raises", reason)
    return re.sub(r"-?\d+(\.\d+)?|\(\w\w\)|\(?\[.*\]\)?|not one of .*", "", words)


def _allow(seconds: int) -> None:
    """Let this process take so much processor time in all, where that can be bounded.

    It is ended then from outside: a step of Python's may keep all threads waiting.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or seconds < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))


def _end_with_parent(orders: IO[bytes]) -> None:
    """End this process when the parent has ended, however that came about."""
    orders.read()
    os._exit(1)
