"""Rounds of a field, summed: what each strategy did, and each pair.

Rows hold whole numbers and belong to one round each, so neither threads nor the cut of
the work change a digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from zetema_sim.experiments.line_ups.field import Entries, Field
from zetema_sim.experiments.line_ups.line_up_rounds import (
    N_TOTALS,
    LineUpRounds,
    play_line_up,
    table_of,
)
from zetema_sim.kernel import counters
from zetema_sim.stats import BlockSums, Estimate, RatioSums
from zetema_sim.table_rules import MOST_SEATS, SIXTIETHS
from zetema_sim.work import Cut, Stage
from zetema_sim.work.blocks import Rows
from zetema_sim.work.columns import Columns

MOST_ROUNDS = 256  # together, so that memory stays flat

# What is read of each strategy, one counter over another; no two are subtracted.
_RATIOS = (
    *((name, counters.SEATS) for name in (counters.POINTS, counters.FAULTS)),
    (counters.WIN_SQUARES, counters.SEATS),
    *((counters.SOURCE_POINTS + n, counters.SEATS) for n in range(counters.N_SOURCES)),
    *((counters.SOURCE_COUNTS + n, counters.DEALS) for n in range(counters.N_SOURCES)),
    *(
        (counters.SEAT_WINS + seat, counters.SEAT_MATCHES + seat)
        for seat in range(MOST_SEATS)
    ),
)


@dataclass(frozen=True)
class FieldSums:
    """What some rounds came to; a part of `work`.

    Attributes
    ----------
    shares
        Of each strategy wins and seats: these are subtracted.
    each
        Of each strategy the ratios that are read of it alone.
    seats
        Of each seat, wins over matches.
    pairs
        Of each pair, wins head to head over pairs of seats.
    matches, deals, turns
        Really played, in this run or in one whose line-ups were stored.
    stored, stored_turns
        How many of the matches and turns were stored.
    """

    shares: BlockSums
    each: RatioSums
    seats: RatioSums
    pairs: RatioSums
    matches: int
    deals: int
    turns: int
    stored: int = 0
    stored_turns: int = 0

    @classmethod
    def of(cls, field: Field, rows: Rows, pairs: Rows, totals: Rows) -> FieldSums:
        """Return the sums of rounds.

        Parameters
        ----------
        rows
            ``[round, strategy, counters column]``.
        pairs
            ``[round, pair, 2]``: wins of the first less those of the second, in 60ths,
            over pairs of seats on different sides; and how many such pairs there were.
        totals
            Of all matches: `counters.ALL_MATCHES`, deals, turns.
        """
        rounds, on_seats = len(rows), range(field.table.players)
        tops, bottoms = map(list, zip(*_RATIOS, strict=True))
        wins, matches = (
            rows[:, :, [first + seat for seat in on_seats]].sum(axis=1)
            for first in (counters.SEAT_WINS, counters.SEAT_MATCHES)
        )
        shares = rows[:, :, _shares(field.size).counted]
        return cls(
            shares=BlockSums.of(shares.reshape(rounds, -1)),
            each=RatioSums.of(
                rows[:, :, tops].reshape(rounds, -1),
                rows[:, :, bottoms].reshape(rounds, -1),
            ),
            seats=RatioSums.of(wins, matches),
            pairs=RatioSums.of(pairs[..., 0], pairs[..., 1]),
            matches=int(totals[counters.ALL_MATCHES]),
            deals=int(totals[counters.ALL_DEALS]),
            turns=int(totals[counters.ALL_TURNS]),
        )

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.shares.blocks

    def share(self, strategy: int) -> Estimate:
        """Return what a seat of a strategy wins."""
        columns = _shares(len(self.shares.sums) // 2)
        wins, seats = columns.counted
        return columns.ratio(self.shares, strategy, wins, seats, SIXTIETHS)

    def ratio(
        self, strategy: int, top: int, bottom: int, unit: int
    ) -> tuple[BlockSums, Estimate]:
        """Return one of a strategy's counters over another, and its sums."""
        place = strategy * len(_RATIOS) + _RATIOS.index((top, bottom))
        return self.each.ratio(place, unit)


def _shares(strategies: int) -> Columns:
    return Columns(strategies, (counters.WINS, counters.SEATS))


def prepare(field: Field) -> None:
    """Compile all strategies."""
    for strategy in range(field.size):
        table_of(field, (strategy,) * field.table.players).prepare()


def sampled_rounds(field: Field, numbers: range) -> Stage[FieldSums]:
    """Return the stage of some rounds."""
    task = partial(_task, field)
    return Stage(
        f"rounds-{numbers.start}", FieldSums, numbers, task, Cut(most=MOST_ROUNDS)
    )


def _task(field: Field, numbers: range) -> partial[FieldSums]:
    return partial(play_rounds, field, numbers)


def play_rounds(field: Field, numbers: range) -> FieldSums:
    """Play some rounds.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    rounds = Rounds(field, numbers)
    rounds.play()
    return rounds.sums()


class Rounds:
    """Some rounds of a field, to which line-ups are added one by one.

    Attributes
    ----------
    numbers
        Of the rounds.
    strategies, pairs
        ``[round, strategy, counters column]`` and ``[round, pair, 2]``, as
        `FieldSums.of` has them.
    totals
        Matches, deals and turns really played.
    """

    def __init__(self, field: Field, numbers: range) -> None:
        self.field, self.numbers = field, numbers
        pairs = combinations(range(field.size), 2)
        self._places = {pair: place for place, pair in enumerate(pairs)}
        shape = (len(numbers), field.size, counters.N_COLUMNS)
        self.strategies = np.zeros(shape, np.int64)
        self.pairs = np.zeros((len(numbers), len(self._places), 2), np.int64)
        self.totals = np.zeros(N_TOTALS, np.int64)

    def add(self, entries: Entries, numbers: range, found: LineUpRounds) -> None:
        """Add what a line-up came to in some of the rounds."""
        first = numbers.start - self.numbers.start
        rows = slice(first, first + len(numbers))
        different = sorted(set(entries))
        pairs = [self._places[pair] for pair in combinations(different, 2)]
        self.strategies[rows, different] += found.rows
        self.pairs[rows, pairs] += found.pairs
        self.totals += found.totals.sum(axis=0)

    def play(self) -> None:
        """Play all of them."""
        for number in self.numbers:
            for part in self.field.parts(number):
                found = play_line_up(self.field, part, 1)
                self.add(part.entries, range(number, number + 1), found)

    def sums(self) -> FieldSums:
        """Return the sums of what was added."""
        return FieldSums.of(self.field, self.strategies, self.pairs, self.totals)
