"""The tables of a page: what stands in the CSV files, rounded to be read.

Every cell keeps the number as the CSV has it, to sort by and to be checked against.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from zetema_sim.answers import win_shares as described
from zetema_sim.answers.parts import AnswerTable, Cell, Column
from zetema_sim.common.wording import hundred, margin_text, p_text
from zetema_sim.results.charts import data
from zetema_sim.results.page import labels
from zetema_sim.results.reading import RunFolder

MOST_ROWS, MOST_PLAIN_ROWS = 200, 60
Row = Any  # a row of a table of pandas


def win_shares(run: RunFolder) -> AnswerTable:
    """Return who wins how often, the best first, ranks shared where undecided."""
    table = data.rows_of(run.tables["win_shares"], data.by_strength(run))
    caption = f"Win shares with {data.level(run)} intervals"
    made = described.on_page(caption, table.head(MOST_ROWS).to_dict("records"))
    return replace(made, note=_more(table, made))


def differences(run: RunFolder) -> AnswerTable | None:
    """Return the paired differences, the largest first."""
    caption = (
        "Paired differences in wins of 100, for each side played; p corrected for the "
        "number of pairs by Holm"
    )
    return _differences("differences", run.tables["differences"], caption)


def pairs(run: RunFolder) -> AnswerTable | None:
    """Return a tournament's pairs head to head, the largest difference first."""
    caption = (
        "Head to head: wins of 100 of a seat more than of one of the other where both "
        "sit at a table; p corrected for all differences by Holm"
    )
    note = (
        "The differences of the shares against the field, from which the ranks follow, "
        "stand in pairs.csv."
    )
    made = _differences("pairs", data.head_to_head(run), caption)
    return made and replace(made, note=f"{made.note} {note}".lstrip())


def sweep_differences(run: RunFolder) -> AnswerTable | None:
    """Return the differences of points of a sweep, each by its values."""
    caption = (
        f"Paired differences of {run.manifest['focus']} in wins of 100; p corrected "
        "for the number of pairs by Holm"
    )
    return _differences(
        "differences", run.tables["differences"], caption, _points_of_sweep(run)
    )


def _differences(
    name: str, table: Any, caption: str, points: Mapping[int, str] | None = None
) -> AnswerTable | None:
    """Return differences of strategies, or of `points` by their numbers."""
    if not len(table):
        return None
    order = table.difference.abs().sort_values(ascending=False, kind="stable").index
    names = ["strategy", "more than"] if points is None else ["more at", "than at"]
    heads = [*names, "wins of 100", "from", "to", "p", "decided"]

    def cells(row: Row) -> Iterator[Cell]:
        sign = 1 if row.difference >= 0 else -1
        for place, column in enumerate(("a", "b")[::sign]):
            text, number = getattr(row, column), None
            if points is not None:
                number = int(text)
                text = points[number]
            yield Cell(text, number, column, is_head=place == 0)
        ends = ("difference_low", "difference_high")
        for column in ("difference", *ends[::sign]):
            value = sign * float(getattr(row, column))
            shown = hundred(value).replace("-", "\N{MINUS SIGN}")
            yield Cell(shown, value, column)
        yield Cell(p_text(row.p_holm), row.p_holm, "p_holm")
        yield Cell(data.decided(row), None, "decided")

    return _made(name, caption, heads, table.loc[order], cells)


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


def points(run: RunFolder) -> AnswerTable:
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
    return AnswerTable(caption, columns, rows, "points", note)


_ABREAST = 6


def _points(row: Row) -> Cell:
    number = data.interval(row, "points_per_match")
    text = f"{number.value:.1f} ± {margin_text(number.margin)}" if number.value else "0"
    return Cell(text, float(number.value), "points_per_match")


_INTERVAL = {
    "win_share": "wins of 100",
    "win_share_low": "from",
    "win_share_high": "to",
}


def seats(run: RunFolder) -> AnswerTable:
    """Return the wins on each seat."""
    table = run.tables["seats"]
    heads = {"strategy": "strategy", "seat": "seat"}
    if "matches" in table:
        table, heads["matches"] = table[table.matches > 0], "matches"
    caption = f"Wins by seat with {data.level(run)} intervals; seat 0 begins"
    named = table.assign(strategy=table.strategy.replace("", "all"))
    return _some("seats", caption, heads | _INTERVAL, named)


def lineups(run: RunFolder) -> AnswerTable | None:
    """Return the win shares in each line-up, where there are several."""
    table = run.tables["lineups"]
    if "lineup" in table and table.lineup.nunique() < 2:
        return None
    heads = {"strategies": "line-up", "matches": "matches", "strategy": "strategy"}
    heads["win_share"] = "wins of 100"
    return _some("lineups", "Win shares by line-up", heads, table)


def endings(run: RunFolder) -> AnswerTable:
    """Return how many matches ended in which way."""
    heads = {"ending": "ending", "matches": "matches"}
    return _some("endings", "What ended the matches", heads, run.tables["endings"])


def sweep(run: RunFolder) -> AnswerTable:
    """Return the share of the strategy in question at each point."""
    table = run.tables["sweep"]
    varied = [each["name"] for each in run.manifest["varied"]]
    others = {**_INTERVAL, "fair_share": "fair", "mean_points": "points a match"}
    others["may_be_best"] = "may be best"

    def cells(row: Row) -> Iterator[Cell]:
        values = dict(zip(table.columns, row, strict=True))
        for name in varied:
            number = None if isinstance(values[name], str) else values[name]
            yield Cell(str(values[name]), number, name, is_head=name == varied[0])
        yield from (_as_it_is(values[column], column) for column in others)

    heads = [*(name.rpartition(":")[2] for name in varied), *others.values()]
    caption = f"Wins of {run.manifest['focus']} with {data.level(run)} intervals"
    return _made("sweep", caption, heads, table[table.in_question], cells)


def _some(name: str, caption: str, heads: Mapping[str, str], table: Any) -> AnswerTable:
    """Return some columns under their heads; the first names the rows."""

    def cells(row: Row) -> Iterator[Cell]:
        for place, column in enumerate(heads):
            yield _as_it_is(getattr(row, column), column, is_head=place == 0)

    return _made(name, caption, [*heads.values()], table, cells)


def plain(name: str, run: RunFolder) -> AnswerTable:
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
        f"{labels.head(name, column)} {_as_it_is(value, column).text}"
        for column, value in same.items()
        if not _is_end(column, every)
    ]
    caption += f"; in all rows: {', '.join(told)}" if told else ""
    return _made(name, caption, heads, table, cells, MOST_PLAIN_ROWS)


def _is_end(column: str, every: Sequence[str]) -> bool:
    """Return whether a column is the end of another's interval."""
    return any(column == f"{other}_{end}" for other in every for end in ("low", "high"))


_FORMS = {
    **dict.fromkeys(("points_per_match", "mean_points"), ".1f"),
    "events_per_deal": ".3f",
    "strength": ".2f",
}
_OF_WINS = (*_INTERVAL, "fair_share", "difference")


def _as_it_is(
    value: Any, column: str, ends: Sequence[float] = (), *, is_head: bool = False
) -> Cell:
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
) -> AnswerTable:
    rows = [tuple(cells(row)) for row in table.head(most).itertuples(index=False)]
    made = AnswerTable(caption, tuple(map(Column, heads)), rows, name)
    return replace(made, note=_more(table, made))


def _more(table: Any, made: AnswerTable) -> str:
    """Return what is said of the rows that a table leaves out."""
    more = len(table) - len(made.rows)
    return f"{more:,} more rows stand in {made.name}.csv." if more else ""
