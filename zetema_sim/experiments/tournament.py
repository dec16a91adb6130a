"""A field of strategies against itself: shares, ranks, the matrix of pairs, cycles.

The field plays rounds (`field` says what they are). In a uniform tournament their
number is fixed beforehand and intervals are classic. Otherwise a strategy is *settled*
at the look at which all its differences in share are decided and its share is known to
± 2 wins of 100 (or, with a precision, when its share is known so well); later rounds
leave out the line-ups that hold settled strategies alone, so the matches go to what is
open. What a round says of a strategy that is not settled stays the same number: all
line-ups that hold it are played. All intervals and p-values then hold at any time
(`stats.anytime`), a p-value being the least of all looks.

Every difference is one of a family that Holm's correction covers: of each pair the
difference of the two shares against the field, from which the ranks follow, and the
difference head to head, from which the matrix and the cycles follow. The chance that
anything is called decided wrongly is at most what the level leaves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import ceil

from zetema_sim import counters
from zetema_sim.experiments.compare import most_points
from zetema_sim.experiments.fault_rates import Rates
from zetema_sim.experiments.field import Field
from zetema_sim.experiments.field_sums import Sums
from zetema_sim.experiments.numbers import Measure
from zetema_sim.experiments.round_work import played_rounds
from zetema_sim.experiments.rounds import prepare
from zetema_sim.stats import (
    WIN,
    Bounds,
    Estimate,
    Measured,
    RatioSums,
    Reading,
    holm,
    measure,
    points_up_to,
    rank_ranges,
    variance,
)
from zetema_sim.store import Store
from zetema_sim.work import Work, added

Progress = Callable[[int, int], None]

_SMOOTH_SEATS = 30  # a round's share of so many seats varies smoothly
_LEAST_ROUNDS = 2
_LEAST_PLANNED = 8  # rounds, for an anytime interval to be narrowest
_FIRST_LOOK = 8  # rounds, or a part of those planned
_FIRST_PART = 16
_NEXT_LOOK = Fraction(6, 5)
_SETTLED = 0.02  # ± of a share, for a strategy that is ranked to be left out
_EVENTS = 65.0  # more than a seat declares or completes in a deal


@dataclass(frozen=True)
class Player:
    """What one strategy of the field did.

    `rounds` are those its numbers rest on, `seats` its share on each seat; the rest as
    in `compare.StrategyResult`.
    """

    name: str
    source_hash: str
    settings: dict[str, int]
    rounds: int
    win_share: Measure
    ranks: tuple[int, int]
    mean_points: Measure
    points_by_source: dict[str, Measure]
    events_per_deal: dict[str, Measure]
    seats: tuple[Measure, ...]


@dataclass(frozen=True)
class Difference:
    """A difference with Holm's p-value, and whether that decides it."""

    number: Measure
    p_holm: float
    decided: bool


@dataclass(frozen=True)
class Duel:
    """Two strategies, by their places: against the field and head to head."""

    a: int
    b: int
    field: Difference
    head: Difference


@dataclass(frozen=True)
class Playing:
    """How long the playing took, and of how many turns, stored ones left out."""

    seconds: float
    turns: int


@dataclass(frozen=True)
class Tournament:
    """The answer of `tournament`.

    `cycles` has triples of places of which each beats the next and the last the first;
    `seats` the share of each seat over the field; `stopped` is None for a uniform
    tournament, else ``"decided"``, ``"precision"`` or ``"matches"``. Of the `matches`
    and `turns`, `stored` and `stored_turns` were played before.
    """

    field: Field
    reading: Reading
    precision: float | None
    rounds: int
    matches: int
    deals: int
    turns: int
    seconds: float
    players: tuple[Player, ...]
    duels: tuple[Duel, ...]
    cycles: tuple[tuple[int, int, int], ...]
    seats: tuple[Measure, ...]
    fault_rates: Rates
    gain: float
    stopped: str | None
    stored: int = 0
    stored_turns: int = 0

    @property
    def uniform(self) -> bool:
        """Whether the number of rounds was fixed beforehand."""
        return self.stopped is None

    @property
    def playing(self) -> Playing:
        """What this run played itself, to tell its speed by."""
        return Playing(self.seconds, self.turns - self.stored_turns)


def tournament(
    field: Field,
    matches: int,
    *,
    uniform: bool = False,
    precision: float | None = None,
    work: Work | None = None,
    store: Store | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> Tournament:
    """Play a field against itself and rank it.

    Parameters
    ----------
    field
        The strategies and the table.
    matches
        How many are played, in whole rounds; at most, unless `uniform`.
    uniform
        Whether all line-ups get the same number of rounds, fixed beforehand.
    precision
        Stop when every share is known to ± this, instead of when all are ranked.
    work
        Who plays; it changes no number.
    store
        Where line-ups that were played before are looked up; it changes none either.
    level
        Of the intervals; what it leaves is the chance of any wrong decision.
    progress
        Told of the matches played so far, and of how many.
    note
        Told what is known so far, at each look.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    play = _Play(field, matches, work or Work(), store, progress, note)
    rounds = max(ceil(matches / field.round_matches), _LEAST_ROUNDS)
    if uniform:
        reading = Reading(level)
        play.rounds(rounds, frozenset(range(field.size)))
        looked, stopped = Looked(field, reading), None
        looked.look(play.sums)
    else:
        reading = Reading(level, max(rounds, _LEAST_PLANNED))
        looked = Looked(field, reading)
        stopped = play.until_settled(looked, precision)
    return _read_off(play, looked, precision, stopped)


class _Play:
    """Plays rounds into sums."""

    def __init__(
        self,
        field: Field,
        matches: int,
        work: Work,
        store: Store | None,
        progress: Progress | None,
        note: Callable[[str], None] | None,
    ) -> None:
        self.field, self.most = field, matches
        self.work, self.store = work, store
        self.progress, self.note = progress, note
        self._seen = 0  # matches
        self.sums = Sums.none(field)
        prepare(field)
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long the rounds have taken."""
        return time.perf_counter() - self._started

    def rounds(self, count: int, wanted: frozenset[int]) -> None:
        """Play some rounds more."""
        first = self.sums.all_rounds
        numbers = range(first, first + count)
        parts = played_rounds(
            self.field, numbers, wanted, self.work, self.store, self._tell
        )
        for part in parts:
            self.sums = added(self.sums, part)

    def _tell(self, matches: int) -> None:
        self._seen += matches
        if self.progress is not None:
            self.progress(self._seen, max(self.most, self._seen))

    def until_settled(self, looked: Looked, precision: float | None) -> str:
        """Play until nothing is open; return what ended it."""
        field, planned = self.field, looked.reading.planned or 0
        wanted = frozenset(range(field.size))
        look = max(_FIRST_LOOK, planned // _FIRST_PART)
        while True:
            done = self.sums.all_rounds
            left = ceil((self.most - self.sums.matches) / _cost(field, wanted))
            self.rounds(max(min(look - done, left), _LEAST_ROUNDS - done), wanted)
            looked.look(self.sums)
            wanted &= looked.unsettled(self.sums, precision)
            if self.note is not None:
                self.note(looked.text(self.sums))
            if not wanted:
                return "decided" if precision is None else "precision"
            if self.sums.matches >= self.most:
                return "matches"
            look = max(look + 1, ceil(look * _NEXT_LOOK))


def _cost(field: Field, wanted: frozenset[int]) -> float:
    """Return the matches of a round, on average, if only these are wanted."""
    others = 1 - len(wanted) / field.size
    return float(field.round_matches * (1 - others**field.table.players))


class Looked:
    """What the looks have shown so far."""

    def __init__(self, field: Field, reading: Reading) -> None:
        self.field, self.reading = field, reading
        size = field.size
        self.pairs = [(a, b) for a in range(size) for b in range(a + 1, size)]
        self.field_p = [1.0] * len(self.pairs)
        self.head_p = [1.0] * len(self.pairs)
        self._field: list[Measured | None] = [None] * len(self.pairs)
        is_smooth = field.round_seats >= _SMOOTH_SEATS
        self.share_bounds = Bounds(0.0, 1.0, is_smooth)
        self.field_bounds = Bounds(-1.0, 1.0, is_smooth)
        self.seat_bounds = Bounds(0.0, 1.0, field.round_matches >= _SMOOTH_SEATS)
        faced = field.round_seats * (field.table.players - 1) / field.size
        self.head_bounds = Bounds(-1.0, 1.0, faced >= _SMOOTH_SEATS)

    def look(self, sums: Sums) -> None:
        """Take in what the sums say now."""
        shares = [sums.share(strategy) for strategy in range(self.field.size)]
        rounds = sums.rounds.tolist()
        now = [
            n
            for n, (a, b) in enumerate(self.pairs)
            if rounds[a] == rounds[b] == sums.all_rounds
        ]
        for n in now:
            a, b = self.pairs[n]
            apart = shares[a] - shares[b]
            self._field[n] = measure(sums.shares, apart, self.field_bounds)
        found = [self.field_difference(n) for n in now]
        for n, p_value in zip(now, self.reading.p_values(found), strict=True):
            self.field_p[n] = min(self.field_p[n], p_value)
        heads = [self.head_difference(sums, n) for n in range(len(self.pairs))]
        for n, p_value in enumerate(self.reading.p_values(heads)):
            self.head_p[n] = min(self.head_p[n], p_value)

    def field_difference(self, pair: int) -> Measured:
        """Return the difference of two shares, as of the last round of both."""
        found = self._field[pair]
        assert found is not None  # all strategies are in play at the first look
        return found

    def head_difference(self, sums: Sums, pair: int) -> Measured:
        """Return what two strategies win of one another's tables."""
        return measure(*sums.pairs.ratio(pair, WIN), self.head_bounds)

    def share(self, sums: Sums, strategy: int) -> Measured:
        """Return a strategy's share in its rounds."""
        found = sums.share(strategy)
        return self._of_rounds(sums, found, strategy)

    def moved_share(self, sums: Sums, strategy: int) -> Measured:
        """Return the share, all moved alike so that their mean is exactly the fair one.

        While all strategies are in play that is so anyway. Those settled rest on fewer
        rounds than others, which leaves a small rest; differences do not change.
        """
        size, sides = self.field.size, self.field.table.sides
        found = sums.share(strategy)
        if len(set(sums.rounds.tolist())) > 1:
            for other in range(size):
                found += sums.share(other) * Fraction(-1, size)
            found = Estimate(
                found.value + Fraction(1, sides), found.slopes, found.matches
            )
        return self._of_rounds(sums, found, strategy)

    def _of_rounds(self, sums: Sums, found: Estimate, strategy: int) -> Measured:
        return Measured(
            float(found.value),
            float(variance(sums.shares, found)),
            int(sums.rounds[strategy]),
            sums.shares.sums[self.field.size + strategy],
            self.share_bounds,
        )

    def corrected(self) -> tuple[list[float], list[float]]:
        """Return Holm's p-values: of shares against the field, and head to head."""
        both = holm([*self.field_p, *self.head_p])
        return both[: len(self.pairs)], both[len(self.pairs) :]

    def unsettled(self, sums: Sums, precision: float | None) -> frozenset[int]:
        """Return the strategies of which something is open."""
        margins = (
            _number(self.share(sums, each), self.reading).margin
            for each in range(self.field.size)
        )
        most = _SETTLED if precision is None else precision
        wide = frozenset(n for n, margin in enumerate(margins) if margin > most)
        if precision is not None:
            return wide
        field_p, _ = self.corrected()
        undecided = (
            pair
            for pair, p_value in zip(self.pairs, field_p, strict=True)
            if p_value >= 1 - self.reading.level
        )
        return wide | frozenset(strategy for pair in undecided for strategy in pair)

    def text(self, sums: Sums) -> str:
        """Return who leads so far, with an interval that holds at any time."""
        shares = [float(sums.share(n).value) for n in range(self.field.size)]
        first = max(range(self.field.size), key=lambda n: shares[n])
        number = _number(self.share(sums, first), self.reading)
        field_p, _ = self.corrected()
        told = sum(p_value < 1 - self.reading.level for p_value in field_p)
        return (
            f"{self.field.names[first]} {100 * number.value:.1f} ± "
            f"{100 * number.margin:.1f}, {told} of {len(field_p)} pairs told apart"
        )


def _number(measured: Measured, reading: Reading, p_value: float = 1.0) -> Measure:
    return Measure(measured.value, *reading.interval(measured), p_value)


def _read_off(
    play: _Play, looked: Looked, precision: float | None, stopped: str | None
) -> Tournament:
    field, sums, reading = play.field, play.sums, looked.reading
    seconds = play.seconds
    duels = tuple(_duels(sums, looked))
    ahead = _matrix(field, duels, lambda duel: duel.field)
    beats = _matrix(field, duels, lambda duel: duel.head)
    ranks = rank_ranges(ahead)
    return Tournament(
        field=field,
        reading=reading,
        precision=precision,
        rounds=sums.all_rounds,
        matches=sums.matches,
        deals=sums.deals,
        turns=sums.turns,
        seconds=seconds,
        players=tuple(
            _player(sums, looked, strategy, ranks[strategy])
            for strategy in range(field.size)
        ),
        duels=duels,
        cycles=tuple(_cycles(beats)),
        seats=tuple(
            _number(measure(*sums.seats.ratio(seat, WIN), looked.seat_bounds), reading)
            for seat in range(field.table.players)
        ),
        fault_rates={
            name: sums.fault_rate(place) for place, name in enumerate(field.names)
        }
        if field.choices.forfeits
        else {},
        gain=_gain(field, sums),
        stopped=stopped,
        stored=sums.stored,
        stored_turns=sums.stored_turns,
    )


def _duels(sums: Sums, looked: Looked) -> Iterator[Duel]:
    reading = looked.reading
    corrected = looked.corrected()

    def difference(measured: Measured, p_value: float, p_holm: float) -> Difference:
        number = _number(measured, reading, p_value)
        return Difference(number, p_holm, p_holm < 1 - reading.level)

    for n, (a, b) in enumerate(looked.pairs):
        of_field, of_head = looked.field_difference(n), looked.head_difference(sums, n)
        yield Duel(
            a,
            b,
            difference(of_field, looked.field_p[n], corrected[0][n]),
            difference(of_head, looked.head_p[n], corrected[1][n]),
        )


def _matrix(
    field: Field, duels: tuple[Duel, ...], which: Callable[[Duel], Difference]
) -> list[list[bool]]:
    """Return who is decidedly ahead of whom."""
    ahead = [[False] * field.size for _ in range(field.size)]
    for duel in duels:
        found = which(duel)
        if found.decided:
            first, second = duel.a, duel.b
            if found.number.value < 0:
                first, second = second, first
            ahead[first][second] = True
    return ahead


def _cycles(beats: list[list[bool]]) -> Iterator[tuple[int, int, int]]:
    """Yield each three of whom each beats the next, the last the first, once."""
    for a, b, c in permutations(range(len(beats)), 3):
        if a < min(b, c) and beats[a][b] and beats[b][c] and beats[c][a]:
            yield a, b, c


def _player(
    sums: Sums, looked: Looked, strategy: int, ranks: tuple[int, int]
) -> Player:
    field, reading = looked.field, looked.reading
    played = field.strategies[strategy]
    points = points_up_to(most_points_of(field))
    events = points_up_to(_EVENTS)
    seats = field.table.players

    def of_source(found: RatioSums, bounds: Bounds) -> dict[str, Measure]:
        first = strategy * counters.N_SOURCES
        return {
            source: _number(measure(*found.ratio(first + n), bounds), reading)
            for n, source in enumerate(counters.SOURCES)
        }

    return Player(
        name=played.name,
        source_hash=played.source_hash,
        settings=played.settings,
        rounds=int(sums.rounds[strategy]),
        win_share=_number(looked.moved_share(sums, strategy), reading),
        ranks=ranks,
        mean_points=_number(measure(*sums.points.ratio(strategy), points), reading),
        points_by_source=of_source(sums.sources, points),
        events_per_deal=of_source(sums.events, events),
        seats=tuple(
            _number(
                measure(*sums.seat_shares.ratio(place, WIN), looked.share_bounds),
                reading,
            )
            for place in range(strategy * seats, (strategy + 1) * seats)
        ),
    )


def most_points_of(field: Field) -> float:
    """Return more points than a seat can make in a match."""
    from zetema_sim.engine import Table

    entries = (0,) * field.table.players
    table = Table(field.table, field.strategies[:1], field.shape(entries), field.seed)
    return most_points(table)


def _gain(field: Field, sums: Sums) -> float:
    """Return how many independent matches one match is worth, over all shares.

    The variance that independent seats would give, over that of the rounds.
    """
    alone = together = Fraction(0)
    for strategy in range(field.size):
        found = sums.share(strategy)
        seats = sums.shares.sums[field.size + strategy]
        square = Fraction(sums.squares[strategy], WIN**2 * seats)
        alone += (square - found.value**2) / seats
        together += variance(sums.shares, found)
    return float(alone / together) if alone > 0 and together > 0 else 1.0
