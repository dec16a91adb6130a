"""The rounds of a field as work: what is stored is taken, the rest is played.

With all line-ups, a task plays line-ups, each for several rounds on end: calls of the
kernel are few and long, and a look's rounds keep all workers busy. Line-ups come back
packed, as the store has them, and are added here. Sampled line-ups change from round
to round and with the field; there a task plays whole rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from zetema_sim.experiments.line_ups.field import Entries, Field
from zetema_sim.experiments.line_ups.line_up_rounds import (
    LineUpRounds,
    key_of,
    play_line_up,
)
from zetema_sim.experiments.line_ups.store import Found, Kept, Store
from zetema_sim.experiments.tournament.rounds import (
    MOST_ROUNDS,
    FieldSums,
    Rounds,
    sampled_rounds,
)
from zetema_sim.kernel import counters
from zetema_sim.work import Cut, Stage, Work

Tell = Callable[[int], None]
Piece = tuple[Entries, range]  # a line-up and some of its rounds
Contents = tuple[bytes, ...]  # what pieces came to, packed

# Rounds that are summed together. Rows of so many numbers are some MB, so that memory
# is flat and grows with the strategies squared; of so many matches, the journal loses
# little.
_MOST_NUMBERS = 2**18
_MOST_MATCHES = 2**16
_OF_PIECE = 2**10  # matches, so that all workers have something to do


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
    store = store if work.plays else None  # what is stored is not of this run
    for together in _filled(field, range(done, numbers.stop), work, store, tell):
        sums = together.sums()
        tell(sums.stored)
        if journal is not None:
            journal.note(name, together.rounds.numbers, sums)
        yield sums
    if journal is not None:
        journal.flush()


def _filled(
    field: Field, numbers: range, work: Work, store: Store | None, tell: Tell
) -> Iterator[_RoundsTogether]:
    """Yield rounds of which all is there, in order."""
    begun: dict[int, _RoundsTogether] = {}

    def stages() -> Iterator[Stage[Contents]]:
        at_once = _at_once(field)
        for place, first in enumerate(range(numbers.start, numbers.stop, at_once)):
            stop = min(first + at_once, numbers.stop)
            begun[place] = _RoundsTogether(field, range(first, stop), store)
            yield begun[place].stage()

    given = 0
    for place, part in work.all_parts(stages()):
        tell(begun[place].take(part))
        while given in begun and begun[given].is_whole:
            yield begun.pop(given)
            given += 1
    yield from begun.values()  # what was stored as a whole


def play_pieces(field: Field, pieces: tuple[Piece, ...]) -> Contents:
    """Play some rounds of some line-ups.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    contents = []
    for entries, numbers in pieces:
        ((rounds, part),) = field.cycles(entries, numbers)
        contents.append(play_line_up(field, part, len(rounds)).packed())
    return tuple(contents)


class _RoundsTogether:
    """Rounds that are summed together: what is stored of them, and what is played."""

    def __init__(self, field: Field, numbers: range, store: Store | None) -> None:
        self._field, self._store = field, store
        self.rounds = Rounds(field, numbers)
        self._stored = self._stored_turns = self._played = 0
        self._pieces = [*self._missing()]

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there."""
        return self._played == len(self._pieces)

    def stage(self) -> Stage[Contents]:
        """Return what plays all that is not stored; its sums are what is saved."""
        numbers = range(len(self._pieces))
        return Stage("", tuple, numbers, self._task, Cut(), is_saved=False)

    def _task(self, numbers: range) -> partial[Contents]:
        pieces = self._pieces[numbers.start : numbers.stop]
        return partial(play_pieces, self._field, tuple(pieces))

    def take(self, contents: Contents) -> int:
        """Take in what the next pieces came to, and return how many matches."""
        matches, kept = 0, []
        for content in contents:
            entries, numbers = self._pieces[self._played]
            self._played += 1
            found = LineUpRounds.unpacked(content, len(set(entries)))
            self.rounds.add(entries, numbers, found)
            matches += found.matches
            # What is stored may be read by a run that a fault ends.
            if self._store is not None and not found.has_faults:
                key = key_of(self._field, entries)
                kept.append(Kept(key, numbers, found.matches, content))
        if self._store is not None and kept:
            self._store.put(kept)
        return matches

    def sums(self) -> FieldSums:
        """Return what all of it comes to."""
        return replace(
            self.rounds.sums(), stored=self._stored, stored_turns=self._stored_turns
        )

    def _missing(self) -> Iterator[Piece]:
        """Take in what is stored; yield the rest in pieces."""
        for entries in self._field.line_ups():
            cycle = self._field.shape(entries).cycle_length
            most = max(1, _OF_PIECE // cycle)
            for gap in self._gaps(entries):
                for first in range(gap.start, gap.stop, most):
                    whole = range(first, min(first + most, gap.stop))
                    for numbers, _ in self._field.cycles(entries, whole):
                        yield entries, numbers

    def _gaps(self, entries: Entries) -> Iterator[range]:
        """Take in what is stored of a line-up; yield the rounds between."""
        numbers = self.rounds.numbers
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
            self.rounds.add(entries, range(start, stop), wanted)
            self._stored += wanted.matches
            self._stored_turns += int(wanted.totals[:, counters.ALL_TURNS].sum())
            done = stop
        if done < numbers.stop:
            yield range(done, numbers.stop)

    def _found(self, entries: Entries, numbers: range) -> list[Found]:
        if self._store is None:
            return []
        return self._store.rounds(key_of(self._field, entries), numbers)


def _at_once(field: Field) -> int:
    """Return how many rounds are summed together; it changes no digit."""
    size = field.size
    numbers = size * counters.N_COLUMNS + size * (size - 1)
    most = min(_MOST_NUMBERS // numbers, _MOST_MATCHES // field.round_matches)
    return max(1, min(most, MOST_ROUNDS))
