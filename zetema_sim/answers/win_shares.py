"""The table of win shares: its columns, on a terminal and on a page.

A row is one of ``win_shares.csv``, as a mapping.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from zetema_sim.answers.parts import AnswerTable, Cell, Column
from zetema_sim.common.wording import hundred, margin_text, percent
from zetema_sim.stats import Interval, rank_text

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Described:
    """A column: its head, None where it is not shown, and what it shows of a row."""

    head: str | None
    on_page: str | None
    cell: Callable[[Row], Cell]


def number(row: Row, column: str = "win_share") -> Interval:
    """Return a number of a row with its interval."""
    ends = (float(row[f"{column}_{end}"]) for end in ("low", "high"))
    return Interval(float(row[column]), *ends)


def _name(row: Row) -> Cell:
    return Cell(row["strategy"], None, "strategy", is_head=True)


def _rank(row: Row) -> Cell:
    ranks = int(row["rank_best"]), int(row["rank_worst"])
    return Cell(rank_text(ranks), ranks[0], "rank_best")


def _share(column: str) -> Callable[[Row], Cell]:
    def cell(row: Row) -> Cell:
        margin = 1.0 if column == "fair_share" else number(row).margin
        return Cell(hundred(row[column], margin), float(row[column]), column)

    return cell


def _points(row: Row) -> Cell:
    points = float(row["mean_points"])
    return Cell(f"{points:.1f}", points, "mean_points")


def _points_margin(row: Row) -> Cell:
    margin = number(row, "mean_points").margin
    return Cell(margin_text(margin), margin)


COLUMNS = (
    Described(
        "strategy",
        "strategy",
        lambda row: Cell(row["strategy"], None, "strategy", is_head=True),
    ),
    Described("rank", "rank", _rank),
    # Who plays alone wins for certain; there are no digits to tell apart.
    Described(
        "wins",
        None,
        lambda row: Cell(hundred(row["win_share"], number(row).margin or 1)),
    ),
    Described(
        "±",
        None,
        lambda row: Cell(hundred(number(row).margin, number(row).margin or 1)),
    ),
    Described(None, "wins of 100", _share("win_share")),
    Described(None, "from", _share("win_share_low")),
    Described(None, "to", _share("win_share_high")),
    Described("fair", "fair", _share("fair_share")),
    Described(
        "points a match",
        "points a match",
        lambda row: Cell(
            f"{row['mean_points']:.1f}", float(row["mean_points"]), "mean_points"
        ),
    ),
    Described("±", "±", _points_margin),
    Described("forfeits", None, lambda row: Cell(percent(row["fault_rate"]))),
)


def on_terminal(
    caption: str, rows: Iterable[Row], *, without: str = "", first: str = "strategy"
) -> AnswerTable:
    """Return the table for a terminal.

    Parameters
    ----------
    caption
        What it shows.
    rows
        From the top down; forfeits are shown where there were any.
    without
        The head of a column that is left out.
    first
        The first head.
    """
    rows = list(rows)
    hidden = {without, "strategy"}
    if not any(row.get("fault_rate") for row in rows):
        hidden.add("forfeits")
    others = [(each.head, each.cell) for each in COLUMNS if each.head not in hidden]
    return _made(caption, rows, [(first, _name), *others])


def on_page(caption: str, rows: Iterable[Row]) -> AnswerTable:
    """Return the table for a page."""
    return _made(caption, rows, [(each.on_page, each.cell) for each in COLUMNS])


def _made(
    caption: str,
    rows: Iterable[Row],
    shown: Iterable[tuple[str | None, Callable[[Row], Cell]]],
) -> AnswerTable:
    heads = [(head, cell) for head, cell in shown if head is not None]
    columns = (Column(head, place == 0) for place, (head, _) in enumerate(heads))
    cells = [tuple(cell(row) for _, cell in heads) for row in rows]
    return AnswerTable(caption, tuple(columns), cells, "win_shares")
