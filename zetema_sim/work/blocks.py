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
from zetema_sim.work import Cut, Progress, RunningSum, Stage, Work

Rows = npt.NDArray[np.int64]
Watch = Callable[["Outcome"], None]  # the sums so far, to be shown

FIRST_STRETCH = 16  # blocks
MOST_BLOCKS = 4096  # of a stretch, so that memory stays flat
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

    def outcome(sums: RunSums, seconds: float) -> Outcome:
        return replace(sums.outcome(run), seconds=seconds)

    running = RunningSum(
        run.total,
        progress,
        read=outcome,
        is_readable=lambda sums: are_whole_cycles(run, sums.sums.blocks),
        watch=None if watch is None else lambda sums: watch(sums.outcome(run)),
    )
    cut = Cut(FIRST_STRETCH, MOST_BLOCKS, run.cycle_blocks)
    first = 0
    for look in looks:
        blocks = range(first, look)
        stage = Stage(f"blocks-{first}", RunSums, blocks, partial(_task, run), cut)
        yield outcome(running.add(work.parts(stage)), running.seconds)
        first = look


def are_whole_cycles(run: Run, blocks: int) -> bool:
    """Return whether so many blocks can be read as a run of their own.

    Where blocks of line-ups differ in length, these weigh alike at the end alone.
    """
    weigh_alike = bool(run.weights) or aligned(run) is run
    return weigh_alike and blocks % run.cycle_blocks == 0


def _task(run: Run, blocks: range) -> Callable[[], RunSums]:
    return partial(play_stretch, run, blocks)


def play_stretch(run: Run, numbers: range) -> RunSums:
    """Play some block numbers for all line-ups.

    Raises
    ------
    StrategyFault
        The one that comes first in the order of blocks and line-ups.
    """
    rows, played = play_line_ups(run, numbers)
    lineups = [
        _spread(each, list(lineup.strategies), len(run.strategies))
        for lineup, each in zip(run.lineups, played, strict=True)
    ]
    tallies = [each.tally for each in played]
    return RunSums(BlockSums.of(rows.reshape(len(rows), -1)), lineups, tallies)


def play_line_ups(run: Run, numbers: range) -> tuple[Rows, list[Played]]:
    """Return rows ``[block, strategy, column]`` of all line-ups, and what each played.

    Raises
    ------
    StrategyFault
        As `play_stretch`.
    """
    first, blocks = numbers.start, len(numbers)
    rows = np.zeros((blocks, len(run.strategies), counters.N_COLUMNS), np.int64)
    each: list[Played] = []
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
        rows[:count, list(lineup.strategies)] += played.sums * weight
        each.append(played)
    if fault is not None:
        raise fault
    return rows, each


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
