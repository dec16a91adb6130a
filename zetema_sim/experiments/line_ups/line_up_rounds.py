"""What one line-up comes to in some rounds: played, packed, unpacked.

A line-up is played with every seat's strategy an entry of its own, so that the seats
of a strategy are told apart: in partnerships a pair is compared on different sides
only. What it comes to depends on the line-up, the rules and the seed alone, not on the
field, so it can be kept (`store`) and used in a tournament of another field.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from dataclasses import astuple, dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from zetema_sim import __version__
from zetema_sim.common.cache_folder import code_hash, game_hash, hash_of
from zetema_sim.experiments.line_ups.field import Entries, Field, RoundPart
from zetema_sim.experiments.line_ups.store import Key
from zetema_sim.kernel import counters
from zetema_sim.playing.lineups import LineUp
from zetema_sim.playing.table import Table

Rows = npt.NDArray[np.int64]

N_TOTALS = 3  # matches, deals, turns, as `counters.ALL_MATCHES` and on

_KINDS: tuple[np.dtype[Any], ...] = (
    *(np.dtype("i1"), np.dtype("<i2")),
    *(np.dtype("<i4"), np.dtype("<i8")),
)


@dataclass(frozen=True)
class LineUpRounds:
    """What a line-up came to, round by round; all int64.

    Attributes
    ----------
    rows
        ``[round, strategy, counters column]``, of its different strategies, sorted.
    pairs
        ``[round, pair, 2]``, of the pairs of them: wins of the first less those of the
        second, in 60ths, over pairs of seats on different sides; and how many such
        pairs there were.
    totals
        ``[round, 3]``: matches, deals and turns really played.
    """

    rows: Rows
    pairs: Rows
    totals: Rows

    @property
    def matches(self) -> int:
        """How many matches these are."""
        return int(self.totals[:, counters.ALL_MATCHES].sum())

    @property
    def has_faults(self) -> bool:
        """Whether a strategy's fault lost any of them."""
        return bool(self.rows[..., counters.FAULTS].any())

    def of(self, start: int, stop: int) -> LineUpRounds:
        """Return some of the rounds, counted from the first."""
        rounds = slice(start, stop)
        return LineUpRounds(self.rows[rounds], self.pairs[rounds], self.totals[rounds])

    def packed(self) -> bytes:
        """Return this as few bytes."""
        rounds = len(self.rows)
        parts = (self.rows, self.pairs, self.totals)
        table = np.concatenate([part.reshape(rounds, -1) for part in parts], axis=1)
        most = int(np.abs(table).max(initial=0))
        bits = most.bit_length() + 1
        kind = next(n for n, each in enumerate(_KINDS) if bits <= 8 * each.itemsize)
        # Columns of many rounds, most of them small or zero, deflate well.
        content = np.ascontiguousarray(table.T, _KINDS[kind]).tobytes()
        return bytes([kind]) + zlib.compress(content, 1)

    @classmethod
    def unpacked(cls, content: bytes, strategies: int) -> LineUpRounds:
        """Return what `packed` gave, of a line-up of so many different strategies."""
        pairs = strategies * (strategies - 1) // 2
        wide = strategies * counters.N_COLUMNS
        width = wide + 2 * pairs + N_TOTALS
        words = np.frombuffer(zlib.decompress(content[1:]), _KINDS[content[0]])
        table = words.reshape(width, -1).T.astype(np.int64)
        rounds = len(table)
        return cls(
            table[:, :wide].reshape(rounds, strategies, counters.N_COLUMNS),
            table[:, wide:-N_TOTALS].reshape(rounds, pairs, 2),
            table[:, -N_TOTALS:],
        )


def key_of(field: Field, entries: Entries) -> Key:
    """Return what determines a line-up's rounds, with all line-ups in each."""
    different = [field.strategies[entry] for entry in sorted(set(entries))]
    strategies = [
        (each.key, each.source_hash, sorted(each.settings.items()))
        for each in different
    ]
    seats = [*Counter(entries).values()]
    determined = [astuple(field.table), field.seed, strategies, seats]
    text = json.dumps([__version__, rounds_hash(), determined])
    return Key(hash_of([text.encode()]), __version__, rounds_hash())


@cache
def rounds_hash() -> str:
    """Return the hash of the code that decides what a line-up comes to."""
    return hash_of([game_hash().encode(), code_hash("experiments/line_ups").encode()])


def play_line_up(field: Field, part: RoundPart, rounds: int) -> LineUpRounds:
    """Play a line-up's part of a round, and of those that follow.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    entries, blocks = part.entries, part.blocks
    shape = _shape_of(field.shape(entries))
    played = table_of(field, entries).play_blocks(part.first_block, rounds * blocks)
    size = (rounds, blocks, len(entries), counters.N_COLUMNS)
    sums = played.sums.reshape(size)
    totals = np.stack(
        [
            sums[:, :, 0, counters.MATCHES].sum(axis=1),
            sums[..., counters.DEALS].sum(axis=(1, 2)) // len(entries),
            sums[..., counters.TURNS].sum(axis=(1, 2)),
        ],
        axis=1,
    )
    sums = sums * part.weight
    orders = (part.first_block + np.arange(blocks)) % len(shape.counts)
    rows = np.zeros((rounds, shape.strategies, counters.N_COLUMNS), np.int64)
    by_entry = sums.sum(axis=1)
    for entry, strategy in enumerate(shape.owners):
        rows[:, strategy] += by_entry[:, entry]
    wins = sums[..., counters.WINS].reshape(rounds, -1)
    opposed = shape.opposed[orders].reshape(wins.shape[1], -1)
    met = sums[:, :, 0, counters.MATCHES] @ shape.counts[orders]
    return LineUpRounds(rows, np.stack([wins @ opposed, met], axis=2), totals)


def table_of(field: Field, entries: Entries) -> Table:
    """Return the table of a line-up, an entry a seat."""
    strategies = tuple(field.strategies[entry] for entry in entries)
    lineup = _shape_of(field.shape(entries)).lineup
    forfeits = field.choices.forfeits
    return Table(field.table, strategies, lineup, field.seed, forfeits)


@dataclass(frozen=True)
class Shape:
    """How line-ups of one pattern are seated, with the seats' strategies told apart.

    Strategies are ranks in the line-up, entries are places in it.

    Attributes
    ----------
    lineup
        Its strategies are entries.
    owners
        The strategy of each entry.
    opposed
        ``[order, entry, pair]``: on how many seats the other strategy of the pair sits
        against the entry, negative for the pair's second.
    counts
        ``[order, pair]``: how many pairs of seats on different sides there are.
    """

    lineup: LineUp
    owners: tuple[int, ...]
    opposed: Rows
    counts: Rows

    @property
    def strategies(self) -> int:
        """How many different strategies there are."""
        return max(self.owners) + 1


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
    return Shape(told_apart, lineup.entries, np.array(opposed), np.array(counts))


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
