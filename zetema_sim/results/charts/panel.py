"""A verdict over rules and player counts: how strong, and the word for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import Square, matrix
from zetema_sim.results.charts.style import SMALL, Chart, Sheet, short, shorts
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNDECIDED = "undecided"
_NOTE = (
    "Each cell: the win share against the field over the fair share, and its interval; "
    "1 is average. Hatched: undecided."
)


def draw(run: RunFolder) -> Chart:
    """Return the panel of a verdict's tables."""
    table = run.tables["win_shares"]
    rules = list(dict.fromkeys(table.rules))
    counts = sorted(set(table.players))
    name = short(str(table.strategy.iloc[0]))
    height = 0.6 + 0.75 * len(rules)
    sheet = Sheet(_finding(name, table), data.subtitle(run), height, [_NOTE])
    (axes,) = sheet.axes()
    _draw(axes, table, rules, counts)
    told = "; ".join(
        f"{row.rules}, {row.players} players: {_told(row)} {row.word}"
        for row in table.itertuples()
    )
    return sheet.chart("panel", f"Strength of {name} by rules and players: {told}.")


def _told(row: Any) -> str:
    return f"{row.strength:.2f} ({row.strength_low:.2f} to {row.strength_high:.2f})"


def _finding(name: str, table: Any) -> str:
    words = table.word.value_counts()
    word, count = str(words.index[0]), int(words.iloc[0])
    where = "every table" if count == len(table) else f"{count} of {len(table)} tables"
    if word == UNDECIDED:
        return f"Whether {name} is strong is {UNDECIDED} at {where}"
    return f"{name} is {word} at {where}"


def _draw(axes: Axes, table: Any, rules: list[str], counts: list[int]) -> None:
    squares = (
        Square(
            (counts.index(row.players), rules.index(row.rules)),
            min(max((row.strength - 1) / 2 + 0.5, 0.0), 1.0),
            f"{row.word}\n{_told(row)}",
            f"{row.rules} {row.players}",
            is_open=row.word == UNDECIDED,
        )
        for row in table.itertuples()
    )
    names = shorts(rules, 20)
    looks = {"size": SMALL - 1, "edge": 0.6, "light_from": 0.85}
    matrix(axes, squares, len(counts), names, **looks)
    axes.set_xticks(range(len(counts)), [f"{count} players" for count in counts])
