"""What each thread is playing, where others can see it.

The kernel keeps what is being decided in a record of its own. Here that record is one a
thread, at a known place, together with who sits at the table: so a watcher can tell
which strategy does not answer, and, where the record lies in a file, another process
can tell at which decision this one died. Every fault of a strategy at play is made here
(`DecisionRecord.fault`).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from zetema_sim.common.fenced import fenced
from zetema_sim.faults import Replay, StrategyFault
from zetema_sim.kernel.chance import DECLARE
from zetema_sim.kernel.records import DECISION, HIDDEN_DTYPE
from zetema_sim.view import VIEW_DTYPE

_SPOT = np.dtype(
    [
        ("calls", np.int64),  # of the kernel so far
        ("is_playing", np.int64),
        ("matches", np.int64),  # that it has played to their end
        ("noted", np.int64),  # bytes of the note that follows the record
        ("hidden", HIDDEN_DTYPE),
    ],
    align=True,
)
_NOTE = 1 << 16  # bytes: the names at the table, and how a match is replayed
_EMPTY = np.zeros((), HIDDEN_DTYPE)

State = tuple[int, ...]


@dataclass(frozen=True)
class Seated:
    """Who sits at which table.

    Attributes
    ----------
    names
        Of strategies.
    entries
        The line-up, as places in `names`.
    table
        What tells the table's rules and seed from others.
    """

    names: tuple[str, ...]
    entries: tuple[int, ...]
    table: str = ""

    @property
    def lineup(self) -> tuple[str, ...]:
        """The names of the line-up."""
        return tuple(self.names[entry] for entry in self.entries)


class DecisionRecord:
    """Where one thread plays.

    Parameters
    ----------
    memory
        Where it is kept: None for this process alone; else `SIZE` bytes, that others
        can read.

    Attributes
    ----------
    hidden
        The record that the kernel takes.
    """

    SIZE = _SPOT.itemsize + _NOTE

    def __init__(self, memory: Any = None) -> None:
        self._note = None
        if memory is None:
            memory = fenced(_SPOT.itemsize)
        else:
            self._note = memoryview(memory).cast("B")[_SPOT.itemsize :]
        self._record = np.frombuffer(memory, _SPOT, count=1)
        self.hidden: npt.NDArray[Any] = self._record["hidden"]
        self._seated: Seated | None = None
        self._written: tuple[Seated, Replay | None] | None = None
        self.replay: Replay | None = None

    def begin(self, seated: Seated) -> npt.NDArray[Any]:
        """Return the record, empty, for a call of the kernel for these strategies."""
        self._seated = seated
        self.hidden[0] = _EMPTY
        if self._note is not None and self._written != (seated, self.replay):
            self._write(seated)
        self._record["calls"] += 1
        self._record["is_playing"] = 1
        return self.hidden

    @cached_property
    def public(self) -> npt.NDArray[Any]:
        """The record that strategies see, for the kernel to fill.

        It lies apart from the other one, and nothing lies beside it (`fenced`).
        """
        return np.frombuffer(fenced(VIEW_DTYPE.itemsize), VIEW_DTYPE, count=1)

    def end(self) -> None:
        """Note that the call is over."""
        self._record["is_playing"] = 0

    def count(self, matches: int) -> None:
        """Note how many matches a call has played."""
        self._record["matches"] += matches

    @property
    def matches(self) -> int:
        """How many matches were played here."""
        return int(self._record["matches"][0])

    @property
    def state(self) -> State | None:
        """What changes with every decision; None while the kernel does not play."""
        record = self._record[0]
        if not record["is_playing"] or not self._seats():
            return None
        where = record["hidden"]["where"]
        decision = (where[name] for name in ("block", "match", *DECISION))
        return (int(record["calls"]), *(int(number) for number in decision))

    def fault(self, reason: str) -> StrategyFault:
        """Return the fault of the strategy that was asked last.

        Its note is the command that replays the match, where that is known here.

        Parameters
        ----------
        reason
            What it did, as a sentence's second half.
        """
        seated = self._seats()
        assert seated is not None
        where, entries = self.hidden["where"][0], self.hidden["entries"][0]
        seat = int(where["seat"])
        fault = StrategyFault(
            seated.names[entries[seat]],
            seat,
            int(where["deal"]),
            int(where["turn"]),
            "declare" if where["phase"] == DECLARE else "discard",
            reason,
            match=int(where["match"]),
            lineup=seated.lineup,
            table=seated.table,
        )
        if self.replay is not None:
            fault.add_note(self.replay.command(fault))
        return fault

    def _write(self, seated: Seated) -> None:
        assert self._note is not None
        replay = None if self.replay is None else astuple(self.replay)
        note = json.dumps([astuple(seated), replay]).encode()
        self._record["noted"] = 0
        if len(note) <= len(self._note):
            self._note[: len(note)] = note
            self._record["noted"] = len(note)
        self._written = seated, self.replay

    def _seats(self) -> Seated | None:
        """Return who sits there, as noted if another process plays."""
        size = int(self._record["noted"][0])
        if self._seated is None and self._note is not None and size:
            seated, replay = json.loads(bytes(self._note[:size]))
            names, entries, table = seated
            self._seated = Seated(tuple(names), tuple(entries), table)
            if replay is not None:
                self.replay = Replay(tuple(replay[0]), replay[1])
        return self._seated


def shared_spot(path: Path) -> DecisionRecord:
    """Return a spot that other processes can read from a file; it is made."""
    with path.open("w+b") as file:
        file.truncate(DecisionRecord.SIZE)
        return DecisionRecord(fenced(DecisionRecord.SIZE, file.fileno()))


def left_spot(path: Path) -> DecisionRecord | None:
    """Return the spot of a process that has ended, None where it left none."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    return (
        DecisionRecord(bytearray(content))
        if len(content) == DecisionRecord.SIZE
        else None
    )


class _Here(threading.local):
    def __init__(self) -> None:
        self.spot = DecisionRecord()


_here = _Here()


def here() -> DecisionRecord:
    """Return the spot of this thread."""
    return _here.spot


def play_at(spot: DecisionRecord) -> None:
    """Let this thread play at a spot from now on."""
    _here.spot = spot


@contextmanager
def replayed_as(replay: Replay) -> Iterator[None]:
    """Say how matches are replayed that this thread plays meanwhile."""
    spot = here()
    before, spot.replay = spot.replay, replay
    try:
        yield
    finally:
        spot.replay = before
