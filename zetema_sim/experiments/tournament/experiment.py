"""A field of strategies against itself: shares, ranks, the matrix of pairs, cycles.

The field plays rounds (`field` says what they are), each with every strategy on as many
seats as any other. Their number is fixed beforehand and intervals are classic, or the
tournament stops at the first look at which its `Goal` is reached; all intervals and
p-values then hold at any time (`stats.anytime`).

Every difference is one of a family that Holm's correction covers: of each pair the
difference of the two shares against the field, from which the ranks follow, and the
difference head to head, from which the matrix and the cycles follow. The chance that
anything is called decided wrongly is at most what the level leaves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations

from zetema_sim.experiments.compare.experiment import most_points
from zetema_sim.experiments.line_ups.field import Field
from zetema_sim.experiments.line_ups.store import Store
from zetema_sim.experiments.shared.fault_rates import Rates
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.experiments.shared.results import SeatShare, StrategyResult
from zetema_sim.experiments.tournament.field_sums import FieldSums
from zetema_sim.experiments.tournament.round_work import played_rounds
from zetema_sim.experiments.tournament.rounds import prepare
from zetema_sim.kernel import counters
from zetema_sim.stats import (
    Bounds,
    Decision,
    Interval,
    RatioSums,
    Reading,
    measure,
    points_up_to,
    rank_ranges,
    variance,
)
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import INTERRUPTIONS, Work, added, leave, leave_as

Progress = Callable[[int, int], None]
Note = Callable[[str], None]

_SMOOTH_SEATS = 30  # a round's share of so many seats varies smoothly
_FIRST_LOOK = 8  # rounds, or a part of all
_FIRST_PART = 16
_NEXT_LOOK = Fraction(6, 5)
_EVENTS = 65.0  # more than a seat declares or completes in a deal


@dataclass(frozen=True)
class Difference:
    """A difference, and what is said of it among all."""

    number: Interval
    decision: Decision


@dataclass(frozen=True)
class FieldPair:
    """Two strategies, by their places: against the field and head to head."""

    a: int
    b: int
    field: Difference
    head: Difference


@dataclass(frozen=True)
class Look:
    """What is asked at every look: the win shares, and all pairs."""

    shares: tuple[Interval, ...]
    duels: tuple[FieldPair, ...]

    def reached(self, goal: Goal) -> bool:
        """Return whether this is what was asked for."""
        return goal.reached(
            (duel.field.decision for duel in self.duels),
            (share.margin for share in self.shares),
        )


@dataclass(frozen=True)
class Tournament:
    """The answer of `tournament`.

    `cycles` has triples of places of which each beats the next and the last the first;
    `seats` the share of each seat over the field; `stopped` is None for a tournament
    of fixed size, else ``"decided"``, ``"precision"``, ``"matches"`` or
    ``"interrupted"``. Of the `matches` and `turns`, `stored` and `stored_turns` were
    played before.
    """

    field: Field
    reading: Reading
    rounds: int
    matches: int
    deals: int
    turns: int
    seconds: float
    players: tuple[StrategyResult, ...]
    duels: tuple[FieldPair, ...]
    cycles: tuple[tuple[int, int, int], ...]
    seats: tuple[SeatShare, ...]
    fault_rates: Rates
    gain: float
    stopped: str | None
    stored: int = 0
    stored_turns: int = 0


def tournament(
    field: Field,
    matches: int,
    *,
    goal: Goal | None = None,
    margin: float | None = None,
    work: Work | None = None,
    store: Store | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
    note: Note | None = None,
) -> Tournament:
    """Play a field against itself and rank it.

    Parameters
    ----------
    field
        The strategies and the table.
    matches
        How many are played, in whole rounds; at most, where there is a goal.
    goal
        What ends the tournament early.
    margin
        Strategies known to differ by less are equal; None asks for none.
    work
        Who plays; it changes no number.
    store
        Where line-ups that were played before are looked up; it changes none either.
    level
        Of the intervals; what it leaves is the chance of any wrong decision.
    progress
        Told of the matches played so far, and of how many.
    note
        Told now and then who leads so far.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    KeyboardInterrupt, JournalError
        With a tournament of what was played by then (`work.left`).
    """
    rounds = field.whole_rounds(matches)
    planned = None
    if goal is not None:
        seats = rounds * field.round_seats
        planned = goal.planned(rounds, seats, field.table.sides)
    reading = Reading(level, planned, margin)
    looks = [rounds] if goal is None else [*_looks(rounds)]
    prepare(field)
    started = time.perf_counter()
    stopped = None if goal is None else "matches"
    try:
        for sums in _played(
            field, looks, matches, work or Work(), store, progress, note
        ):
            seconds = time.perf_counter() - started
            look = look_at(field, sums, reading)
            if goal is not None and look.reached(goal):
                stopped = "decided" if goal.until_decided else "precision"
                break
    except INTERRUPTIONS as interruption:
        seconds = time.perf_counter() - started
        whenever = Reading.whenever(level, rounds, margin)
        leave_as(interruption, partial(_so_far, field, whenever, seconds))
        raise
    return read_off(field, sums, reading, look, seconds, stopped)


def _so_far(
    field: Field, reading: Reading, seconds: float, sums: FieldSums
) -> Tournament:
    """Return what the rounds played say, by intervals that hold whenever one stops."""
    look = look_at(field, sums, reading)
    return read_off(field, sums, reading, look, seconds, "interrupted")


def _looks(rounds: int) -> Iterator[int]:
    """Yield after how many rounds a tournament is looked at, up to its end."""
    look = max(_FIRST_LOOK, rounds // _FIRST_PART)
    while look < rounds:
        yield look
        look = max(look + 1, int(look * _NEXT_LOOK))
    yield rounds


def _played(
    field: Field,
    looks: list[int],
    most: int,
    work: Work,
    store: Store | None,
    progress: Progress | None,
    note: Note | None,
) -> Iterator[FieldSums]:
    """Yield what all rounds up to each look come to."""
    seen = done = 0
    sums: FieldSums | None = None
    reading = Reading(planned=looks[-1])

    def tell(matches: int) -> None:
        nonlocal seen
        seen += matches
        if progress is not None:
            progress(seen, max(most, seen))

    for look in looks:
        try:
            for part in played_rounds(field, range(done, look), work, store, tell):
                sums = part if sums is None else added(sums, part)
                if note is not None:
                    note(_leader(field, sums, reading))
        except INTERRUPTIONS as interruption:
            if sums is not None and sums.rounds > 1:
                leave(interruption, partial(replace, sums))
            raise
        done = look
        assert sums is not None  # a look has a round at least
        yield sums


def _leader(field: Field, sums: FieldSums, reading: Reading) -> str:
    """Return who leads so far, with an interval that holds at any time."""
    shares = [sums.share(strategy) for strategy in range(field.size)]
    first = max(range(field.size), key=lambda strategy: shares[strategy].value)
    share = reading.of(sums.shares, shares[first], _bounds(field, 0.0))
    return f"{field.names[first]} {share.text}"


def _bounds(field: Field, least: float, seats: float | None = None) -> Bounds:
    """Return the bounds of a share or a difference of so many seats of a round."""
    seats = field.round_seats if seats is None else seats
    return Bounds(least, 1.0, seats >= _SMOOTH_SEATS)


def look_at(field: Field, sums: FieldSums, reading: Reading) -> Look:
    """Return what some rounds say of shares and pairs."""
    size = field.size
    pairs = list(combinations(range(size), 2))
    shares = [sums.share(strategy) for strategy in range(size)]
    of_field = _bounds(field, -1.0)
    faced = field.round_seats * (field.table.players - 1) / size
    of_head = _bounds(field, -1.0, faced)
    differences = [
        measure(sums.shares, shares[a] - shares[b], of_field) for a, b in pairs
    ]
    differences += [
        measure(*sums.pairs.ratio(place, SIXTIETHS), of_head)
        for place in range(len(pairs))
    ]
    told = [
        Difference(reading.interval(each), decision)
        for each, decision in zip(
            differences, reading.decisions(differences), strict=True
        )
    ]
    both = zip(told[: len(pairs)], told[len(pairs) :], strict=True)
    bounds = _bounds(field, 0.0)
    return Look(
        tuple(reading.of(sums.shares, share, bounds) for share in shares),
        tuple(FieldPair(a, b, *each) for (a, b), each in zip(pairs, both, strict=True)),
    )


def read_off(
    field: Field,
    sums: FieldSums,
    reading: Reading,
    look: Look,
    seconds: float,
    stopped: str | None,
) -> Tournament:
    """Return everything that some rounds say."""
    ahead = _matrix(field, look.duels, lambda duel: duel.field)
    beats = _matrix(field, look.duels, lambda duel: duel.head)
    ranks = rank_ranges(ahead)
    of_seat = _bounds(field, 0.0, field.round_matches)
    return Tournament(
        field=field,
        reading=reading,
        rounds=sums.rounds,
        matches=sums.matches,
        deals=sums.deals,
        turns=sums.turns,
        seconds=seconds,
        players=tuple(
            _player(field, sums, reading, look, strategy, ranks[strategy])
            for strategy in range(field.size)
        ),
        duels=look.duels,
        cycles=tuple(cycles_of_three(beats)),
        seats=tuple(
            SeatShare(seat, reading.of(*sums.seats.ratio(seat, SIXTIETHS), of_seat))
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


def _matrix(
    field: Field, duels: tuple[FieldPair, ...], which: Callable[[FieldPair], Difference]
) -> list[list[bool]]:
    """Return who is decidedly ahead of whom."""
    ahead = [[False] * field.size for _ in range(field.size)]
    for duel in duels:
        found = which(duel)
        if found.decision.is_apart:
            first, second = duel.a, duel.b
            if found.number.value < 0:
                first, second = second, first
            ahead[first][second] = True
    return ahead


def cycles_of_three(beats: list[list[bool]]) -> Iterator[tuple[int, int, int]]:
    """Yield each three of whom each beats the next, the last the first, once."""
    for a, b, c in permutations(range(len(beats)), 3):
        if a < min(b, c) and beats[a][b] and beats[b][c] and beats[c][a]:
            yield a, b, c


def _player(
    field: Field,
    sums: FieldSums,
    reading: Reading,
    look: Look,
    strategy: int,
    ranks: tuple[int, int],
) -> StrategyResult:
    played = field.strategies[strategy]
    points = points_up_to(most_points_of(field))
    events, shares = points_up_to(_EVENTS), _bounds(field, 0.0)
    seats = field.table.players

    def of_source(found: RatioSums, bounds: Bounds) -> dict[str, Interval]:
        first = strategy * counters.N_SOURCES
        return {
            source: reading.of(*found.ratio(first + n), bounds)
            for n, source in enumerate(counters.SOURCES)
        }

    return StrategyResult(
        name=played.name,
        source_hash=played.source_hash,
        settings=played.settings,
        win_share=look.shares[strategy],
        fair_share=1 / field.table.sides,
        ranks=ranks,
        mean_points=reading.of(*sums.points.ratio(strategy), points),
        points_by_source=of_source(sums.sources, points),
        events_per_deal=of_source(sums.events, events),
        seats=tuple(
            SeatShare(
                seat,
                reading.of(
                    *sums.seat_shares.ratio(strategy * seats + seat, SIXTIETHS), shares
                ),
            )
            for seat in range(seats)
        ),
    )


def most_points_of(field: Field) -> float:
    """Return more points than a seat can make in a match."""
    from zetema_sim.playing.table import Table

    entries = (0,) * field.table.players
    table = Table(field.table, field.strategies[:1], field.shape(entries), field.seed)
    return most_points(table)


def _gain(field: Field, sums: FieldSums) -> float:
    """Return how many independent matches one match is worth, over all shares.

    The variance that independent seats would give, over that of the rounds.
    """
    alone = together = Fraction(0)
    for strategy in range(field.size):
        found = sums.share(strategy)
        seats = sums.shares.sums[field.size + strategy]
        square = Fraction(sums.squares[strategy], SIXTIETHS**2 * seats)
        alone += (square - found.value**2) / seats
        together += variance(sums.shares, found)
    return float(alone / together) if alone > 0 and together > 0 else 1.0
