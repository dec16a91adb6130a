"""The rounds of a field as work: what is stored is taken, the rest is played.

With all line-ups, a task plays line-ups, each for several rounds on end: calls of the
kernel are few and long, and a look's rounds keep all workers busy. Line-ups come back
packed, as the store has them, and are added here. Sampled line-ups change from round
to round and with the field; there a task plays whole rounds.
"""

from __future__ import annotations

import dataclasses
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from zetema_sim.experiments.line_ups.field import Entries, Field
from zetema_sim.experiments.line_ups.line_up_rounds import (
    LineUpRounds,
    key_of,
    play_line_up,
)
from zetema_sim.experiments.line_ups.store import Found, Kept, Store
from zetema_sim.experiments.tournament.field_sums import FieldSums
from zetema_sim.experiments.tournament.rounds import MOST_ROUNDS, Rounds, sampled_rounds
from zetema_sim.kernel import counters
from zetema_sim.work import Work

Tell = Callable[[int], None]
Piece = tuple[Entries, range]  # a line-up and some of its rounds

# Rounds that are summed together. Rows of so many numbers are some MB, so that memory
# is flat and grows with the strategies squared; of so many matches, the journal loses
# little.
_MOST_NUMBERS = 2**18
_MOST_MATCHES = 2**16
_FIRST_TASK = 256  # matches
_GROWTH = 4  # times as many matches as the last task may the next one have
_MOST_TASK = 2**20


@dataclass(frozen=True)
class PlayedPieces:
    """What a task's pieces came to, packed, and how long that took."""

    contents: tuple[bytes, ...]
    seconds: float


def played_rounds(
    field: Field,
    numbers: range,
    work: Work,
    store: Store | None,
    tell: Tell,
) -> Iterator[FieldSums]:
    """Yield the sums of some rounds, in parts.

    Parameters
    ----------
    field, numbers
        What is played.
    work
        Who plays; what its journal has comes first.
    store
        Where line-ups' rounds are looked up and put.
    tell
        Told how many matches more are played, or found.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    if not field.all_lineups:
        for sums in work.parts(sampled_rounds(field, numbers)):
            tell(sums.matches)
            yield sums
        return
    journal, name, done = work.journal, f"rounds-{numbers.start}", numbers.start
    if journal is not None:
        for saved, sums in journal.saved(name, FieldSums, numbers):
            done = saved.stop
            tell(sums.matches)
            yield sums
    dealing = RoundScheduler(field, store, work.workers.seconds, tell)
    try:
        for part in work.results(dealing.tasks(range(done, numbers.stop))):
            finished = dealing.take(part)
            if finished is not None:
                if journal is not None:
                    journal.note(name, finished.numbers, finished.sums)
                yield finished.sums
    finally:
        if journal is not None:
            journal.flush()


def play_pieces(field: Field, pieces: tuple[Piece, ...]) -> PlayedPieces:
    """Play some rounds of some line-ups.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    started = time.perf_counter()
    contents = []
    for entries, numbers in pieces:
        ((rounds, part),) = field.cycles(entries, numbers)
        contents.append(play_line_up(field, part, len(rounds)).packed())
    return PlayedPieces(tuple(contents), time.perf_counter() - started)


@dataclass(frozen=True)
class _Finished:
    """Rounds of which all is there."""

    numbers: range
    sums: FieldSums


@dataclass
class _RoundStretch:
    """Rounds that are summed together, being filled."""

    rounds: Rounds
    stored: int = 0
    stored_turns: int = 0

    def add(self, entries: Entries, numbers: range, found: LineUpRounds) -> None:
        """Add what was found in the store."""
        self.rounds.add(entries, numbers, found)
        self.stored += found.matches
        self.stored_turns += int(found.totals[:, counters.ALL_TURNS].sum())


@dataclass
class _RoundTask:
    """What a task is about; `stretch_ends` if it is the last one of its stretch."""

    stretch: _RoundStretch
    pieces: tuple[Piece, ...]
    matches: int
    stretch_ends: bool


@dataclass
class RoundScheduler:
    """Deals rounds out in tasks, and takes in what they came to, in the same order."""

    field: Field
    store: Store | None
    seconds: float  # that a task should take
    tell: Tell
    _size: float = _FIRST_TASK  # matches of the next task
    _waiting: deque[_RoundTask] = dataclasses.field(default_factory=deque)

    def tasks(self, numbers: range) -> Iterator[partial[PlayedPieces]]:
        """Yield tasks for all that is not stored, one at least for each stretch."""
        at_once = _at_once(self.field)
        for first in range(numbers.start, numbers.stop, at_once):
            stop = min(first + at_once, numbers.stop)
            stretch = _RoundStretch(Rounds(self.field, range(first, stop)))
            pieces: list[Piece] = []
            matches = 0
            for piece, size in self._missing(stretch):
                if pieces and matches + size > self._size:
                    yield self._task(stretch, pieces, matches)
                    pieces, matches = [], 0
                pieces.append(piece)
                matches += size
            yield self._task(stretch, pieces, matches, stretch_ends=True)

    def _task(
        self,
        stretch: _RoundStretch,
        pieces: list[Piece],
        matches: int,
        *,
        stretch_ends: bool = False,
    ) -> partial[PlayedPieces]:
        task = _RoundTask(stretch, tuple(pieces), matches, stretch_ends)
        self._waiting.append(task)
        return partial(play_pieces, self.field, task.pieces)

    def _missing(self, stretch: _RoundStretch) -> Iterator[tuple[Piece, int]]:
        """Take what is stored into a stretch; yield the rest, with its matches."""
        for entries in self.field.line_ups():
            cycle = self.field.shape(entries).cycle_length
            for gap in self._gaps(stretch, entries):
                done = gap.start
                while done < gap.stop:  # long ones in pieces, for all workers
                    most = max(1, int(self._size) // cycle)
                    whole = range(done, min(done + most, gap.stop))
                    for numbers, _ in self.field.cycles(entries, whole):
                        yield (entries, numbers), len(numbers) * cycle
                    done = whole.stop

    def _gaps(self, stretch: _RoundStretch, entries: Entries) -> Iterator[range]:
        """Take what is stored of a line-up into a stretch; yield the rounds between."""
        numbers = stretch.rounds.numbers
        done = numbers.start
        for each in self._found(entries, numbers):
            first, start = each.rounds.start, max(each.rounds.start, done)
            stop = min(each.rounds.stop, numbers.stop)
            if start >= stop:
                continue
            if done < start:
                yield range(done, start)
            whole = LineUpRounds.unpacked(each.content, len(set(entries)))
            wanted = whole.of(start - first, stop - first)
            stretch.add(entries, range(start, stop), wanted)
            done = stop
        if done < numbers.stop:
            yield range(done, numbers.stop)

    def _found(self, entries: Entries, numbers: range) -> list[Found]:
        if self.store is None:
            return []
        return self.store.rounds(key_of(self.field, entries), numbers)

    def take(self, part: PlayedPieces) -> _Finished | None:
        """Take in what the next task came to; return the stretch if it ends with it."""
        task = self._waiting.popleft()
        stretch = task.stretch
        kept = []
        for (entries, numbers), content in zip(task.pieces, part.contents, strict=True):
            found = LineUpRounds.unpacked(content, len(set(entries)))
            stretch.rounds.add(entries, numbers, found)
            # What is stored may be read by a run that a fault ends.
            if self.store is not None and not found.has_faults:
                key = key_of(self.field, entries)
                kept.append(Kept(key, numbers, found.matches, content))
        if self.store is not None and kept:
            self.store.put(kept)
        self._learn(task.matches, part.seconds)
        self.tell(task.matches)
        if not task.stretch_ends:
            return None
        self.tell(stretch.stored)
        sums = dataclasses.replace(
            stretch.rounds.sums(),
            stored=stretch.stored,
            stored_turns=stretch.stored_turns,
        )
        return _Finished(stretch.rounds.numbers, sums)

    def _learn(self, matches: int, seconds: float) -> None:
        """Make tasks as long as they should be."""
        if matches:
            wanted = matches * self.seconds / max(seconds, 1e-4)
            self._size = min(max(wanted, 1.0), _GROWTH * self._size, _MOST_TASK)


def _at_once(field: Field) -> int:
    """Return how many rounds are summed together; it changes no digit."""
    size = field.size
    numbers = size * counters.N_COLUMNS + size * (size - 1)
    most = min(_MOST_NUMBERS // numbers, _MOST_MATCHES // field.round_matches)
    return max(1, min(most, MOST_ROUNDS))
