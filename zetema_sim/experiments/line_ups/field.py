"""A field of strategies, and the rounds that a tournament plays of it.

What is asked is how a seat does if every other seat is drawn evenly and independently
from the field, itself included. That is to play all tables of the field, each strategy
on each seat, k^n tables of k strategies and n seats, alike often. They are the whole
cycles of all line-ups, once each: the line-up A A B has three seatings, A B C six.

A *round* is a balanced part of that, independent of other rounds but for the seed, and
so the unit of all intervals:

* All line-ups: a whole cycle of each.
* Sampled line-ups: one block of each of k line-ups. Seat by seat the field is put into
  an order drawn from the seed (the first one stays as it is); the strategies that stand
  at the same place are a line-up. So each strategy sits in as many seats as any other,
  and given one of them the others are drawn evenly and independently. The circular
  order is that of a match number drawn as well.

Either way every strategy has the same number of seats in every round, and the mean
share of the field is one over the sides, exactly, round by round.

Each line-up has numbers of blocks of its own. Were all line-ups of a round played on
the same shuffles, a strategy would have its luck with them at all tables at once: that
made a match worth 0.54 independent ones instead of 1.99 (8 strategies, 3 players, all
line-ups), and differences of shares twice as wide too (0.0144 and 0.0075). Blocks keep
the numbers that `replay` knows (design.md section 7), so every match can be replayed.

With all line-ups, the number of a line-up's first cycle is a hash of its strategies'
files' names and settings and depends on nothing else: neither on the field, so that
what a line-up came to can be used again in another one (`store`), nor on paths, labels
and sources, so that a moved or edited strategy meets the luck that it had before. Two
line-ups may then share shuffles. A block shares its own with about one other for each
10^12 matches of the tournament: with 16 strategies and 3 players, 200,000 matches, the
chance that any two of the 816 line-ups share any is below 0.001. It biases no share,
since each block alone is as random as before; it adds a covariance to that very small
part of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import combinations_with_replacement
from math import comb, factorial

from zetema_sim.playing.lineups import LineUp, LineUpError, line_up
from zetema_sim.playing.seating import (
    MOST_MATCHES,
    MOST_SEED,
    TableOptions,
    check_range,
    in_order,
)
from zetema_sim.roster.lookup import Strategy, load_all, shipped_names
from zetema_sim.rules.ruleset import Rules, rules_named
from zetema_sim.rules.sides import arrangement_of
from zetema_sim.table_rules import TableRules

DEFAULT_PLAYERS = 2
ALL_UP_TO = 3  # players; beyond that, line-ups are sampled unless all are asked for
_LEAST_ROUNDS = 2
_MOST_TIMES = 10  # as many matches as asked for may a tournament be rounded up to
_QUICK = 100_000  # matches, which take seconds however few were asked for
_DRAWS = 2**20  # of the chance numbers' deals: no match has so many

Entries = tuple[int, ...]


@dataclass(frozen=True)
class RoundPart:
    """What a round has of a line-up: blocks, and how often each match counts."""

    entries: Entries
    first_block: int
    blocks: int
    weight: int


@dataclass(frozen=True)
class Field:
    """The strategies of a tournament at one table.

    Attributes
    ----------
    choices, rules, sides
        What was asked for, the rule set, the arrangement as text.
    table
        The rules as the engines read them.
    strategies
        In canonical order.
    seed
        What all chance comes from, that of the line-ups included.
    all_lineups
        Whether each round has every line-up.
    """

    choices: TableOptions
    rules: Rules
    sides: str
    table: TableRules
    strategies: tuple[Strategy, ...]
    seed: int
    all_lineups: bool

    @property
    def size(self) -> int:
        """How many strategies there are."""
        return len(self.strategies)

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [strategy.name for strategy in self.strategies]

    def shape(self, entries: Entries) -> LineUp:
        """Return how a line-up of sorted strategies is seated, in ranks among them.

        The first strategy of the line-up is 0 in it, the next 1, and so on. Seatings
        are in sorted order, so those of the strategies themselves stand alike.
        """
        different = sorted(set(entries))
        ranks = tuple(different.index(entry) for entry in entries)
        return _shape(ranks, self.table.sides)

    @property
    def line_up_count(self) -> int:
        """How many line-ups the field has."""
        players = self.table.players
        return comb(self.size + players - 1, players)

    @property
    def round_matches(self) -> int:
        """How many matches a round has, at most."""
        players = self.table.players
        return self.size**players if self.all_lineups else self.size * players

    def whole_rounds(self, matches: int) -> int:
        """Return how many rounds have so many matches, two at least.

        Raises
        ------
        LineUpError
            If they have many times the matches asked for: nobody should wait for hours
            who asked for seconds.
        """
        rounds = max(-(-matches // self.round_matches), _LEAST_ROUNDS)
        played = rounds * self.round_matches
        if played > max(_MOST_TIMES * matches, _QUICK):
            samples = self.all_lineups and self.table.players > ALL_UP_TO
            instead = "leave --all-lineups out" if samples else "name fewer strategies"
            raise LineUpError(
                f"{matches:,} matches were asked for, but two rounds of all "
                f"{self.line_up_count:,} line-ups have {played:,}; ask for "
                f"--matches {played}, or {instead}"
            )
        return rounds

    @property
    def round_seats(self) -> int:
        """How many seats of a round each strategy has, as they count."""
        players = self.table.players
        if self.all_lineups:
            return players * int(self.size ** (players - 1))
        return players * players

    def parts(self, number: int) -> Iterator[RoundPart]:
        """Yield what a round has of each of its line-ups."""
        if self.all_lineups:
            for entries in self.line_ups():
                ((_, part),) = self.cycles(entries, range(number, number + 1))
                yield part
            return
        for place, entries in enumerate(self._sampled(number)):
            yield self._block_with(entries, number, place)

    def line_ups(self) -> Iterator[Entries]:
        """Yield the field's line-ups, sorted."""
        return combinations_with_replacement(range(self.size), self.table.players)

    def cycles(
        self, entries: Entries, rounds: range
    ) -> Iterator[tuple[range, RoundPart]]:
        """Yield what some rounds of all line-ups have of one: one cycle each.

        A part stands for each of its rounds; their blocks follow one another. Behind
        the highest number of a match comes number 0, so no round has another's blocks.
        """
        lineup = self.shape(entries)
        orders, cycles = len(lineup.orders), MOST_MATCHES // lineup.cycle_length
        first = number_of([self.strategies[n].key for n in entries]) % cycles
        done = rounds.start
        while done < rounds.stop:
            cycle = (first + done) % cycles
            stop = min(rounds.stop, done + cycles - cycle)
            yield range(done, stop), RoundPart(entries, cycle * orders, orders, 1)
            done = stop

    def _block_with(self, entries: Entries, number: int, place: int) -> RoundPart:
        """Return the block in which a match drawn for a line-up lies."""
        lineup, players = self.shape(entries), self.table.players
        cycles = factorial(players)
        drawn = self._draw(number, 0, place) % cycles
        _, block = lineup.locate((number * self.size + place) * cycles + drawn)
        return RoundPart(entries, block, 1, players // len(lineup.matches_of(block)))

    def _sampled(self, number: int) -> Iterator[Entries]:
        """Yield a round's line-ups: every strategy once on each seat."""
        orders = [list(range(self.size))]
        for seat in range(1, self.table.players):
            order = list(range(self.size))
            for place in range(self.size - 1, 0, -1):
                other = self._draw(number, seat, place) % (place + 1)
                order[place], order[other] = order[other], order[place]
            orders.append(order)
        for entries in zip(*orders, strict=True):
            yield tuple(sorted(entries))

    def _draw(self, number: int, seat: int, place: int) -> int:
        from zetema_sim.kernel.chance import chance_number

        return chance_number(self.seed, number, _DRAWS + seat, place, 0)


def field_of(
    names: Sequence[str], choices: TableOptions, *, all_lineups: bool | None = None
) -> Field:
    """Return the field that strategies make.

    Parameters
    ----------
    names
        Strategies as the command line has them; every shipped one if there is none.
    choices
        The table, the rules and the seed; 2 players by default.
    all_lineups
        Whether every round has all line-ups; up to 3 players by default.

    Raises
    ------
    ValueError
        If rules and seats do not go together, or fewer than two strategies are named;
        one line for the user.
    """
    check_range("seed", choices.seed, 0, MOST_SEED)
    rules = rules_named(choices.rules, choices.overrides)
    players = DEFAULT_PLAYERS if choices.players is None else choices.players
    table = rules.at_table(players, choices.sides)
    named = names or list(shipped_names())
    strategies, _ = in_order(load_all(named, choices.folders))
    if len(strategies) < 2:
        raise LineUpError("a field has at least two different strategies")
    if all_lineups is None:
        all_lineups = players <= ALL_UP_TO
    sides = arrangement_of(table)
    return Field(choices, rules, sides, table, strategies, choices.seed, all_lineups)


def number_of(keys: Sequence[str]) -> int:
    """Return a number below 2^64 that a line-up's strategies, in order, stand for."""
    content = "\0".join(keys).encode()
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big")


@cache
def _shape(ranks: Entries, sides: int) -> LineUp:
    return line_up(ranks, len(ranks), sides)
