"""Rounds of a field, played and summed: what each strategy did, and each pair.

A line-up is played with every seat's strategy an entry of its own, so that the seats
of a strategy are told apart: in partnerships a pair is compared on different sides
only. Rows hold whole numbers and belong to one round each, so neither threads nor the
cut of the work change a digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations

import numpy as np
import numpy.typing as npt

from zetema_sim import counters
from zetema_sim.engine import Table
from zetema_sim.experiments.field import Entries, Field, Part
from zetema_sim.experiments.field_sums import Sums
from zetema_sim.lineups import LineUp
from zetema_sim.work import Cut, Stage

Rows = npt.NDArray[np.int64]

_MOST_ROUNDS = 256  # of a stretch


@dataclass(frozen=True)
class Shape:
    """How line-ups of one pattern are seated, with the seats' strategies told apart.

    Strategies are ranks in the line-up, entries are places in it.

    Attributes
    ----------
    lineup
        Its strategies are entries.
    opposed
        ``[order, entry, pair]``: on how many seats the other strategy of the pair sits
        against the entry, negative for the pair's second.
    counts
        ``[order, pair]``: how many pairs of seats on different sides there are.
    """

    lineup: LineUp
    opposed: Rows
    counts: Rows


def prepare(field: Field) -> None:
    """Compile all strategies."""
    rounds = Rounds(field)
    for strategy in range(field.size):
        rounds.table((strategy,) * field.table.players).prepare()


def rounds_of(field: Field, numbers: range, wanted: frozenset[int]) -> Stage[Sums]:
    """Return the stage of some rounds, of the line-ups with a wanted strategy."""
    task = partial(_task, field, wanted)
    return Stage(f"rounds-{numbers.start}", Sums, numbers, task, Cut(most=_MOST_ROUNDS))


def _task(field: Field, wanted: frozenset[int], numbers: range) -> partial[Sums]:
    return partial(play_rounds, field, wanted, numbers)


def play_rounds(field: Field, wanted: frozenset[int], numbers: range) -> Sums:
    """Play some rounds of the line-ups that hold a wanted strategy.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    return Sums.of(field, *Rounds(field).rows(numbers, wanted), wanted)


class Rounds:
    """Plays the rounds of a field."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.pairs = list(combinations(range(field.size), 2))
        self._numbers = {pair: number for number, pair in enumerate(self.pairs)}

    def rows(self, numbers: range, wanted: frozenset[int]) -> tuple[Rows, Rows, Rows]:
        """Play some rounds; return `rows`, `pairs` and `totals` of `Sums.of`."""
        size, count = self.field.size, len(numbers)
        strategies = np.zeros((count, size, counters.N_COLUMNS), np.int64)
        pairs = np.zeros((count, len(self.pairs), 2), np.int64)
        totals = np.zeros(counters.N_TOTALS, np.int64)
        if self.field.all_lineups:
            # The blocks of a line-up in successive rounds follow one another.
            for part in self.field.parts(numbers.start, wanted):
                totals += self._add(part, count, strategies, pairs)
        else:
            for place, number in enumerate(numbers):
                row = slice(place, place + 1)
                for part in self.field.parts(number, wanted):
                    totals += self._add(part, 1, strategies[row], pairs[row])
        others = sorted(set(range(size)) - wanted)
        strategies[:, others] = 0  # they met only some of the field
        half = [n for n, (a, b) in enumerate(self.pairs) if not wanted & {a, b}]
        pairs[:, half] = 0
        return strategies, pairs, totals

    def _add(self, part: Part, rounds: int, strategies: Rows, pairs: Rows) -> Rows:
        """Play a line-up's part of some rounds into their rows; return the totals."""
        table, shape = self.table(part.entries), self._shape(part.entries)
        played = table.play_blocks(part.first_block, rounds * part.blocks)
        size = (rounds, part.blocks, len(part.entries), counters.N_COLUMNS)
        sums = played.sums.reshape(size) * part.weight
        for entry, owner in enumerate(part.entries):
            strategies[:, owner] += sums[:, :, entry].sum(axis=1)
        orders = (part.first_block + np.arange(part.blocks)) % len(shape.counts)
        places = [self._numbers[p] for p in combinations(sorted(set(part.entries)), 2)]
        wins = sums[..., counters.WINS].reshape(rounds, -1)
        opposed = shape.opposed[orders].reshape(wins.shape[1], -1)
        pairs[:, places, 0] += wins @ opposed
        pairs[:, places, 1] += sums[:, :, 0, counters.MATCHES] @ shape.counts[orders]
        totals: Rows = played.tally.totals
        return totals

    def table(self, entries: Entries) -> Table:
        """Return the table of a line-up, an entry a seat."""
        strategies = tuple(self.field.strategies[entry] for entry in entries)
        lineup = self._shape(entries).lineup
        return Table(self.field.table, strategies, lineup, self.field.seed)

    def _shape(self, entries: Entries) -> Shape:
        return _shape_of(self.field.shape(entries))


@cache
def _shape_of(lineup: LineUp) -> Shape:
    told_apart = _told_apart(lineup)
    ranks, players = np.array(lineup.entries), len(lineup.entries)
    owns = (ranks[:, None] == np.arange(ranks.max() + 1)).astype(np.int64)
    opposed, counts = [], []
    for start, _ in lineup.orders:
        seats = np.empty(players, np.int64)
        seats[list(told_apart.seatings[start])] = np.arange(players)
        against = ((seats[:, None] - seats) % lineup.sides != 0).astype(np.int64)
        met = against @ owns  # [entry, strategy]
        first, second = np.triu_indices(owns.shape[1], 1)
        ours = owns[:, first] * met[:, second]
        opposed.append(ours - owns[:, second] * met[:, first])
        counts.append(ours.sum(axis=0))
    return Shape(told_apart, np.array(opposed), np.array(counts))


def _told_apart(lineup: LineUp) -> LineUp:
    """Return the line-up with each seat's strategy an entry of its own.

    Seatings and orders keep their places, so blocks and matches keep their numbers.
    """
    seatings: list[tuple[int, ...]] = []
    for start, size in lineup.orders:
        free = list(enumerate(lineup.entries))
        ring = []
        for strategy in lineup.seatings[start]:
            taken = next(each for each in free if each[1] == strategy)
            free.remove(taken)
            ring.append(taken[0])
        for shift in range(size):
            seatings.append(tuple(ring[-shift:] + ring[:-shift] if shift else ring))
    everyone = tuple(range(len(lineup.entries)))
    return LineUp(everyone, lineup.sides, False, tuple(seatings), lineup.orders)
