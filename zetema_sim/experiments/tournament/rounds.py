"""Rounds of a field, summed: what each strategy did, and each pair.

Rows hold whole numbers and belong to one round each, so neither threads nor the cut of
the work change a digit.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
import numpy.typing as npt

from zetema_sim.experiments.line_ups.field import Entries, Field
from zetema_sim.experiments.line_ups.line_up_rounds import (
    N_TOTALS,
    LineUpRounds,
    play_line_up,
    table_of,
)
from zetema_sim.experiments.tournament.field_sums import FieldSums
from zetema_sim.kernel import counters
from zetema_sim.work import Cut, Stage

Rows = npt.NDArray[np.int64]

MOST_ROUNDS = 256  # together, so that memory stays flat


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
