"""The answer of `tournament` for a terminal: 80 columns wide, the verdict last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zetema_sim.answers import win_shares
from zetema_sim.answers.parts import AnswerTable, Part, Prose, short, table_of
from zetema_sim.common.wording import hundred, margin_text, signed, wins_text
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.goal import how_ended
from zetema_sim.experiments.shared.results import StrategyResult
from zetema_sim.experiments.tournament.experiment import Tournament
from zetema_sim.experiments.tournament.sentences import by_strength, cycles, verdict
from zetema_sim.stats import Difference, Interval

_ABREAST = 8  # columns of the matrix and of the sources in 80 columns
_NAME_WIDTH = 26


def as_text(found: Tournament) -> Iterator[Part]:
    """Yield everything that a reader at a terminal wants, the verdict last."""
    level = f"{100 * found.reading.level:g} %"
    order = by_strength(found)
    groups = [order[n : n + _ABREAST] for n in range(0, len(order), _ABREAST)]
    yield _shares(found, order, level)
    yield from (_matrix(found, order, group) for group in groups)
    yield from (_sources(found, order, group) for group in groups)
    yield _seats(found, order)
    yield from map(Prose, _last_lines(found, level))


def _numbered(found: Tournament, order: Sequence[int], place: int) -> str:
    """Return a strategy with its number in the matrix, cut to the column."""
    name = short(found.players[place].name, _NAME_WIDTH).replace("\n", "\n   ")
    return f"{order.index(place) + 1:>2} {name}"


def _shares(found: Tournament, order: Sequence[int], level: str) -> AnswerTable:
    rows = [
        found.players[place].as_row() | {"strategy": _numbered(found, order, place)}
        for place in order
    ]
    fair = f"{100 / found.field.table.sides:.1f} is fair"
    return win_shares.on_terminal(
        f"Wins of 100 against the field ({fair}; ± {level} interval)\n"
        "every other seat is drawn evenly from the field, itself included",
        rows,
        without="fair",
        first="   strategy",
    )


def _matrix(
    found: Tournament, order: Sequence[int], group: Sequence[int]
) -> AnswerTable:
    duels = {(duel.a, duel.b): duel.head for duel in found.duels}
    margin = found.reading.margin
    equal = "" if margin is None else f"; =: equal within {wins_text(margin)}"
    table = table_of(
        "Head to head: wins of 100 more than the one in the column\n"
        f"in brackets: not decided{equal}",
        "   strategy",
        *(f"{order.index(n) + 1}" for n in group),
    )
    for row in order:
        cells = ("" if row == column else _cell(duels, row, column) for column in group)
        table.add(_numbered(found, order, row), *cells)
    return table


def _cell(duels: dict[tuple[int, int], Difference], row: int, column: int) -> str:
    turned = row > column
    found = duels[(column, row) if turned else (row, column)]
    value = 100 * (-found.number.value if turned else found.number.value)
    if found.decision.is_equal:
        return "="
    if found.decision.is_apart:
        return signed(f"{value:z.{0 if abs(value) >= 1 else 1}f}")
    return f"({signed(f'{value:z.0f}')})"


def _sources(
    found: Tournament, order: Sequence[int], group: Sequence[int]
) -> AnswerTable:
    players = [found.players[place] for place in group]
    worst = max(number.margin for player in players for number in _all_points(player))
    table = table_of(
        "Points of a seat in a match, by source (numbers as above; ± at most "
        f"{margin_text(worst)})",
        "source",
        *(f"{order.index(n) + 1}" for n in group),
    )
    for source in players[0].points_by_source:
        numbers = [player.points_by_source[source].value for player in players]
        if any(numbers):
            shown = (f"{number:.1f}" if number else "-" for number in numbers)
            table.add(source.replace("_", " "), *shown)
    table.add("all", *(f"{player.mean_points.value:.1f}" for player in players))
    return table


def _all_points(player: StrategyResult) -> Iterator[Interval]:
    """Yield what is shown, so no source that did not occur."""
    yield player.mean_points
    yield from (each for each in player.points_by_source.values() if each.value)


def _seats(found: Tournament, order: Sequence[int]) -> AnswerTable:
    seats = found.field.table.players
    worst = max(
        seat.win_share.margin for player in found.players for seat in player.seats
    )
    field = max(seat.win_share.margin for seat in found.seats)
    table = table_of(
        "Wins of 100 on each seat (seat 0 begins the first deal; ± at most "
        f"{100 * worst:.1f},\nof the field {100 * field:.1f})",
        "   strategy",
        *(f"seat {seat}" for seat in range(seats)),
    )
    for place in order:
        shares = found.players[place].seats
        table.add(
            _numbered(found, order, place),
            *map(_hundred, (seat.win_share for seat in shares)),
        )
    table.add("   the field", *map(_hundred, (seat.win_share for seat in found.seats)))
    return table


def _hundred(share: Interval) -> str:
    return hundred(share.value, share.margin)


def _last_lines(found: Tournament, level: str) -> Iterator[str]:
    yield (
        f"{found.deals / found.matches:.2f} deals and "
        f"{found.turns / found.matches:.1f} turns a match; "
        f"{found.matches:,} matches in {found.seconds:.1f} s{_stored(found)}. "
        f"{fault_rates.sentence(found.fault_rates) or 'No faults.'}"
    )
    reached = _REACHED.get(str(found.stopped), "")
    ended = how_ended("tournament", found.stopped, reached)
    yield (
        f"The {level} intervals rest on {found.rounds:,} rounds: each has every "
        "strategy on as many seats as any other. A match was worth "
        f"{found.gain:.2f} independent ones. {ended}"
    )
    most = f"{100 * (1 - found.reading.level):g} %"
    equal = "" if found.reading.margin is None else _OF_EQUAL.format(most)
    yield (
        f"Ranks and matrix have Holm's correction over all {2 * len(found.duels)} "
        "differences: the chance that any is wrongly decided is at most "
        f"{most}.{equal}"
    )
    yield ""
    yield from cycles(found)
    yield verdict(found)


def _stored(found: Tournament) -> str:
    if not found.stored:
        return ""
    many = "all" if found.stored == found.matches else f"{found.stored:,}"
    return f", {many} of them from the store"


_REACHED = {
    "decided": "every pair was decided by its shares",
    "precision": "every share was as precise as asked for",
}
_OF_EQUAL = " That any two are wrongly called equal has a chance of at most {}, too."
