"""A setting or a parameter over its values: where the best is, and how sure that is.

Each point is exactly the run that `compare` plays with that setting or rule, on the
same seed; all points are played in one pass, block by block, so a difference between
two of them is paired. Kept are, for each point, the block sums of all its strategies,
and jointly for all points those of the strategy in question: memory does not grow with
the matches.

Which values may be the best: all pairs of points are compared, Holm's correction over
all of them, so the choice of the best seen as the yardstick is allowed for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import lcm

import numpy as np
import numpy.typing as npt

from zetema_sim.experiments.compare.experiment import most_points
from zetema_sim.experiments.shared.fault_rates import Rates, rate, withheld
from zetema_sim.experiments.sweep.vary import Point, SweepPlan
from zetema_sim.kernel import counters
from zetema_sim.playing.decision_record import replayed_as
from zetema_sim.playing.run import Run, tables_of
from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    BlockSums,
    Interval,
    Reading,
    gain,
    holm,
    points_apart,
    points_up_to,
    ratio,
)
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import INTERRUPTIONS, Stage, Work, added, leave
from zetema_sim.work.blocks import Progress, aligned

Rows = npt.NDArray[np.int64]

_COLUMNS = (
    counters.WINS,
    counters.SIDES,
    counters.MATCHES,
    counters.SEATS,
    counters.POINTS,
    counters.WIN_SQUARES,
    counters.FAULTS,
)
_WINS, _SIDES, _MATCHES, _SEATS, _POINTS, _SQUARES, _FAULTS = range(7)
_WIDTH = len(_COLUMNS)


@dataclass(frozen=True)
class Share:
    """What a strategy did at a point."""

    strategy: str
    win_share: Interval
    fair_share: float
    mean_points: Interval
    fault_rate: float | None  # None where a fault ends the run


@dataclass(frozen=True)
class PointResult:
    """A point of the sweep: the values, and what every strategy did there.

    `may_be_best` says whether the best seen is not decidedly ahead of it, `gain` how
    many independent matches one of its matches was worth.
    """

    values: tuple[str, ...]
    matches: int
    blocks: int
    focus: Share
    others: tuple[Share, ...]
    may_be_best: bool
    gain: float


@dataclass(frozen=True)
class Gap:
    """A difference of win share between two points, a less b, paired by block.

    `neighbours` says whether they are next to each other in one of what varies.
    """

    a: int
    b: int
    win_share: Interval
    points: Interval
    p_holm: float
    decided: bool
    neighbours: bool


@dataclass(frozen=True)
class Sweep:
    """The answer of `sweep`."""

    plan: SweepPlan
    reading: Reading
    spots: tuple[PointResult, ...]
    gaps: tuple[Gap, ...]
    best: int
    matches: int
    turns: int
    seconds: float
    verdict: str

    @property
    def level(self) -> float:
        """Of the intervals."""
        return self.reading.level

    @property
    def fault_rates(self) -> Rates:
        """How often each strategy forfeited, where it did so most."""
        rates: dict[str, float] = {}
        for share in (
            each for spot in self.spots for each in (spot.focus, *spot.others)
        ):
            if share.fault_rate is not None:
                most = rates.get(share.strategy, 0.0)
                rates[share.strategy] = max(most, share.fault_rate)
        return rates

    def gap(self, one: int, other: int) -> Gap:
        """Return the difference between two points, in whichever order."""
        return next(gap for gap in self.gaps if {gap.a, gap.b} == {one, other})


@dataclass(frozen=True)
class SweepSums:
    """What some block numbers came to at every point; a part of `work`."""

    joint: BlockSums  # of the strategy in question, [point * _WIDTH + column]
    points: list[BlockSums]  # of each point, [strategy * _WIDTH + column]
    matches: int
    turns: int


def sweep(
    plan: SweepPlan,
    *,
    work: Work | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
) -> Sweep:
    """Play all points and say where the best lies.

    Parameters
    ----------
    plan
        What to play.
    work
        Who plays; it changes no number.
    level
        Of the intervals; what it leaves is the chance of any wrong decision.
    progress
        Told of the matches played so far.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    work = work or Work()
    runs = [point.setup.run for point in plan.points]
    for table in (table for run in runs for table in tables_of(run)):
        table.prepare()
    started = time.perf_counter()
    sums: SweepSums | None = None
    whole: SweepSums | None = None  # at the last end of a cycle
    cycle = lcm(*(run.cycle_blocks for run in runs))
    total = sum(run.total for run in runs)
    blocks = range(max(run.blocks for run in runs))
    try:
        for part in work.parts(
            Stage("blocks", SweepSums, blocks, partial(_task, plan))
        ):
            sums = part if sums is None else added(sums, part)
            if sums.joint.blocks % cycle == 0:
                whole = sums
            if progress is not None:
                progress(sums.matches, total)
    except INTERRUPTIONS as interruption:
        reading = Reading.whenever(level, len(blocks))
        seconds = time.perf_counter() - started
        so_far = None if whole is None else partial(_read_off, plan, whole)
        # Line-ups whose blocks differ in length weigh alike at the end alone.
        if so_far is not None and all(aligned(run) is run for run in runs):
            leave(interruption, partial(so_far, reading, seconds))
        raise
    assert sums is not None
    seconds = time.perf_counter() - started
    return _read_off(plan, sums, Reading(level), seconds)


def _task(plan: SweepPlan, numbers: range) -> partial[SweepSums]:
    return partial(play_points, plan, numbers)


def play_points(plan: SweepPlan, numbers: range) -> SweepSums:
    """Play some block numbers at every point.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    each, joint, matches, turns = [], [], 0, 0
    for point in plan.points:
        with replayed_as(point.setup.replay):
            rows, told = _play_point(point.setup.run, numbers)
        matches += told[0]
        turns += told[1]
        each.append(BlockSums.of(_rows_alone(rows, point)))
        joint.append(rows[:, point.focus])
    return SweepSums(BlockSums.of(np.concatenate(joint, axis=1)), each, matches, turns)


def _rows_alone(rows: Rows, point: Point) -> Rows:
    """Return a point's rows without the numbers past its last block."""
    played = rows[:, point.focus, _MATCHES] > 0
    return rows[played].reshape(int(played.sum()), -1)


def _play_point(run: Run, numbers: range) -> tuple[Rows, tuple[int, int]]:
    """Return rows ``[block, strategy, column]``, and matches and turns."""
    rows = np.zeros((len(numbers), len(run.strategies), _WIDTH), np.int64)
    matches = turns = 0
    for lineup, wanted, table in zip(
        run.lineups, run.matches, tables_of(run), strict=True
    ):
        count = max(0, min(len(numbers), lineup.blocks(wanted) - numbers.start))
        if not count:
            continue
        played = table.play_blocks(numbers.start, count)
        chosen = list(lineup.strategies)
        rows[:count, chosen] += played.sums[:, :, _COLUMNS]
        matches += int(played.tally.totals[counters.ALL_MATCHES])
        turns += int(played.tally.totals[counters.ALL_TURNS])
    return rows, (matches, turns)


def _read_off(
    plan: SweepPlan,
    sums: SweepSums,
    reading: Reading,
    seconds: float,
) -> Sweep:
    tables = [tables_of(point.setup.run)[0] for point in plan.points]
    most = max(map(most_points, tables))
    shares = [
        _shares(point, block_sums, most, reading)
        for point, block_sums in zip(plan.points, sums.points, strict=True)
    ]
    focus = [each[point.focus] for each, point in zip(shares, plan.points, strict=True)]
    best = max(range(len(focus)), key=lambda place: focus[place].win_share.value)
    gaps = tuple(_gaps(plan, sums.joint, most, reading))
    behind = {
        gap.b if gap.win_share.value > 0 else gap.a
        for gap in gaps
        if gap.decided and best in (gap.a, gap.b)
    }
    spots = tuple(
        PointResult(
            values=point.values,
            matches=block_sums.sums[point.focus * _WIDTH + _MATCHES],
            blocks=block_sums.blocks,
            focus=focus[place],
            others=tuple(
                share
                for strategy, share in enumerate(shares[place])
                if strategy != point.focus
            ),
            may_be_best=place not in behind,
            gain=_gain(block_sums, point.focus * _WIDTH),
        )
        for place, (point, block_sums) in enumerate(
            zip(plan.points, sums.points, strict=True)
        )
    )
    found = Sweep(
        plan,
        reading,
        spots,
        gaps,
        best,
        sums.matches,
        sums.turns,
        seconds,
        verdict=_sentence(plan, spots, gaps, best),
    )
    return replace(found, verdict=withheld(found.fault_rates) or found.verdict)


def _gain(sums: BlockSums, first: int) -> float:
    """Return what a match of a point was worth; its columns begin at `first`."""
    matches = sums.sums[first + _MATCHES]
    square = Fraction(sums.sums[first + _SQUARES], SIXTIETHS**2 * matches)
    share = ratio(sums, first + _WINS, first + _MATCHES, SIXTIETHS)
    return gain(sums, [share], [square])


def _shares(
    point: Point, sums: BlockSums, most: float, reading: Reading
) -> list[Share]:
    sides = point.setup.run.rules.sides
    found = []
    for place, strategy in enumerate(point.setup.run.strategies):
        first = place * _WIDTH
        wins = ratio(sums, first + _WINS, first + _MATCHES, SIXTIETHS)
        fair = ratio(sums, first + _SIDES, first + _MATCHES, sides)
        points = ratio(sums, first + _POINTS, first + _SEATS)
        found.append(
            Share(
                strategy.name,
                reading.of(sums, wins, SHARE_BOUNDS),
                float(fair.value),
                reading.of(sums, points, points_up_to(most)),
                rate(sums.sums[first + _FAULTS], sums.sums[first + _SEATS])
                if point.setup.run.forfeits
                else None,
            )
        )
    return found


def _gaps(
    plan: SweepPlan, joint: BlockSums, most: float, reading: Reading
) -> Iterator[Gap]:
    """Yield the differences of all pairs of points, with Holm's p-values."""
    pairs = list(combinations(range(len(plan.points)), 2))
    shares, points = [], []
    for a, b in pairs:
        shares.append(
            reading.tested(
                joint,
                ratio(joint, a * _WIDTH + _WINS, a * _WIDTH + _MATCHES, SIXTIETHS)
                - ratio(joint, b * _WIDTH + _WINS, b * _WIDTH + _MATCHES, SIXTIETHS),
                DIFFERENCE,
            )
        )
        points.append(
            reading.of(
                joint,
                ratio(joint, a * _WIDTH + _POINTS, a * _WIDTH + _SEATS)
                - ratio(joint, b * _WIDTH + _POINTS, b * _WIDTH + _SEATS),
                points_apart(most),
            )
        )
    corrected = holm([share.p_value for share in shares])
    for (a, b), share, point, p_holm in zip(
        pairs, shares, points, corrected, strict=True
    ):
        yield Gap(
            a,
            b,
            share,
            point,
            p_holm,
            p_holm < 1 - reading.level,
            _are_neighbours(plan, a, b),
        )


def _are_neighbours(plan: SweepPlan, one: int, other: int) -> bool:
    """Return whether two points are one step apart, in one of what varies."""
    steps = [
        abs(each.values.index(mine) - each.values.index(yours))
        for each, mine, yours in zip(
            plan.varied,
            plan.points[one].values,
            plan.points[other].values,
            strict=True,
        )
    ]
    return sum(steps) == 1


def values_text(plan: SweepPlan, values: tuple[str, ...]) -> str:
    """Return a point in words: ``wait_for = 3, sequence.points = 10``."""
    return ", ".join(
        f"{each.key} = {value}" for each, value in zip(plan.varied, values, strict=True)
    )


def _sentence(
    plan: SweepPlan, spots: tuple[PointResult, ...], gaps: tuple[Gap, ...], best: int
) -> str:
    """Return where the best lies and whether it is told apart."""
    top = spots[best]
    share = f"{plan.focus} wins {top.focus.win_share.text} of 100 there"
    named = values_text(plan, top.values)
    if len(spots) == 1:
        return f"Only {named} was played: {share}."
    if top.blocks < 2:
        return "Undecided: one block of matches does not show how far chance reaches."
    open_ones = [place for place, spot in enumerate(spots) if spot.may_be_best]
    rest = [place for place in open_ones if place != best]
    if not rest:
        return f"{named} is best: {share}, {_ahead_of_next(plan, spots, gaps, best)}."
    if len(open_ones) == len(spots) and not any(gap.decided for gap in gaps):
        widest = max(
            max(abs(gap.win_share.low), abs(gap.win_share.high)) for gap in gaps
        )
        return (
            f"No value is told apart from another: any difference is at most "
            f"{100 * widest:.1f} wins of 100. The best seen is {named}: {share}."
        )
    told = "; ".join(values_text(plan, spots[place].values) for place in rest)
    near = _of_neighbours(plan, spots, gaps, best)
    return f"The best seen is {named}: {share}. Not told apart from it: {told}.{near}"


def _ahead_of_next(
    plan: SweepPlan, spots: tuple[PointResult, ...], gaps: tuple[Gap, ...], best: int
) -> str:
    """Return by how much the best is ahead of the next best point."""
    rest = [place for place in range(len(spots)) if place != best]
    second = max(rest, key=lambda place: spots[place].focus.win_share.value)
    gap = next(gap for gap in gaps if {gap.a, gap.b} == {best, second})
    lead = gap.win_share if gap.a == best else gap.win_share.turned()
    return f"{lead.text} more than {values_text(plan, spots[second].values)}"


def _of_neighbours(
    plan: SweepPlan, spots: tuple[PointResult, ...], gaps: tuple[Gap, ...], best: int
) -> str:
    """Return which neighbours the best is ahead of, as a sentence."""
    behind = [
        values_text(plan, spots[gap.b if gap.a == best else gap.a].values)
        for gap in gaps
        if gap.neighbours and best in (gap.a, gap.b) and gap.decided
    ]
    return f" It is ahead of its neighbour {' and '.join(behind)}." if behind else ""
