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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations

from zetema_sim.experiments.compare.experiment import most_points
from zetema_sim.experiments.line_ups.field import Field
from zetema_sim.experiments.line_ups.store import Store
from zetema_sim.experiments.shared.fault_rates import Rates
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.experiments.shared.results import (
    SeatShare,
    StrategyResult,
    fault_rates_of,
)
from zetema_sim.experiments.shared.standings import StrategyNumbers, ahead_of
from zetema_sim.experiments.tournament.round_work import played_rounds
from zetema_sim.experiments.tournament.rounds import FieldSums, prepare
from zetema_sim.kernel import counters
from zetema_sim.stats import (
    Bounds,
    Difference,
    Interval,
    Reading,
    gain,
    measure,
    rank_ranges,
)
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import Progress, RunningSum, Work

Note = Callable[[str], None]

_SMOOTH_SEATS = 30  # a round's share of so many seats varies smoothly
_FIRST_LOOK = 8  # rounds, or a part of all
_FIRST_PART = 16
_NEXT_LOOK = Fraction(6, 5)


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
    gain: float
    stopped: str | None
    stored: int = 0
    stored_turns: int = 0

    @property
    def fault_rates(self) -> Rates:
        """How often each strategy forfeited."""
        return fault_rates_of(self.players)


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
    running = RunningSum(
        read=partial(_so_far, field, Reading.whenever(level, rounds, margin)),
        is_readable=lambda sums: sums.rounds > 1,
        watch=None if note is None else lambda sums: note(_leader(field, sums, rounds)),
    )
    work, tell = work or Work(), _teller(progress, matches)
    stopped, done = None if goal is None else "matches", 0
    for look in looks:
        numbers = range(done, look)
        sums = running.add(played_rounds(field, numbers, work, store, tell))
        seconds, done = running.seconds, look
        seen = look_at(field, sums, reading)
        if goal is not None and seen.reached(goal):
            stopped = "decided" if goal.until_decided else "precision"
            break
    return read_off(field, sums, reading, seen, seconds, stopped)


def _teller(progress: Progress | None, most: int) -> Callable[[int], None]:
    """Return what is told how many matches more are played, or found."""
    seen = 0

    def tell(matches: int) -> None:
        nonlocal seen
        seen += matches
        if progress is not None:
            progress(seen, max(most, seen))

    return tell


def _so_far(
    field: Field, reading: Reading, sums: FieldSums, seconds: float
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


def _leader(field: Field, sums: FieldSums, rounds: int) -> str:
    """Return who leads so far, with an interval that holds at any time."""
    shares = [sums.share(strategy) for strategy in range(field.size)]
    first = max(range(field.size), key=lambda strategy: shares[strategy].value)
    reading = Reading(planned=rounds)
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
    told = reading.compared(differences)
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
    duels = look.duels
    ahead = ahead_of(((duel.a, duel.b, duel.field) for duel in duels), field.size)
    beats = ahead_of(((duel.a, duel.b, duel.head) for duel in duels), field.size)
    ranks = rank_ranges(ahead)
    of_seat = _bounds(field, 0.0, field.round_matches)
    everybody = range(field.size)
    squares = [
        sums.ratio(place, counters.WIN_SQUARES, counters.SEATS, SIXTIETHS**2)[1].value
        for place in everybody
    ]
    return Tournament(
        field=field,
        reading=reading,
        rounds=sums.rounds,
        matches=sums.matches,
        deals=sums.deals,
        turns=sums.turns,
        seconds=seconds,
        players=tuple(
            _player(field, sums, reading, look.shares[place], place, ranks[place])
            for place in everybody
        ),
        duels=duels,
        cycles=tuple(cycles_of_three(beats)),
        seats=tuple(
            SeatShare(seat, reading.of(*sums.seats.ratio(seat, SIXTIETHS), of_seat))
            for seat in range(field.table.players)
        ),
        gain=gain(sums.shares, [sums.share(place) for place in everybody], squares),
        stopped=stopped,
        stored=sums.stored,
        stored_turns=sums.stored_turns,
    )


def cycles_of_three(beats: list[list[bool]]) -> Iterator[tuple[int, int, int]]:
    """Yield each three of whom each beats the next, the last the first, once."""
    for a, b, c in permutations(range(len(beats)), 3):
        if a < min(b, c) and beats[a][b] and beats[b][c] and beats[c][a]:
            yield a, b, c


def _player(
    field: Field,
    sums: FieldSums,
    reading: Reading,
    share: Interval,
    place: int,
    ranks: tuple[int, int],
) -> StrategyResult:
    numbers = StrategyNumbers(
        partial(sums.ratio, place), reading, most_points_of(field)
    )
    bounds = _bounds(field, 0.0)
    return StrategyResult(
        field.strategies[place],
        share,
        1 / field.table.sides,
        numbers.mean_points,
        numbers.fault_rate if field.choices.forfeits else None,
        ranks,
        numbers.points_by_source,
        numbers.events_per_deal,
        tuple(
            SeatShare(seat, numbers.on_seat(seat, bounds))
            for seat in range(field.table.players)
        ),
    )


def most_points_of(field: Field) -> float:
    """Return more points than a seat can make in a match."""
    from zetema_sim.playing.table import Table

    entries = (0,) * field.table.players
    table = Table(field.table, field.strategies[:1], field.shape(entries), field.seed)
    return most_points(table)
