"""A seat that plays a strategy while every other seat is drawn from a field.

A strategy's share against the field is the win share of a seat that plays it when
every other seat is drawn evenly and independently from the field's strategies. A
*cycle* has as many blocks as the field has strategies, and for each of the other seats
the opponents of its blocks are the whole field in an order drawn anew. So within a
block the opponents are drawn evenly and independently, and the share is estimated
without bias, while over a cycle each seat has met everybody once: what is due to single
opponents varies no more from cycle to cycle (Latin hypercube sampling: McKay, Beckman
and Conover, Technometrics 21, 1979). Cycles are independent and alike: they are the
unit of all intervals here.

A block is played as `compare` and `replay` number it: block b of the line-up drawn, in
all rotations. Every block counts alike, and in a line-up that holds the strategy
several times its seats share the weight. All is counted in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property, lru_cache, partial
from hashlib import blake2b
from typing import Any

import numpy as np

from zetema_sim.faults import Replay
from zetema_sim.kernel import counters
from zetema_sim.playing.decision_record import replayed_as
from zetema_sim.playing.lineups import LineUp, line_up
from zetema_sim.playing.table import Table
from zetema_sim.roster.lookup import Strategy
from zetema_sim.stats import BlockSums
from zetema_sim.table_rules import SIXTIETHS, TableRules
from zetema_sim.work import Cut, Progress, RunningSum, Stage, Work, added
from zetema_sim.work.blocks import Rows
from zetema_sim.work.columns import Columns

# A cycle's row has what a seat of the strategy came to, the same summed over the other
# seats, and then how much was played. Wins are those of a seat's side, by seat.
FOCUS, OTHERS = range(2)
_SOURCES = range(counters.SOURCE_POINTS, counters.SEAT_WINS)
_COUNTED = (
    *(counters.WINS, counters.SEATS, counters.DEALS, counters.POINTS),
    *(counters.FAULTS, *_SOURCES),
)
CASE = Columns(2, _COUNTED)
BLOCKS, MATCHES, TURNS = range(CASE.count, CASE.count + 3)
WIDTH = CASE.count + 3
OTHER_CASE = Columns(2, _COUNTED, WIDTH)  # in the rows of a pair of cases

# A block's counts are scaled by this over the strategy's seats, to stay whole: up to
# six seats in up to six rotations.
SCALE = 3600
PARTS_OF_WIN = SIXTIETHS * SCALE

_FIRST = 2  # cycles of a job's first stretch


@dataclass(frozen=True)
class Case:
    """A strategy at a table against a field.

    Attributes
    ----------
    rules
        The table's rules.
    strategy
        The one in question.
    field
        In canonical order.
    seed
        What all chance comes from.
    words
        What names the table on a command line, to replay a match.
    forfeits
        Whether a strategy's fault loses its match instead of ending the run.
    """

    rules: TableRules
    strategy: Strategy
    field: tuple[Strategy, ...]
    seed: int
    words: tuple[str, ...] = dataclass_field(default=(), compare=False)
    forfeits: bool = False

    @cached_property
    def _everybody(self) -> tuple[Strategy, ...]:
        """The field and the strategy, in canonical order."""
        everybody = {*self.field, self.strategy}
        return tuple(sorted(everybody, key=lambda strategy: strategy.order))

    @cached_property
    def _places(self) -> list[int]:
        """Where the field's strategies stand in `_everybody`."""
        return [self._everybody.index(strategy) for strategy in self.field]

    @cached_property
    def _place(self) -> int:
        return self._everybody.index(self.strategy)

    def prepare(self) -> None:
        """Compile the strategies."""
        two = line_up((0, 0), 2, 2)
        for strategy in self._everybody:
            Table(self.rules, (strategy,), two, self.seed).prepare()

    def table(self, others: Sequence[int]) -> tuple[Table, int]:
        """Return the table with these members of the field, and the strategy's entry.

        Its line-up is numbered as `compare` does.
        """
        seats = sorted([self._place, *(self._places[other] for other in others)])
        chosen = sorted(set(seats))
        pattern = tuple(chosen.index(place) for place in seats)
        lineup = _line_up(pattern, self.rules.players, self.rules.sides)
        strategies = tuple(self._everybody[place] for place in chosen)
        table = Table(self.rules, strategies, lineup, self.seed, self.forfeits)
        return table, chosen.index(self._place)

    @property
    def most_points(self) -> float:
        """More points than a seat can make in a match."""
        return float(self.table((0,) * (self.rules.players - 1))[0].score_bins)

    def opponents(self, cycle: int) -> list[tuple[int, ...]]:
        """Return the opponents of each block of a cycle, members of the field."""
        return draws(self.seed, cycle, self.rules.players - 1, len(self.field))

    def play_cycle(self, cycle: int) -> tuple[Rows, Rows]:
        """Return a cycle's row, and each block's share of wins times `PARTS_OF_WIN`."""
        size = len(self.field)
        row, wins = np.zeros(WIDTH, np.int64), np.zeros(size, np.int64)
        won = CASE.place(FOCUS, counters.WINS)
        table_words = ("--players", str(self.rules.players), "--seed", str(self.seed))
        replay = Replay((*self.words, *table_words))
        for number, others in enumerate(self.opponents(cycle)):
            table, entry = self.table(others)
            with replayed_as(replay):
                played = table.play_blocks(cycle * size + number, 1)
            before = row[won]
            self._count(row, played.sums[0], entry)
            wins[number] = row[won] - before
            row[TURNS] += played.tally.totals[counters.ALL_TURNS]
        return row, wins

    def _count(self, row: Rows, sums: Rows, entry: int) -> None:
        """Add a block's sums ``[entry, counters column]`` to a cycle's row."""
        seats = sums[:, _COUNTED]
        by_seat = sums[:, counters.SEAT_WINS : counters.SEAT_MATCHES]
        seats[:, _COUNTED.index(counters.WINS)] = by_seat.sum(axis=1)
        matches = int(sums[:, counters.SEATS].sum()) // self.rules.players
        focus = seats[entry] * (SCALE // int(sums[entry, counters.SEATS]))
        others = seats.sum(axis=0) * (SCALE // matches) - focus
        row[: CASE.count] += np.concatenate([focus, others])
        row[BLOCKS] += 1
        row[MATCHES] += matches


@lru_cache(maxsize=1024)
def _line_up(entries: tuple[int, ...], seats: int, sides: int) -> LineUp:
    return line_up(entries, seats, sides)


def draws(seed: int, cycle: int, seats: int, size: int) -> list[tuple[int, ...]]:
    """Return the opponents of each block of a cycle: members of a field by seat.

    Each seat's are the whole field in an order that hashes of (seed, cycle, seat,
    member) draw, so any cycle can be drawn alone.
    """

    def order(seat: int) -> list[int]:
        def key(member: int) -> bytes:
            text = f"{seed} {cycle} {seat} {member}"
            return blake2b(text.encode(), digest_size=16).digest()

        return sorted(range(size), key=key)

    return list(zip(*(order(seat) for seat in range(seats)), strict=True))


@dataclass(frozen=True)
class Job:
    """Some cases played on the same cycles, beginning at one by its number."""

    cases: tuple[Case, ...]
    first: int
    cycles: int

    @property
    def numbers(self) -> range:
        """The numbers of the cycles."""
        return range(self.first, self.first + self.cycles)

    @property
    def matches(self) -> int:
        """About how many matches it takes."""
        blocks = self.cycles * len(self.cases[0].field)
        return blocks * self.cases[0].rules.players * len(self.cases)


@dataclass(frozen=True)
class JobSums:
    """The sums of a job over its cycles; a part of `work`.

    Attributes
    ----------
    alone
        Of each case, columns as above.
    pairs
        Of each case but the first: the first's columns, then its own.
    against
        Of the first case where two play: a column for each member of the field, its
        wins times `PARTS_OF_WIN`, then one that counts blocks against each.
    """

    alone: list[BlockSums]
    pairs: list[BlockSums]
    against: BlockSums

    @property
    def matches(self) -> int:
        """The matches really played."""
        return sum(sums.sums[MATCHES] for sums in self.alone)

    @property
    def turns(self) -> int:
        """The turns of all matches."""
        return sum(sums.sums[TURNS] for sums in self.alone)


@dataclass(frozen=True)
class PlayedJobs:
    """The sums of jobs by their places, of those of which anything is played."""

    by_place: Mapping[int, JobSums]

    def __add__(self, other: PlayedJobs) -> PlayedJobs:
        """Return the sums of both."""
        both = dict(self.by_place)
        for place, sums in other.by_place.items():
            both[place] = added(both[place], sums) if place in both else sums
        return PlayedJobs(both)

    @property
    def matches(self) -> int:
        """The matches of all."""
        return sum(each.matches for each in self.by_place.values())

    @property
    def turns(self) -> int:
        """The turns of all."""
        return sum(each.turns for each in self.by_place.values())


def play_jobs(
    jobs: Sequence[Job],
    work: Work,
    progress: Progress | None = None,
    read: Callable[[PlayedJobs, float], Any] = lambda played, _: played,
) -> list[JobSums]:
    """Play jobs one after the other, without a pause between them.

    Parameters
    ----------
    jobs
        What to play.
    work
        Who plays; it changes no number.
    progress
        Told of the matches played so far.
    read
        Makes what is known when it is interrupted, of that and the seconds it took.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    for case in {case for job in jobs for case in job.cases}:
        case.prepare()
    stages = [
        Stage(f"job-{place}", JobSums, job.numbers, partial(_task, job), Cut(_FIRST))
        for place, job in enumerate(jobs)
    ]
    running = RunningSum(sum(job.matches for job in jobs), progress, read)
    parts = work.all_parts(stages)
    played = running.add(PlayedJobs({place: part}) for place, part in parts)
    return [played.by_place[place] for place in range(len(jobs))]


def _task(job: Job, cycles: range) -> partial[JobSums]:
    return partial(play_cycles, job, cycles)


def play_cycles(job: Job, cycles: range) -> JobSums:
    """Play some cycles of a job.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    size = len(job.cases[0].field) if job.cases[0].rules.players == 2 else 0
    rows = np.zeros((len(job.cases), len(cycles), WIDTH), np.int64)
    against = np.zeros((len(cycles), size + 1), np.int64)
    against[:, size] = 1
    for number, case in enumerate(job.cases):
        for step, cycle in enumerate(cycles):
            rows[number, step], wins = case.play_cycle(cycle)
            if number == 0 and size:
                met = [others[0] for others in case.opponents(cycle)]
                against[step, met] = wins
    first, *others = rows
    return JobSums(
        [BlockSums.of(each) for each in rows],
        [BlockSums.of(np.concatenate([first, each], axis=1)) for each in others],
        BlockSums.of(against),
    )
