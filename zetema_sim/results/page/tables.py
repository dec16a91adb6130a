"""The tables of a page: what stands in the CSV files, rounded to be read.

Every cell keeps the number as the CSV has it, to sort by and to be checked against.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from zetema_sim.answers import win_shares as described
from zetema_sim.answers.parts import Cell, Column, Table
from zetema_sim.common.wording import hundred, margin_text, p_text
from zetema_sim.results.charts import data
from zetema_sim.results.page import labels
from zetema_sim.results.reading import RunFolder

MOST_ROWS, MOST_PLAIN_ROWS = 200, 60
Row = Any  # a row of a table of pandas


def win_shares(run: RunFolder) -> Table:
    """Return who wins how often, the best first, ranks shared where undecided."""
    table = data.rows_of(run.tables["win_shares"], data.by_strength(run))
    caption = f"Win shares with {data.level(run)} intervals"
    made = described.on_page(caption, table.head(MOST_ROWS).to_dict("records"))
    return replace(made, note=_more(table, made))


def differences(run: RunFolder) -> Table | None:
    """Return the paired differences, the largest first."""
    caption = (
        "Paired differences in wins of 100, for each side played; p corrected for the "
        "number of pairs by Holm"
    )
    return _differences("differences", run.tables["differences"], caption)


def pairs(run: RunFolder) -> Table | None:
    """Return a tournament's pairs head to head, the largest difference first."""
    caption = (
        "Head to head: wins of 100 of a seat more than of one of the other where both "
        "sit at a table; p corrected for all differences by Holm"
    )
    note = (
        "The differences of the shares against the field, from which the ranks follow, "
        "stand in pairs.csv."
    )
    return _differences("pairs", data.head_to_head(run), caption, note)


def _differences(name: str, table: Any, caption: str, note: str = "") -> Table | None:
    if not len(table):
        return None
    order = table.difference.abs().sort_values(ascending=False, kind="stable").index
    heads = ["strategy", "more than", "wins of 100", "from", "to", "p", "told apart"]

    def cells(row: Row) -> Iterator[Cell]:
        names = ("a", "b") if row.difference >= 0 else ("b", "a")
        yield Cell(getattr(row, names[0]), None, names[0], is_head=True)
        yield Cell(getattr(row, names[1]), None, names[1])
        sign = 1 if row.difference >= 0 else -1
        ends = ("difference_low", "difference_high")[::sign]
        for column in ("difference", *ends):
            yield _hundred(row, column, sign=sign)
        yield _p_value(row)
        yield Cell(data.decided(row), None, "decided")

    made = _made(name, caption, heads, table.loc[order], cells)
    return replace(made, note=" ".join(filter(None, (made.note, note))))


def sweep_differences(run: RunFolder) -> Table | None:
    """Return the differences of points of a sweep, each by its values."""
    table = run.tables["differences"]
    if not len(table):
        return None
    order = table.difference.abs().sort_values(ascending=False, kind="stable").index
    names = _points_of_sweep(run)
    heads = ["more at", "than at", "wins of 100", "from", "to", "p", "told apart"]

    def cells(row: Row) -> Iterator[Cell]:
        ends = ("difference_low", "difference_high")
        sign = 1 if row.difference >= 0 else -1
        for place, column in enumerate(("a", "b")[::sign]):
            number = int(getattr(row, column))
            yield Cell(names[number], number, column, is_head=place == 0)
        for column in ("difference", *ends[::sign]):
            yield _hundred(row, column, sign=sign)
        yield _p_value(row)
        yield Cell("yes" if row.decided else "no", None, "decided")

    caption = (
        f"Paired differences of {run.manifest['focus']} in wins of 100; p corrected "
        "for the number of pairs by Holm"
    )
    return _made("differences", caption, heads, table.loc[order], cells)


def _points_of_sweep(run: RunFolder) -> dict[int, str]:
    """Return each point by its number: ``wait_for = 2, draw.to = 7``."""
    varied = [each["name"] for each in run.manifest["varied"]]
    table = run.tables["sweep"].drop_duplicates("point")
    rows = zip(table["point"], *(table[name] for name in varied), strict=True)
    keys = [name.rpartition(":")[2] for name in varied]
    return {
        int(point): ", ".join(
            f"{key} = {value}" for key, value in zip(keys, values, strict=True)
        )
        for point, *values in rows
    }


def points(run: RunFolder) -> Table:
    """Return the points of a seat in a match by source, a column a strategy."""
    table = run.tables["points"]
    every = data.by_strength(run)
    shown = [n for n in every if (table.strategy == n).any()][:_ABREAST]
    by_strategy = {
        name: table[table.strategy == name].set_index("source") for name in shown
    }
    rows = [
        (
            Cell(source.replace("_", " "), None, "source", is_head=True),
            *(_points(of_strategy.loc[source]) for of_strategy in by_strategy.values()),
        )
        for source in dict.fromkeys(table.source)
    ]
    note = (
        "" if len(shown) == len(every) else f"The {len(shown)} best; the CSV has all."
    )
    caption = f"Points of a seat in a match, by source, with {data.level(run)} margins"
    columns = tuple(map(Column, ("source", *shown)))
    return Table(caption, columns, rows, "points", note)


_ABREAST = 6


def _points(row: Row) -> Cell:
    number = data.interval(row, "points_per_match")
    text = f"{number.value:.1f} ± {margin_text(number.margin)}" if number.value else "0"
    return Cell(text, float(number.value), "points_per_match")


def seats(run: RunFolder) -> Table:
    """Return the wins on each seat."""
    table = run.tables["seats"]
    has_matches = "matches" in table
    heads = ["strategy", "seat", *(["matches"] if has_matches else [])]
    heads += ["wins of 100", "from", "to"]

    def cells(row: Row) -> Iterator[Cell]:
        yield Cell(row.strategy or "all", None, "strategy", is_head=True)
        yield _whole(row, "seat")
        if has_matches:
            yield _whole(row, "matches")
        for column in ("win_share", "win_share_low", "win_share_high"):
            yield _hundred(row, column)

    caption = f"Wins by seat with {data.level(run)} intervals; seat 0 begins"
    sat = table[table.matches > 0] if has_matches else table
    return _made("seats", caption, heads, sat, cells)


def lineups(run: RunFolder) -> Table | None:
    """Return the win shares in each line-up, where there are several."""
    table = run.tables["lineups"]
    if "lineup" in table and table.lineup.nunique() < 2:
        return None
    heads = ["line-up", "matches", "strategy", "wins of 100"]

    def cells(row: Row) -> Iterator[Cell]:
        yield Cell(row.strategies, None, "strategies", is_head=True)
        yield _whole(row, "matches")
        yield Cell(row.strategy, None, "strategy")
        yield _hundred(row, "win_share")

    return _made("lineups", "Win shares by line-up", heads, table, cells)


def endings(run: RunFolder) -> Table:
    """Return how many matches ended in which way."""

    def cells(row: Row) -> Iterator[Cell]:
        yield Cell(row.ending.replace("_", " "), None, "ending", is_head=True)
        yield _whole(row, "matches")

    table = run.tables["endings"]
    return _made(
        "endings", "What ended the matches", ["ending", "matches"], table, cells
    )


def sweep(run: RunFolder) -> Table:
    """Return the share of the strategy in question at each point."""
    table = run.tables["sweep"]
    varied = [each["name"] for each in run.manifest["varied"]]
    heads = [*(name.rpartition(":")[2] for name in varied), "wins of 100", "from", "to"]
    heads += ["fair", "points a match", "may be best"]
    places = [table.columns.get_loc(name) for name in varied]

    def cells(row: Row) -> Iterator[Cell]:
        for name, place in zip(varied, places, strict=True):
            value = row[place]
            number = value if isinstance(value, (int, float)) else None
            yield Cell(str(value), number, name, is_head=place == places[0])
        for column in ("win_share", "win_share_low", "win_share_high", "fair_share"):
            yield _hundred(row, column)
        yield _plain(row, "mean_points", 1)
        yield Cell("yes" if row.may_be_best else "no", None, "may_be_best")

    caption = f"Wins of {run.manifest['focus']} with {data.level(run)} intervals"
    return _made("sweep", caption, heads, table[table.in_question], cells)


def plain(name: str, run: RunFolder) -> Table:
    """Return any table as it stands; a number and its interval are one cell.

    Of a column that has the same in all rows the caption tells.
    """
    table = run.tables[name]
    every = [str(column) for column in table.columns]
    same = {
        column: table[column].iloc[0]
        for column in every[:-1]
        if len(table) > 1 and table[column].nunique(dropna=False) == 1
    }
    shown = [
        (place, column)
        for place, column in enumerate(every)
        if column not in same and not _is_end(column, every)
    ]

    def cells(row: Row) -> Iterator[Cell]:
        for place, column in shown:
            ends = [
                float(row[every.index(f"{column}_{end}")])
                for end in ("low", "high")
                if f"{column}_{end}" in every
            ]
            yield _as_it_is(row[place], column, ends, is_head=place == first)

    first = shown[0][0]
    heads = [labels.head(name, column) for _, column in shown]
    caption = labels.caption(name)
    told = [
        f"{labels.head(name, column)} "
        f"{_as_it_is(value, column, (), is_head=False).text}"
        for column, value in same.items()
        if not _is_end(column, every)
    ]
    caption += f"; in all rows: {', '.join(told)}" if told else ""
    return _made(name, caption, heads, table, cells, MOST_PLAIN_ROWS)


def _is_end(column: str, every: Sequence[str]) -> bool:
    """Return whether a column is the end of another's interval."""
    return any(column == f"{other}_{end}" for other in every for end in ("low", "high"))


_FORMS = {"points_per_match": ".1f", "events_per_deal": ".3f", "strength": ".2f"}
_OF_WINS = ("win_share", "fair_share", "difference")


def _as_it_is(value: Any, column: str, ends: Sequence[float], *, is_head: bool) -> Cell:
    if isinstance(value, bool):
        return Cell("yes" if value else "no", None, column, is_head)
    if isinstance(value, int):
        return Cell(f"{value:,}", value, column, is_head)
    if not isinstance(value, float):
        return Cell(labels.value(column, str(value)), None, column, is_head)
    if math.isnan(value):
        return Cell("-", None, column, is_head)
    if column == "p_holm":
        return Cell(p_text(value), value, column, is_head)
    scale = 100 if column in _OF_WINS else 1
    form = ".1f" if scale == 100 else _FORMS.get(column, ".4g")
    text = f"{scale * value:z{form}}"
    if ends:
        low, high = (f"{scale * end:z{form}}" for end in ends)
        text += f" ({low} to {high})"
    return Cell(text, value, column, is_head)


def _made(
    name: str,
    caption: str,
    heads: Sequence[str],
    table: Any,
    cells: Callable[[Row], Iterator[Cell]],
    most: int = MOST_ROWS,
) -> Table:
    rows = [tuple(cells(row)) for row in table.head(most).itertuples(index=False)]
    made = Table(caption, tuple(map(Column, heads)), rows, name)
    return replace(made, note=_more(table, made))


def _more(table: Any, made: Table) -> str:
    """Return what is said of the rows that a table leaves out."""
    more = len(table) - len(made.rows)
    return f"{more:,} more rows stand in {made.name}.csv." if more else ""


def _hundred(row: Row, column: str, sign: int = 1) -> Cell:
    value = float(getattr(row, column))
    shown = hundred(sign * value).replace("-", "\N{MINUS SIGN}")
    return Cell(shown, sign * value, column)


def _p_value(row: Row) -> Cell:
    value = float(row.p_holm)
    return Cell(p_text(value), value, "p_holm")


def _plain(row: Row, column: str, digits: int) -> Cell:
    value = float(getattr(row, column))
    return Cell(f"{value:.{digits}f}", value, column)


def _whole(row: Row, column: str) -> Cell:
    value = int(getattr(row, column))
    return Cell(f"{value:,}", value, column)
