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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from zetema_sim.experiments.compare.experiment import most_points
from zetema_sim.experiments.shared.fault_rates import Rates, withheld
from zetema_sim.experiments.shared.results import StrategyResult, fault_rates_of
from zetema_sim.experiments.shared.standings import (
    StrategyNumbers,
    fair_share,
    gain_of,
    win_share,
)
from zetema_sim.experiments.sweep.vary import Point, SweepPlan
from zetema_sim.kernel import counters
from zetema_sim.playing.decision_record import replayed_as
from zetema_sim.playing.run import tables_of
from zetema_sim.stats import (
    DIFFERENCE,
    BlockSums,
    Decision,
    Difference,
    Interval,
    Reading,
    measure,
    points_apart,
)
from zetema_sim.work import Progress, RunningSum, Stage, Work
from zetema_sim.work.blocks import Rows, are_whole_cycles, play_line_ups
from zetema_sim.work.columns import Columns

# Of a strategy at a point; sources of points would be many for all points together.
_COUNTED = (
    *(counters.WINS, counters.SIDES, counters.MATCHES, counters.SEATS),
    *(counters.POINTS, counters.WIN_SQUARES, counters.FAULTS),
)


@dataclass(frozen=True)
class PointResult:
    """A point of the sweep: the values, and what every strategy did there.

    `may_be_best` says whether the best seen is not decidedly ahead of it, `gain` how
    many independent matches one of its matches was worth.
    """

    values: tuple[str, ...]
    matches: int
    blocks: int
    focus: StrategyResult
    others: tuple[StrategyResult, ...]
    gain: float
    may_be_best: bool = True

    @property
    def strategies(self) -> tuple[StrategyResult, ...]:
        """All of them, the one in question first."""
        return (self.focus, *self.others)


@dataclass(frozen=True)
class Gap:
    """A difference of win share between two points, a less b, paired by block.

    `neighbours` says whether they are next to each other in one of what varies.
    """

    a: int
    b: int
    wins: Difference
    points: Interval
    neighbours: bool

    @property
    def decision(self) -> Decision:
        """What is said of it among all."""
        return self.wins.decision

    @property
    def behind(self) -> int:
        """The point that wins less."""
        return self.b if self.wins.number.value > 0 else self.a

    def seen_from(self, point: int) -> Gap:
        """Return it as that of one of its points to the other."""
        if point == self.a:
            return self
        wins, points = self.wins.turned(), self.points.turned()
        return Gap(self.b, self.a, wins, points, self.neighbours)


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

    @property
    def fault_rates(self) -> Rates:
        """How often each strategy forfeited, where it did so most."""
        return fault_rates_of(each for spot in self.spots for each in spot.strategies)

    @property
    def verdict(self) -> str:
        """Where the best lies and whether that is decided."""
        return withheld(self.fault_rates) or _sentence(self)

    def gaps_of_best(self) -> list[Gap]:
        """Return the differences of the best point to the others."""
        return [
            gap.seen_from(self.best) for gap in self.gaps if self.best in (gap.a, gap.b)
        ]


@dataclass(frozen=True)
class SweepSums:
    """What some block numbers came to at every point; a part of `work`."""

    joint: BlockSums  # of the strategy in question, which is another at each point
    points: list[BlockSums]  # of each point, all its strategies
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
    blocks = range(max(run.blocks for run in runs))
    running = RunningSum(
        sum(run.total for run in runs),
        progress,
        read=partial(_read_off, plan, Reading.whenever(level, len(blocks))),
        is_readable=lambda sums: all(
            are_whole_cycles(run, sums.joint.blocks) for run in runs
        ),
    )
    stage = Stage("blocks", SweepSums, blocks, partial(_task, plan))
    sums = running.add(work.parts(stage))
    return _read_off(plan, Reading(level), sums, running.seconds)


def _task(plan: SweepPlan, numbers: range) -> partial[SweepSums]:
    return partial(play_points, plan, numbers)


def play_points(plan: SweepPlan, numbers: range) -> SweepSums:
    """Play some block numbers at every point.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    each, joint, totals = [], [], np.zeros(counters.N_TOTALS, np.int64)
    for point in plan.points:
        with replayed_as(point.setup.replay):
            rows, played = play_line_ups(point.setup.run, numbers)
        totals += sum(line_up.tally.totals for line_up in played)
        rows = rows[:, :, _COUNTED]
        each.append(BlockSums.of(_rows_alone(rows)))
        joint.append(rows[:, point.focus])
    return SweepSums(
        BlockSums.of(np.concatenate(joint, axis=1)),
        each,
        int(totals[counters.ALL_MATCHES]),
        int(totals[counters.ALL_TURNS]),
    )


def _rows_alone(rows: Rows) -> Rows:
    """Return a point's rows without the numbers past its last block."""
    played = rows[:, 0, _COUNTED.index(counters.MATCHES)] > 0
    return rows[played].reshape(int(played.sum()), -1)


def _read_off(
    plan: SweepPlan, reading: Reading, sums: SweepSums, seconds: float
) -> Sweep:
    tables = [tables_of(point.setup.run)[0] for point in plan.points]
    most = max(map(most_points, tables))
    spots = [
        _point_result(point, each, reading, most)
        for point, each in zip(plan.points, sums.points, strict=True)
    ]
    best = max(range(len(spots)), key=lambda place: spots[place].focus.win_share.value)
    gaps = tuple(_gaps(plan, sums.joint, most, reading))
    found = Sweep(
        plan, reading, tuple(spots), gaps, best, sums.matches, sums.turns, seconds
    )
    behind = {gap.behind for gap in found.gaps_of_best() if gap.decision.decided}
    judged = (
        replace(spot, may_be_best=place not in behind)
        for place, spot in enumerate(spots)
    )
    return replace(found, spots=tuple(judged))


def _point_result(
    point: Point, sums: BlockSums, reading: Reading, most: float
) -> PointResult:
    run, found = point.setup.run, []
    columns = Columns(len(run.strategies), _COUNTED)
    for place, strategy in enumerate(run.strategies):
        numbers = StrategyNumbers.of(sums, columns, place, reading, most)
        found.append(
            StrategyResult(
                strategy,
                numbers.win_share,
                fair_share(sums, columns, place, run.rules.sides),
                numbers.mean_points,
                numbers.fault_rate if run.forfeits else None,
            )
        )
    focus = found.pop(point.focus)
    matches = sums.sums[columns.place(point.focus, counters.MATCHES)]
    gain = gain_of(sums, columns, [point.focus])
    return PointResult(point.values, matches, sums.blocks, focus, tuple(found), gain)


def _gaps(
    plan: SweepPlan, joint: BlockSums, most: float, reading: Reading
) -> Iterator[Gap]:
    """Yield the differences of all pairs of points, corrected for all of them."""
    columns = Columns(len(plan.points), _COUNTED)
    pairs = list(combinations(range(len(plan.points)), 2))
    everywhere = range(len(plan.points))
    shares = [win_share(joint, columns, point) for point in everywhere]
    means = [
        columns.ratio(joint, point, counters.POINTS, counters.SEATS)
        for point in everywhere
    ]
    wins = reading.compared(
        [measure(joint, shares[a] - shares[b], DIFFERENCE) for a, b in pairs]
    )
    for (a, b), difference in zip(pairs, wins, strict=True):
        points = reading.of(joint, means[a] - means[b], points_apart(most))
        yield Gap(a, b, difference, points, _are_neighbours(plan, a, b))


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


def _sentence(found: Sweep) -> str:
    """Return where the best lies and whether that is decided."""
    spots, top = found.spots, found.spots[found.best]
    share = f"{found.plan.focus} wins {top.focus.win_share.text} of 100 there"
    named = values_text(found.plan, top.values)
    if len(spots) == 1:
        return f"Only {named} was played: {share}."
    if top.blocks < 2:
        return "Undecided: one block of matches does not show how far chance reaches."
    rest = [spot for spot in spots if spot.may_be_best and spot is not top]
    if not rest:
        return f"{named} is best: {share}, {_ahead_of_next(found)}."
    if all(spot.may_be_best for spot in spots) and not any(
        gap.decision.decided for gap in found.gaps
    ):
        widest = max(max(map(abs, gap.wins.number.ends)) for gap in found.gaps)
        return (
            "No difference between values is decided: any is at most "
            f"{100 * widest:.1f} wins of 100. The best seen is {named}: {share}."
        )
    told = "; ".join(values_text(found.plan, spot.values) for spot in rest)
    near = _of_neighbours(found)
    return (
        f"The best seen is {named}: {share}. It is not decidedly ahead of {told}.{near}"
    )


def _ahead_of_next(found: Sweep) -> str:
    """Return by how much the best is ahead of the next best point."""
    second = max(
        found.gaps_of_best(), key=lambda gap: found.spots[gap.b].focus.win_share.value
    )
    named = values_text(found.plan, found.spots[second.b].values)
    return f"{second.wins.number.text} more than {named}"


def _of_neighbours(found: Sweep) -> str:
    """Return which neighbours the best is ahead of, as a sentence."""
    behind = [
        values_text(found.plan, found.spots[gap.b].values)
        for gap in found.gaps_of_best()
        if gap.neighbours and gap.decision.decided
    ]
    return f" It is ahead of its neighbour {' and '.join(behind)}." if behind else ""
