"""Blocks of matches played on threads and summed: a run of fixed size.

The work is cut into stretches of block numbers, each played for all line-ups, since
blocks of equal number share their shuffles and are summed before they are squared
(`stats`). All sums are of whole numbers, so neither threads nor the cut nor the order
changes a digit. Memory does not grow with the matches.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zetema_sim import counters, records
from zetema_sim.engine import Played, Table
from zetema_sim.faults import StrategyFault
from zetema_sim.lineups import LineUp
from zetema_sim.roster import Strategy
from zetema_sim.stats import BlockSums, Columns
from zetema_sim.table_rules import TableRules

Progress = Callable[[int, int], None]  # matches played, of how many

_FIRST_STRETCH = 16  # blocks; later stretches take about as long as the next number
_STRETCH_SECONDS = 0.15
_MOST_BLOCKS = 4096  # of a stretch, so that memory stays flat
_AHEAD = 3  # stretches under way or waiting, for each thread


@dataclass(frozen=True)
class Run:
    """All that determines a run's numbers.

    `lineups` hold places in `strategies`, which are in canonical order; `matches` has
    how many each line-up plays, in whole cycles.
    """

    rules: TableRules
    strategies: tuple[Strategy, ...]
    lineups: tuple[LineUp, ...]
    matches: tuple[int, ...]
    seed: int

    @property
    def blocks(self) -> int:
        """How many block numbers there are: those of the line-up that has most."""
        counts = zip(self.lineups, self.matches, strict=True)
        return max(lineup.blocks(matches) for lineup, matches in counts)

    @property
    def total(self) -> int:
        """The matches of all line-ups."""
        return sum(self.matches)


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


class RunColumns(Columns):
    """Where a row of `Outcome.sums` has what `stats` asks for.

    The matches are those of the first strategy: every line-up holds every strategy.
    """

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


def default_threads() -> int:
    """Return how many threads a run takes unless told: the cores it may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Stretch:
    """Some block numbers, played for all line-ups."""

    first: int
    rows: npt.NDArray[np.int64]  # [block, strategy, column]
    lineups: list[npt.NDArray[np.int64]]
    tallies: list[records.Tally]
    products: BlockSums = field(init=False)

    def __post_init__(self) -> None:
        self.products = BlockSums.of(self.rows.reshape(len(self.rows), -1))

    @property
    def matches(self) -> int:
        """How many matches it has."""
        return sum(int(t.totals[counters.ALL_MATCHES]) for t in self.tallies)


def play(
    run: Run, threads: int | None = None, progress: Progress | None = None
) -> Outcome:
    """Play a run.

    Parameters
    ----------
    run
        What to play.
    threads
        How many threads play; all cores by default. It changes no number.
    progress
        Called in this thread with the matches played so far, and of how many.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed: the fault that
        comes first in the order of blocks and line-ups, whatever the threads did.
    """
    tables = tables_of(run)
    for table in tables:
        table.prepare()
    started = time.perf_counter()
    total = Totals(run, tables)
    done = 0
    for stretch in _played(run, tables, threads or default_threads()):
        total.add(stretch)
        done += stretch.matches
        if progress is not None:
            progress(done, run.total)
    outcome = total.outcome()
    outcome.seconds = time.perf_counter() - started
    return outcome


def tables_of(run: Run) -> list[Table]:
    """Return the table of each line-up, with only the strategies that it holds."""
    tables = []
    for lineup in run.lineups:
        chosen = lineup.strategies
        places = {strategy: place for place, strategy in enumerate(chosen)}
        local = LineUp(
            tuple(places[entry] for entry in lineup.entries),
            lineup.sides,
            lineup.by_side,
            tuple(tuple(places[e] for e in seating) for seating in lineup.seatings),
            lineup.orders,
        )
        strategies = tuple(run.strategies[strategy] for strategy in chosen)
        tables.append(Table(run.rules, strategies, local, run.seed))
    return tables


def _played(run: Run, tables: Sequence[Table], threads: int) -> Iterator[_Stretch]:
    """Yield the stretches in order, some ahead being played meanwhile."""
    first, size = 0, _FIRST_STRETCH
    stop = threading.Event()
    waiting: deque[Future[tuple[_Stretch | None, float]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="zetema")
    try:
        while waiting or first < run.blocks:
            while first < run.blocks and len(waiting) < _AHEAD * threads:
                size = min(size, run.blocks - first)
                task = pool.submit(_play_stretch, run, tables, first, size, stop)
                waiting.append(task)
                first += size
            stretch, seconds = waiting.popleft().result()
            assert stretch is not None  # it is None only after a stop
            yield stretch
            wanted = len(stretch.rows) * _STRETCH_SECONDS / max(seconds, 1e-4)
            size = int(min(_MOST_BLOCKS, 4 * len(stretch.rows), max(1, wanted)))
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)


def _play_stretch(
    run: Run, tables: Sequence[Table], first: int, blocks: int, stop: threading.Event
) -> tuple[_Stretch | None, float]:
    started = time.perf_counter()
    rows = np.zeros((blocks, len(run.strategies), counters.N_COLUMNS), np.int64)
    lineups, tallies = [], []
    fault: StrategyFault | None = None
    for lineup, matches, table in zip(run.lineups, run.matches, tables, strict=True):
        if stop.is_set():
            return None, 0.0
        count = max(0, min(blocks, lineup.blocks(matches) - first))
        try:
            played = table.play_blocks(first, count)
        except StrategyFault as found:
            # Another line-up's fault comes before it only in a lower block.
            fault, blocks = found, _block_of(found, lineup) - first
            continue
        chosen = list(lineup.strategies)
        rows[:count, chosen] += played.sums
        lineups.append(_spread(played, chosen, len(run.strategies)))
        tallies.append(played.tally)
    if fault is not None:
        raise fault
    return _Stretch(first, rows, lineups, tallies), time.perf_counter() - started


def _block_of(fault: StrategyFault, lineup: LineUp) -> int:
    assert fault.match is not None
    return lineup.locate(fault.match)[1]


def _spread(
    played: Played, chosen: list[int], strategies: int
) -> npt.NDArray[np.int64]:
    sums = np.zeros((strategies, counters.N_COLUMNS), np.int64)
    sums[chosen] = played.sums.sum(axis=0)
    return sums


class Totals:
    """The growing sums of a run."""

    def __init__(self, run: Run, tables: Sequence[Table]) -> None:
        shape = (len(run.strategies), counters.N_COLUMNS)
        self.run = run
        self.sums = BlockSums.none(shape[0] * shape[1])
        self.lineups = [np.zeros(shape, np.int64) for _ in run.lineups]
        self.tally = _tally_of(tables[0], len(run.strategies))

    def add(self, stretch: _Stretch) -> None:
        """Add a stretch."""
        self.sums += stretch.products
        for ours, theirs in zip(self.lineups, stretch.lineups, strict=True):
            ours += theirs
        for lineup, tally in zip(self.run.lineups, stretch.tallies, strict=True):
            chosen = list(lineup.strategies)
            for name in ("scores", "margins", "deal_points"):
                getattr(self.tally, name)[chosen] += getattr(tally, name)
            for name in ("deals", "turns", "totals"):
                getattr(self.tally, name)[:] += getattr(tally, name)

    def outcome(self) -> Outcome:
        """Return the sums so far."""
        return Outcome(self.sums, self.lineups, self.tally)


def _tally_of(table: Table, strategies: int) -> records.Tally:
    empty = table.new_tally()
    bins = np.zeros((strategies, table.score_bins), np.int64)
    return empty._replace(scores=bins, margins=bins.copy(), deal_points=bins.copy())
