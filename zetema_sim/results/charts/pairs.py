"""Who is ahead of whom, and what is not decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import Square, matrix
from zetema_sim.results.charts.style import SMALL, Chart, Sheet, short, shorts
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 10
_NAMED = 6  # columns; more are numbered
_OF_SIDES = "Wins of 100, for each side played, that the row has more than the column."
_OF_TABLES = (
    "Wins of 100 that a seat of the row has more than a seat of the column where both "
    "sit at a table."
)
_NOTE = "Hatched and in brackets: not decided (p corrected for all pairs by Holm)."
_FORMS = {"no": "({})", "equal": "= {}", "yes": "{}"}
_EQUAL = "=: known to differ by less than the margin."
_OPEN_TOLD = {"no": " (not decided)", "equal": " (equal)", "yes": ""}

Cells = dict[tuple[str, str], tuple[float, str]]


def draw_field(run: RunFolder) -> Chart | None:
    """Return the matrix of a tournament, head to head."""
    table = data.head_to_head(run)
    return _drawn(run, table, "pairs.csv", _OF_TABLES, "Head to head: ")


def draw(run: RunFolder) -> Chart | None:
    """Return the matrix of paired differences, None for a strategy alone."""
    return _drawn(run, run.tables["differences"], "differences.csv", _OF_SIDES)


def _drawn(
    run: RunFolder, table: Any, file: str, what: str, label: str = ""
) -> Chart | None:
    if not len(table):
        return None
    order = data.by_strength(run)
    shown = order[:SHOWN]
    cells = both_ways(table)
    note = f"{what} {_NOTE}"
    if any(told == "equal" for _, told in cells.values()):
        note += f" {_EQUAL}"
    notes = [note, *data.more_note(len(shown), len(order), file)]
    size = 1.3 + 0.46 * len(shown)
    title = f"{label}{_finding(cells, order)}"
    sheet = Sheet(title[0].upper() + title[1:], data.subtitle(run), size, notes)
    (axes,) = sheet.axes()
    _draw(axes, shown, cells)
    told = "; ".join(
        f"{a} over {b} {_signed(value)}{_OPEN_TOLD[decided]}"
        for place, a in enumerate(shown)
        for b in shown[place + 1 :]
        for value, decided in [cells[a, b]]
    )
    return sheet.chart(
        "differences", f"{label}matrix of differences in wins of 100: {told}."
    )


def both_ways(table: Any) -> Cells:
    """Return the difference of each pair, and what is said of it, either way."""
    cells: Cells = {}
    for row in table.itertuples():
        told = data.decided(row)
        cells[row.a, row.b] = (float(row.difference), told)
        cells[row.b, row.a] = (-float(row.difference), told)
    return cells


def _signed(value: float) -> str:
    """Return a difference in wins of 100 with its sign."""
    text = f"{100 * value:+.1f}".replace("-", "\N{MINUS SIGN}")
    return "0.0" if text[1:] == "0.0" else text


def _finding(cells: Cells, order: list[str]) -> str:
    ahead = [
        pair for pair, (value, told) in cells.items() if told == "yes" and value > 0
    ]
    decided, pairs = len(ahead), len(cells) // 2
    best = order[0]
    beaten = sum(pair[0] == best for pair in ahead)
    if not decided:
        return "no pair is decided"
    others = len(order) - 1
    who = {1: "the other", 2: "both others"}.get(others, f"all {others} others")
    if beaten == others:
        lead = f"{short(best)} is ahead of {who}"
    else:
        lead = f"{short(best)} is ahead of {beaten} of {others} others"
    return lead if pairs == 1 else f"{lead}; {decided:,} of {pairs:,} pairs are decided"


def _draw(axes: Axes, shown: list[str], cells: Cells) -> None:
    most = max(abs(value) for value, _ in cells.values()) or 1.0
    squares = (
        Square(
            (column, row),
            value / most / 2 + 0.5,
            _FORMS[decided].format(_signed(value)),
            f"{a} over {b}",
            is_open=decided == "no",
            is_bold=decided == "yes",
        )
        for row, a in enumerate(shown)
        for column, b in enumerate(shown)
        if a != b
        for value, decided in [cells[a, b]]
    )
    names = shorts(shown, 20)
    if len(shown) > _NAMED:
        names = [f"{name}  {place}" for place, name in enumerate(names, 1)]
    size = SMALL if len(shown) <= _NAMED else SMALL - 2
    matrix(axes, squares, len(shown), names, size=size, edge=0.5, light_from=0.875)
    if len(shown) > _NAMED:
        axes.set_xticks(range(len(shown)), map(str, range(1, len(shown) + 1)))
    else:
        axes.set_xticks(range(len(shown)), names, rotation=30, ha="left")
