"""Blocks of matches played and summed: at once or in steps.

The work is cut into stretches of block numbers, each played for all line-ups, since
blocks of equal number share their shuffles and are summed before they are squared
(`stats`). All sums are of whole numbers, so neither who plays (`work`) nor the cut nor
the order changes a digit. Memory does not grow with the matches.

`play` plays a run of fixed size. `play_in_steps` gives the growing sums at looks whose
block numbers are known beforehand (`looks_of`), for whoever may stop at one of them
(`stats.anytime`). At a look every line-up must have played the same block numbers and
yet weigh the same; that is what `aligned` makes of a run: where the blocks of
line-ups differ in length (A A A B in fours, A A B B in fours and twos), it weighs
their matches. It changes nothing where there is one line-up, or only 2 or 3 players.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import gcd, lcm

import numpy as np
import numpy.typing as npt

from zetema_sim.faults import StrategyFault
from zetema_sim.kernel import counters, records
from zetema_sim.kernel.records import Played
from zetema_sim.playing.lineups import LineUp
from zetema_sim.playing.run import Run, tables_of
from zetema_sim.playing.table import Table
from zetema_sim.stats import BlockSums
from zetema_sim.work import INTERRUPTIONS, Cut, Stage, Work, added, leave

Progress = Callable[[int, int], None]  # matches played, of how many
Watch = Callable[["Outcome"], None]  # the sums so far, to be shown

FIRST_STRETCH = 16  # blocks
MOST_BLOCKS = 4096  # of a stretch, so that memory stays flat
WATCH_SECONDS = 0.5  # between two calls of what watches
_FIRST_LOOK = 32  # blocks, at least
_NEXT_LOOK = Fraction(11, 10)  # times the blocks of the look before, at least


@dataclass
class Outcome:
    """What a run, or a part of it, came to.

    Attributes
    ----------
    sums
        Of blocks, summed over the line-ups: row ``[strategy * N_COLUMNS + column]``.
    lineups
        Of each line-up the sums over its blocks, int64 ``[strategy, column]``; zero
        for strategies that it lacks.
    tally
        Histograms over all matches, entries being the run's strategies.
    seconds
        The wall time of playing alone.
    """

    sums: BlockSums
    lineups: list[npt.NDArray[np.int64]]
    tally: records.Tally
    seconds: float = 0.0


def column(strategy: int, name: int) -> int:
    """Return the place of a strategy's column in a row of `Outcome.sums`."""
    return strategy * counters.N_COLUMNS + name


@dataclass(frozen=True, slots=True)
class RunColumns:
    """Where a row of `Outcome.sums` has what `stats` asks for.

    The matches are those of the first strategy: every line-up holds every strategy.
    """

    strategies: int

    @property
    def count(self) -> int:
        """Return how many columns a row has."""
        return self.strategies * counters.N_COLUMNS

    @property
    def matches(self) -> int:
        """Return the column of matches of the block."""
        return column(0, counters.MATCHES)

    def wins(self, strategy: int) -> int:
        """Return the column of a strategy's wins, in 60ths."""
        return column(strategy, counters.WINS)

    def sides(self, strategy: int) -> int:
        """Return the column of the sides on which a strategy sat, over matches."""
        return column(strategy, counters.SIDES)

    def points(self, strategy: int) -> int:
        """Return the column of the points of a strategy's seats."""
        return column(strategy, counters.POINTS)

    def seats(self, strategy: int) -> int:
        """Return the column of the seats that a strategy had, over matches."""
        return column(strategy, counters.SEATS)


@dataclass(frozen=True)
class RunSums:
    """What some block numbers came to, played for all line-ups; a part of `work`.

    As in `Outcome`, but the histograms are those of each line-up's entries.
    """

    sums: BlockSums
    lineups: list[npt.NDArray[np.int64]]
    tallies: list[records.Tally]

    @property
    def matches(self) -> int:
        """How many matches it has."""
        return sum(int(t.totals[counters.ALL_MATCHES]) for t in self.tallies)

    def outcome(self, run: Run) -> Outcome:
        """Return the sums as those of a run's strategies."""
        tally = _tally_of(tables_of(run)[0], len(run.strategies))
        for lineup, each in zip(run.lineups, self.tallies, strict=True):
            chosen = list(lineup.strategies)
            for name in ("scores", "margins", "deal_points"):
                getattr(tally, name)[chosen] += getattr(each, name)
            for name in ("deals", "turns", "totals"):
                getattr(tally, name)[:] += getattr(each, name)
        return Outcome(self.sums, self.lineups, tally)


def aligned(run: Run) -> Run:
    """Return a run, no larger, in which all line-ups play the same blocks.

    At each end of `Run.cycle_blocks` all line-ups weigh the same. One such cycle is
    played at least.
    """
    lengths = [Fraction(len(each.seatings), len(each.orders)) for each in run.lineups]
    if len(set(lengths)) == 1:
        return run
    whole = lcm(*(length.numerator for length in lengths))
    weights = [int(whole / length) for length in lengths]
    common = gcd(*weights)
    cycle = run.cycle_blocks
    blocks = max(int(run.total / sum(lengths)) // cycle, 1) * cycle
    return replace(
        run,
        matches=tuple(int(blocks * length) for length in lengths),
        weights=tuple(weight // common for weight in weights),
    )


def looks_of(run: Run) -> Iterator[int]:
    """Yield after how many blocks a run is looked at: ends of cycles, up to its end."""
    cycle = run.cycle_blocks
    look = -(-_FIRST_LOOK // cycle) * cycle
    while look < run.blocks:
        yield look
        later = max(look + cycle, int(look * _NEXT_LOOK))
        look = -(-later // cycle) * cycle
    yield run.blocks


def play(
    run: Run,
    work: Work | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Play a run.

    Parameters
    ----------
    run
        What to play.
    work
        Who plays it; threads on all cores by default. It changes no number.
    progress
        Called in this thread with the matches played so far, and of how many.
    watch
        As for `play_in_steps`.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed: the fault that
        comes first in the order of blocks and line-ups, whoever played.
    """
    *_, outcome = play_in_steps(run, (run.blocks,), work, progress, watch)
    return outcome


def play_in_steps(
    run: Run,
    looks: Iterable[int],
    work: Work | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Iterator[Outcome]:
    """Yield the sums after each of some numbers of blocks; stop asking to stop.

    Parameters
    ----------
    run
        What to play; `aligned`, if it is looked at before its end.
    looks
        Rising numbers of blocks, fixed before the run begins.
    work, progress
        As for `play`.
    watch
        Called in this thread with the sums so far, now and then, at ends of cycles
        only. How often depends on the time; it can change no number.

    Raises
    ------
    StrategyFault
        As `play`.
    """
    work = work or Work()
    for table in tables_of(run):
        table.prepare()
    started = time.perf_counter()
    tell = _now_and_then(watch)
    total: RunSums | None = None
    whole: RunSums | None = None  # at the last end of a cycle
    cut = Cut(FIRST_STRETCH, MOST_BLOCKS, run.cycle_blocks)
    first = 0
    for look in looks:
        blocks = range(first, look)
        stage = Stage(f"blocks-{first}", RunSums, blocks, partial(_task, run), cut)
        try:
            for part in work.parts(stage):
                total = part if total is None else added(total, part)
                if progress is not None:
                    progress(total.matches, run.total)
                if total.sums.blocks % run.cycle_blocks == 0:
                    whole = total
                    tell(partial(total.outcome, run))
        except INTERRUPTIONS as interruption:
            leave(interruption, _so_far(run, whole, time.perf_counter() - started))
            raise
        assert total is not None
        outcome = total.outcome(run)
        outcome.seconds = time.perf_counter() - started
        yield outcome
        first = look


def _so_far(
    run: Run, sums: RunSums | None, seconds: float
) -> Callable[[], Outcome] | None:
    """Return what gives the sums of an interrupted run, None if there are none.

    Where blocks of line-ups differ in length, these weigh alike at the end alone.
    """
    if sums is None or (aligned(run) is not run and not run.weights):
        return None

    def outcome() -> Outcome:
        found = sums.outcome(run)
        found.seconds = seconds
        return found

    return outcome


def _now_and_then(watch: Watch | None) -> Callable[[Callable[[], Outcome]], None]:
    """Return what passes sums on only if the last ones are long enough ago."""
    last = time.monotonic()

    def pass_on(outcome: Callable[[], Outcome]) -> None:
        nonlocal last
        if watch is not None and time.monotonic() - last > WATCH_SECONDS:
            watch(outcome())
            last = time.monotonic()

    return pass_on


def _task(run: Run, blocks: range) -> Callable[[], RunSums]:
    return partial(play_stretch, run, blocks)


def play_stretch(run: Run, numbers: range) -> RunSums:
    """Play some block numbers for all line-ups.

    Raises
    ------
    StrategyFault
        The one that comes first in the order of blocks and line-ups.
    """
    first, blocks = numbers.start, len(numbers)
    rows = np.zeros((blocks, len(run.strategies), counters.N_COLUMNS), np.int64)
    lineups, tallies = [], []
    fault: StrategyFault | None = None
    weights = run.weights or (1,) * len(run.lineups)
    for lineup, matches, table, weight in zip(
        run.lineups, run.matches, tables_of(run), weights, strict=True
    ):
        count = max(0, min(blocks, lineup.blocks(matches) - first))
        try:
            played = table.play_blocks(first, count)
        except StrategyFault as found:
            # Another line-up's fault comes before it only in a lower block.
            fault, blocks = found, _block_of(found, lineup) - first
            continue
        chosen = list(lineup.strategies)
        rows[:count, chosen] += played.sums * weight
        lineups.append(_spread(played, chosen, len(run.strategies)))
        tallies.append(played.tally)
    if fault is not None:
        raise fault
    return RunSums(BlockSums.of(rows.reshape(len(rows), -1)), lineups, tallies)


def _block_of(fault: StrategyFault, lineup: LineUp) -> int:
    assert fault.match is not None
    return lineup.locate(fault.match)[1]


def _spread(
    played: Played, chosen: list[int], strategies: int
) -> npt.NDArray[np.int64]:
    sums = np.zeros((strategies, counters.N_COLUMNS), np.int64)
    sums[chosen] = played.sums.sum(axis=0)
    return sums


def _tally_of(table: Table, strategies: int) -> records.Tally:
    empty = table.new_tally()
    bins = np.zeros((strategies, table.score_bins), np.int64)
    return empty._replace(scores=bins, margins=bins.copy(), deal_points=bins.copy())
