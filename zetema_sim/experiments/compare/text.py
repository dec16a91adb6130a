"""The answer of `compare` for a terminal: 80 columns wide, the verdict last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from zetema_sim.answers import win_shares
from zetema_sim.answers.parts import (
    AnswerTable,
    Column,
    Command,
    Part,
    Prose,
    brief,
    short,
    table_of,
)
from zetema_sim.common.wording import hundred, p_text, plain
from zetema_sim.experiments.compare.experiment import (
    Comparison,
    LineUpResult,
)
from zetema_sim.experiments.compare.tables import strategy_rows
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.goal import how_ended
from zetema_sim.experiments.shared.results import StrategyResult
from zetema_sim.experiments.shared.sparks import bins_for, middle, spark
from zetema_sim.playing.seating import Setup

_ABREAST = 4  # strategies side by side in 80 columns
_LINEUPS_SHOWN = 20
_NOTHING = "-"


def as_text(setup: Setup, found: Comparison) -> Iterator[Part]:
    """Yield everything that a reader at a terminal wants, the verdict last."""
    level = f"{100 * found.standings.reading.level:g} %"
    yield _shares(found, level)
    if len(found.strategies) > 1:
        yield _differences(found, level)
    for group in _groups(found.strategies):
        yield _sources(group, "Points of a seat in a match, by source", 1)
    for group in _groups(found.strategies):
        yield _sources(group, "Declared or completed by a seat in a deal", 3)
    if found.scores.any():
        yield _scores(found)
    yield _seats(found)
    if len(found.lineups) > 1:
        yield _lineups(found.lineups)
    yield from map(Prose, _last_lines(found, level))
    for lineup in setup.run.lineups[:1]:
        yield Command("To see a match", setup.replay_command(lineup, 0))
    yield from map(Prose, ("", found.verdict))


def _shares(found: Comparison, level: str) -> AnswerTable:
    rows = sorted(
        strategy_rows(found),
        key=lambda row: -row["win_share"] / max(row["fair_share"], 1e-9),
    )
    rows = [row | {"strategy": short(row["strategy"])} for row in rows]
    return win_shares.on_terminal(f"Wins of 100 matches (± {level} interval)", rows)


def _differences(found: Comparison, level: str) -> AnswerTable:
    names = [short(strategy.name) for strategy in found.strategies]
    table = table_of(
        "Paired differences, in wins of 100 for each side played "
        f"({level} interval)\np is corrected for the number of pairs by Holm",
        *("", "", "wins", "from", "to", "p", "decided"),
    )
    for pair in sorted(found.standings.pairs, key=lambda pair: -abs(pair.number.value)):
        a, b, more = pair.a, pair.b, pair.number
        if more.value < 0:
            a, b, more = b, a, more.turned()
        table.add(
            names[a],
            f"over {names[b]}",
            *(
                hundred(each, more.margin or 1)
                for each in (more.value, more.low, more.high)
            ),
            p_text(pair.decision.p_holm),
            pair.decision.text,
        )
    return table


def _groups(
    strategies: Sequence[StrategyResult],
) -> Iterator[Sequence[StrategyResult]]:
    each = iter(strategies)
    while group := list(islice(each, _ABREAST)):
        yield group


def _sources(group: Sequence[StrategyResult], title: str, digits: int) -> AnswerTable:
    """Return one row a source of points, with a column for each strategy."""
    table = table_of(title, "source", *(short(strategy.name) for strategy in group))
    by_source = [
        strategy.points_by_source if digits == 1 else strategy.events_per_deal
        for strategy in group
    ]
    for source in by_source[0]:
        numbers = [each[source] for each in by_source]
        if any(number.value for number in numbers):
            table.add(
                source.replace("_", " "),
                *(plain(n.value, n.margin, digits) for n in numbers),
            )
    if digits == 1:
        table.add(
            "all",
            *(
                plain(strategy.mean_points.value, strategy.mean_points.margin, 1)
                for strategy in group
            ),
        )
    return table


def _scores(found: Comparison) -> AnswerTable:
    """Return the distribution of final scores, a line of blocks a strategy."""
    bins = bins_for(found.scores)
    table = table_of(
        f"Score when a match ends; a block spans {bins.width} points",
        "strategy",
        Column(f"0 to {bins.width * bins.count - 1}", is_left=True, is_drawn=True),
        "half from",
    )
    for strategy, histogram in zip(found.strategies, found.scores, strict=True):
        drawn = spark(histogram, bins)
        table.add(short(strategy.name), drawn, str(middle(histogram)))
    return table


def _seats(found: Comparison) -> AnswerTable:
    players = found.run.rules.players
    table = table_of(
        "Wins of 100 on each seat (seat 0 begins the first deal; ± at most "
        f"{_widest(found)})",
        "strategy",
        *(f"seat {seat}" for seat in range(players)),
    )
    for strategy in found.strategies:
        table.add(
            short(strategy.name),
            *(
                hundred(seat.win_share.value) if seat.matches else _NOTHING
                for seat in strategy.seats
            ),
        )
    return table


def _widest(found: Comparison) -> str:
    margins = [
        seat.win_share.margin
        for strategy in found.strategies
        for seat in strategy.seats
        if seat.matches
    ]
    return hundred(max(margins), max(margins) or 1)


def _lineups(lineups: Sequence[LineUpResult]) -> AnswerTable:
    table = table_of("Wins of 100 by line-up", "line-up", "matches", "wins")
    for lineup in lineups[:_LINEUPS_SHOWN]:
        shares = lineup.win_shares.items()
        wins = ", ".join(f"{brief(name)} {hundred(share)}" for name, share in shares)
        table.add(_counted(lineup.strategies), f"{lineup.matches:,}", wins)
    if len(lineups) > _LINEUPS_SHOWN:
        more = len(lineups) - _LINEUPS_SHOWN
        table.add(f"… and {more} more: --json or --out has all")
    return table


def _counted(names: Sequence[str]) -> str:
    """Return a line-up as ``2 greedy, 1 random``."""
    different = dict.fromkeys(names)
    return ", ".join(f"{list(names).count(name)} {brief(name)}" for name in different)


def _last_lines(found: Comparison, level: str) -> Iterator[str]:
    endings = ", ".join(
        f"{100 * count / found.matches:.1f} % by {_ENDINGS[ending]}"
        for ending, count in found.endings.items()
        if count
    )
    yield f"Matches ended: {endings}."
    if found.fault_rates:
        yield fault_rates.sentence(found.fault_rates)
    yield (
        f"{found.deals / found.matches:.2f} deals and "
        f"{found.turns / found.matches:.1f} turns a match; "
        f"{found.matches:,} matches in {found.seconds:.1f} s."
    )
    ended = how_ended("run", found.stopped, "what was asked for was reached")
    yield (
        f"The {level} intervals rest on {found.standings.blocks:,} blocks: each plays "
        "one sequence of shuffles in all rotations of the seats. A match was worth "
        f"{found.gain:.2f} independent ones. {ended}"
    )


_ENDINGS = {
    "declaration": "a declaration",
    "zetema": "a zetema",
    "end_of_deal": "the end of the deal",
    "forfeit": "a forfeit",
}
