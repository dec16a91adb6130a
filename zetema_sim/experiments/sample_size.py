"""How many matches a question takes, and how long, from a short pilot.

The variance of a block shrinks with their number, so a pilot's variance tells what any
size will give:

* A precision: the matches after which the intervals of all win shares, worked out as
  those of the run will be, reach ± that at most.
* A difference: (z of the level + z of the power)^2 times the variance of a match's
  paired difference over the difference squared. The level is what Holm's correction
  asks of the first pair; the power is the chance to decide a difference that large.

Both are for a run of fixed size, and for one that stops when it is reached, whose
anytime intervals are wider. The pilot's blocks are the first of the run's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import ceil, sqrt
from typing import Any, ClassVar

from zetema_sim import __version__
from zetema_sim.answers.parts import InWords, Part, Prose, table_of
from zetema_sim.common.names import seed_as_told
from zetema_sim.common.wording import wins_text
from zetema_sim.experiments.shared.experiment_kind import (
    DEFAULT_LEVEL,
    LineUpExperiment,
    ProgressSink,
)
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.experiments.shared.standings import difference, win_share
from zetema_sim.kernel import counters
from zetema_sim.playing.run import Run
from zetema_sim.playing.seating import Setup
from zetema_sim.stats import (
    DIFFERENCE,
    SHARE_BOUNDS,
    Measured,
    Reading,
    level_score,
    measure,
)
from zetema_sim.work import Progress, Work
from zetema_sim.work.blocks import Outcome, aligned, play
from zetema_sim.work.columns import Columns

POWER = 0.8
MOST = 10**12  # matches
_FIXED, _ANYTIME = "fixed", "anytime"
DEFAULT_PILOT = 4000
DEFAULT_PRECISION = 0.005
_LOOKS = {_FIXED: 1.0, _ANYTIME: 1.1}  # looks are a tenth of the blocks apart


@dataclass(frozen=True)
class Needed:
    """A size of run: which intervals, and how many matches and seconds."""

    interval: str
    matches: int
    seconds: float


@dataclass(frozen=True)
class SizePlan:
    """The answer of `plan`.

    `precision` or `difference` is what was asked for; `pilot` the matches it rests on,
    `rate` how many were played a second.
    """

    setup: Setup
    level: float
    precision: float | None
    difference: float | None
    pilot: int
    rate: float
    needed: tuple[Needed, ...]


def plan(
    setup: Setup,
    *,
    precision: float | None = None,
    difference: float | None = None,
    work: Work | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
) -> SizePlan:
    """Play a pilot and say how many matches the question takes.

    Parameters
    ----------
    setup
        The strategies, the table, and the matches of the pilot.
    precision
        The ± that every win share is to have.
    difference
        The difference, in wins a match, by which pairs are to be decided; one of the
        two is given.
    work
        Who plays; the rate depends on it.
    level
        Of the intervals.
    progress
        Told of the matches played so far.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    run = aligned(setup.run)
    outcome = play(run, work, progress)
    pilot = int(outcome.tally.totals[counters.ALL_MATCHES])
    rate = pilot / outcome.seconds
    if difference is None:
        sizes = _for_precision(
            run, outcome, pilot, precision or DEFAULT_PRECISION, level
        )
    else:
        sizes = _for_difference(run, outcome, pilot, difference, level)
    cycles = sum(lineup.cycle_length for lineup in run.lineups)
    needed = []
    for kind, least in sizes:
        matches = ceil(least * _LOOKS[kind])
        whole = min(-(-matches // cycles) * cycles, MOST)
        needed.append(Needed(kind, whole, whole / rate))
    return SizePlan(setup, level, precision, difference, pilot, rate, tuple(needed))


def _for_precision(
    run: Run, outcome: Outcome, pilot: int, precision: float, level: float
) -> Iterator[tuple[str, int]]:
    columns = Columns(len(run.strategies))
    shares = [
        measure(outcome.sums, win_share(outcome.sums, columns, place), SHARE_BOUNDS)
        for place in range(columns.strategies)
    ]

    def reaches(kind: str, matches: int) -> bool:
        times = matches / pilot
        reading = Reading(level)
        if kind == _ANYTIME:
            blocks = max(int(run.blocks * times), 2)
            sized = replace(run, matches=tuple(int(m * times) for m in run.matches))
            goal = Goal(precision)
            planned = goal.planned(sized.blocks, sized.total, run.rules.sides)
            planned = min(planned, blocks)
            reading = Reading(level, planned)
        return all(_margin(each, times, reading) <= precision for each in shares)

    for kind in (_FIXED, _ANYTIME):
        yield kind, _least(partial(reaches, kind), pilot)


def _margin(pilot: Measured, times: float, reading: Reading) -> float:
    """Return the ± that so many times the pilot's matches would give."""
    sized = replace(
        pilot,
        variance=pilot.variance / times,
        blocks=max(int(pilot.blocks * times), 2),
        matches=max(int(pilot.matches * times), 2),
    )
    return reading.interval(sized).margin


def _least(is_enough: Callable[[int], bool], start: int) -> int:
    """Return the least number that is enough, about, or `MOST`."""
    high = start
    while not is_enough(high):
        if high >= MOST:
            return MOST
        high *= 2
    low = 1
    while high - low > max(1, high // 1000):
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _for_difference(
    run: Run, outcome: Outcome, pilot: int, wanted: float, level: float
) -> Iterator[tuple[str, int]]:
    columns = Columns(len(run.strategies))
    pairs = list(combinations(range(columns.strategies), 2))
    reading = Reading(level)
    # By the interval, which has a width also where the pilot shows no variance.
    widest = max(
        _margin(measure(outcome.sums, apart, DIFFERENCE), 1, reading)
        for apart in (difference(outcome.sums, columns, a, b) for a, b in pairs)
    )
    a_match = (widest / level_score(level)) ** 2 * pilot
    power = level_score(2 * POWER - 1)
    stricter = 1 - (1 - level) / len(pairs)
    yield _FIXED, ceil(a_match * ((level_score(stricter) + power) / wanted) ** 2)
    score = Reading(stricter, planned=10**6)
    unit = Measured(0.0, 1e-8, 10**6, 10**7, DIFFERENCE)
    reach = score.interval(unit).high / sqrt(unit.variance)
    yield _ANYTIME, ceil(a_match * ((reach + power) / wanted) ** 2)


def as_json(found: SizePlan) -> dict[str, Any]:
    """Return the plan as one JSON object."""
    run = found.setup.run
    return {
        "schema": 1,
        "version": __version__,
        "rules": found.setup.rules.as_log(run.rules.players, found.setup.sides),
        "players": run.rules.players,
        **seed_as_told(run.seed),
        "strategies": [strategy.name for strategy in run.strategies],
        "precision": found.precision,
        "difference": found.difference,
        "power": None if found.difference is None else POWER,
        "pilot_matches": found.pilot,
        "matches_per_second": found.rate,
        "needed": [vars(each) for each in found.needed],
    }


def as_parts(found: SizePlan) -> Iterator[Part]:
    """Yield the plan: in sentences, or as a table."""
    run = found.setup.run
    names = ", ".join(strategy.name for strategy in run.strategies)
    fixed, anytime = found.needed
    if found.difference is None:
        goal = f"every win share to ± {wins_text(found.precision or 0)}"
        stop = f"--precision {found.precision}"
    else:
        goal = (
            f"a difference of {wins_text(found.difference)} decided with a "
            f"chance of {100 * POWER:g} %"
        )
        stop = "--until-decided"
    goal = f"for {goal}, at {100 * found.level:g} %"
    sizes = [
        (f"--matches {fixed.matches}", _time(fixed.seconds)),
        (f"{stop} --matches {anytime.matches}", f"{_time(anytime.seconds)} at most"),
    ]
    more = "it may be looked at and stopped at any time, which asks for more."
    lines = [f"{names}:", goal, *(f"  {asked}  takes {time}" for asked, time in sizes)]
    table = table_of(f"{names}: {goal}", "options", "takes")
    for size in sizes:
        table.add(*size)
    yield InWords("\n".join(lines) + f";\n    {more}", table)
    yield Prose(f"A pilot of {found.pilot:,} matches: {found.rate:,.0f} a second here.")


def _time(seconds: float) -> str:
    """Return a time as a person says it."""
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"about {seconds / size:.0f} {unit}"
    return f"about {max(seconds, 1):.0f} s"


class PlanError(ValueError):
    """Two questions in one, or none; one line for the user."""


@dataclass(frozen=True)
class PlanExperiment(LineUpExperiment):
    """How many matches `compare` takes for an answer.

    Attributes
    ----------
    matches
        Of the pilot.
    precision, difference
        The ± that every win share is to have, or the difference that pairs are to be
        decided by.
    level
        Of the intervals.
    """

    matches: int = DEFAULT_PILOT
    precision: float | None = None
    difference: float | None = None
    level: float = DEFAULT_LEVEL

    command: ClassVar[str] = "plan"
    doing: ClassVar[str] = "playing a pilot"

    def __post_init__(self) -> None:
        """Check all of it."""
        if self.precision is not None and self.difference is not None:
            raise PlanError("--precision and --difference are two questions.")
        if self.difference is not None and len(self.strategies) < 2:
            raise PlanError("--difference takes at least two strategies.")

    def play(self, work: Work, progress: ProgressSink | None = None) -> SizePlan:
        """Play the pilot."""
        precision = self.precision
        if precision is None and self.difference is None:
            precision = DEFAULT_PRECISION
        return plan(
            self.setup,
            precision=precision,
            difference=self.difference,
            work=work,
            level=self.level,
            progress=progress,
        )

    def parts(self, found: SizePlan) -> Iterator[Part]:
        """Return the plan as what is printed."""
        return as_parts(found)

    def json(self, found: SizePlan) -> dict[str, Any]:
        """Return the plan as one JSON object."""
        return as_json(found)
