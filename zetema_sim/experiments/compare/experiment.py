"""Strategies against each other: who wins, by how much, and where the points are from.

`compare` plays a run and reads everything off its block sums. The numbers and their
meaning are those of design.md sections 2, 7 and 8. The run is of fixed size, or it
stops at the first look (`blocks.looks_of`) at which its `Goal` is reached; all
intervals and p-values then hold at any time (`stats.anytime`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from zetema_sim.experiments.compare.sentence import verdict
from zetema_sim.experiments.shared.fault_rates import Rates, withheld
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.experiments.shared.results import (
    SeatShare,
    StrategyResult,
    fault_rates_of,
)
from zetema_sim.experiments.shared.standings import (
    Standings,
    StrategyNumbers,
    gain_of,
    standings,
)
from zetema_sim.kernel import counters
from zetema_sim.playing.run import Run, tables_of
from zetema_sim.playing.table import Table
from zetema_sim.stats import Reading
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.work import INTERRUPTIONS, Progress, Work, leave_as
from zetema_sim.work.blocks import (
    Outcome,
    aligned,
    looks_of,
    play,
    play_in_steps,
)
from zetema_sim.work.columns import Columns


@dataclass(frozen=True)
class LineUpResult:
    """The win shares of one line-up, by strategy."""

    strategies: tuple[str, ...]
    matches: int
    win_shares: dict[str, float]


@dataclass(frozen=True)
class Comparison:
    """The answer of `compare`.

    `scores`, `margins` and `deal_points` are histograms, int64 ``[strategy, points]``;
    `deals` and `turns` of matches by length. Where there was a `goal`, `reached` says
    whether it was before the last match.
    """

    run: Run
    matches: int
    deals: int
    turns: int
    seconds: float
    strategies: tuple[StrategyResult, ...]
    standings: Standings
    lineups: tuple[LineUpResult, ...]
    endings: dict[str, int]
    fault_rates: Rates
    gain: float
    verdict: str
    scores: npt.NDArray[np.int64]
    margins: npt.NDArray[np.int64]
    deal_points: npt.NDArray[np.int64]
    deals_of_match: npt.NDArray[np.int64]
    turns_of_match: npt.NDArray[np.int64]
    goal: Goal | None = None
    reached: bool = False
    interrupted: bool = False

    @property
    def stopped(self) -> str | None:
        """What ended the run; None of a fixed size.

        ``"goal"``, ``"matches"`` or ``"interrupted"``.
        """
        if self.interrupted:
            return "interrupted"
        if self.goal is None:
            return None
        return "goal" if self.reached else "matches"


def compare(
    run: Run,
    *,
    work: Work | None = None,
    level: float = 0.95,
    margin: float | None = None,
    progress: Progress | None = None,
    goal: Goal | None = None,
    note: Callable[[str], None] | None = None,
) -> Comparison:
    """Play a run and say who is ahead.

    Parameters
    ----------
    run
        What to play; every line-up holds every strategy.
    work
        Who plays; it changes no number.
    level
        Of the intervals.
    margin
        Strategies known to differ by less are equal; None asks for none.
    progress
        Told of the matches played so far.
    goal
        What ends the run early; its matches are then the most that are played.
    note
        Told now and then who leads so far.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    KeyboardInterrupt, JournalError
        With a comparison of what was played by then (`work.left`).
    """
    if goal is not None:
        run = aligned(run)
    # Whoever interrupts chooses the moment by what was seen.
    whenever = Reading.whenever(level, run.blocks, margin)

    def watch(outcome: Outcome) -> None:
        if note is not None:
            note(leader(run, outcome, level))

    try:
        if goal is not None:
            planned = goal.planned(run.blocks, run.total, run.rules.sides)
            reading = Reading(level, planned, margin)
            return _until(goal, run, work, reading, progress, note)
        played = play(run, work, progress, watch)
        return read_off(run, played, Reading(level, margin=margin))
    except INTERRUPTIONS as interruption:
        leave_as(
            interruption,
            lambda known: replace(read_off(run, known, whenever), interrupted=True),
        )
        raise


def _until(
    goal: Goal,
    run: Run,
    work: Work | None,
    reading: Reading,
    progress: Progress | None,
    note: Callable[[str], None] | None,
) -> Comparison:
    """Play until the goal is reached at a look, or all matches are played."""
    reached = False
    for outcome in play_in_steps(run, looks_of(run), work, progress):
        found = _standings(run, outcome, reading)
        if note is not None:
            note(_leader_text(run, found))
        reached = found.reached(goal)
        if reached:
            break
    return replace(_read_off(run, outcome, found), goal=goal, reached=reached)


def leader(run: Run, outcome: Outcome, level: float = 0.95) -> str:
    """Return who leads so far, with an interval that holds however often one looks."""
    return _leader_text(run, _standings(run, outcome, Reading(level, run.blocks)))


def _leader_text(run: Run, found: Standings) -> str:
    first = max(range(len(run.strategies)), key=found.strength)
    share = found.win_shares[first]
    told = f"{100 * share.value:.1f} ± {100 * share.margin:.1f}"
    return f"{run.strategies[first].name} {told}"


def read_off(run: Run, outcome: Outcome, reading: Reading) -> Comparison:
    """Return everything that the sums of a run say."""
    return _read_off(run, outcome, _standings(run, outcome, reading))


def _standings(run: Run, outcome: Outcome, reading: Reading) -> Standings:
    columns = Columns(len(run.strategies))
    found = standings(outcome.sums, columns, run.rules.sides, reading)
    # The sums may count a match several times (`Run.weights`).
    return replace(found, matches=int(outcome.tally.totals[counters.ALL_MATCHES]))


def _read_off(run: Run, outcome: Outcome, found: Standings) -> Comparison:
    totals, columns = outcome.tally.totals, Columns(len(run.strategies))
    most = most_points(tables_of(run)[0])
    strategies = tuple(
        _strategy_result(run, outcome, found, place, most)
        for place in range(len(run.strategies))
    )
    rates = fault_rates_of(strategies)
    names = [strategy.name for strategy in strategies]
    return Comparison(
        run=run,
        matches=found.matches,
        deals=int(totals[counters.ALL_DEALS]),
        turns=int(totals[counters.ALL_TURNS]),
        seconds=outcome.seconds,
        strategies=strategies,
        standings=found,
        lineups=tuple(_lineup_results(run, outcome)),
        endings=_endings(totals),
        fault_rates=rates,
        gain=gain_of(outcome.sums, columns, range(len(names)), found.matches),
        verdict=withheld(rates) or verdict(found, names),
        scores=outcome.tally.scores,
        margins=outcome.tally.margins,
        deal_points=outcome.tally.deal_points,
        deals_of_match=outcome.tally.deals,
        turns_of_match=outcome.tally.turns,
    )


def _endings(totals: npt.NDArray[np.int64]) -> dict[str, int]:
    """Return how many matches ended how; forfeits only where there were some."""
    counts = map(int, totals[counters.ENDED_BY_DECLARATION :])
    endings = dict(zip(counters.ENDINGS, counts, strict=True))
    if not endings["forfeit"]:
        del endings["forfeit"]
    return endings


def most_points(table: Table) -> float:
    """Return more points than a seat can make in a match."""
    return float(table.score_bins)


def _strategy_result(
    run: Run, outcome: Outcome, found: Standings, place: int, most: float
) -> StrategyResult:
    sums, columns = outcome.sums, Columns(len(run.strategies))
    numbers = StrategyNumbers.of(sums, columns, place, found.reading, most)
    return StrategyResult(
        run.strategies[place],
        found.win_shares[place],
        found.fair_shares[place],
        numbers.mean_points,
        numbers.fault_rate if run.forfeits else None,
        found.ranks()[place],
        numbers.points_by_source,
        numbers.events_per_deal,
        tuple(
            SeatShare(seat, numbers.on_seat(seat), _matches_on(outcome, place, seat))
            for seat in range(run.rules.players)
        ),
    )


def _matches_on(outcome: Outcome, place: int, seat: int) -> int:
    counts = (sums[place, counters.SEAT_MATCHES + seat] for sums in outcome.lineups)
    return int(sum(counts))


def _lineup_results(run: Run, outcome: Outcome) -> list[LineUpResult]:
    results = []
    for lineup, sums in zip(run.lineups, outcome.lineups, strict=True):
        shares = {}
        for strategy in lineup.strategies:
            wins, matches = sums[strategy, counters.WINS], sums[0, counters.MATCHES]
            name = run.strategies[strategy].name
            shares[name] = float(Fraction(int(wins), int(matches) * SIXTIETHS))
        names = tuple(run.strategies[entry].name for entry in lineup.entries)
        results.append(LineUpResult(names, int(sums[0, counters.MATCHES]), shares))
    return results
