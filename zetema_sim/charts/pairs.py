"""Who is ahead of whom, and what is not told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.charts import data
from zetema_sim.charts.style import (
    BLUE,
    FAINT,
    FIXED_DARK,
    FIXED_LIGHT,
    ORANGE,
    SMALL,
    Chart,
    Sheet,
    patch_behind,
    short,
    shorts,
)
from zetema_sim.run_folder import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 10
_NAMED = 6  # columns; more are numbered
_NOTE = (
    "Wins of 100, for each side played, that the row has more than the column. Hatched "
    "and in brackets: not told apart (p corrected for all pairs by Holm)."
)


def draw_field(run: RunFolder) -> Chart | None:
    """Return the matrix of a tournament's differences over its whole field."""
    table = run.tables["pairs"]
    return _drawn(run, table[table.against == "field"], "pairs.csv")


def draw(run: RunFolder) -> Chart | None:
    """Return the matrix of paired differences, None for a strategy alone."""
    return _drawn(run, run.tables["differences"], "differences.csv")


def _drawn(run: RunFolder, table: Any, file: str) -> Chart | None:
    if not len(table):
        return None
    order = data.by_strength(run)
    shown = order[:SHOWN]
    notes = [_NOTE, *data.more_note(len(shown), len(order), file)]
    size = 1.3 + 0.46 * len(shown)
    sheet = Sheet(_finding(table, order), data.subtitle(run), size, notes)
    (axes,) = sheet.axes()
    cells = both_ways(table)
    _draw(axes, shown, cells)
    told = "; ".join(
        f"{a} over {b} {_signed(value)}{'' if decided else ' (not told apart)'}"
        for place, a in enumerate(shown)
        for b in shown[place + 1 :]
        for value, decided in [cells[a, b]]
    )
    return sheet.chart("differences", f"Matrix of differences in wins of 100: {told}.")


def both_ways(table: Any) -> dict[tuple[str, str], tuple[float, bool]]:
    """Return the difference of each pair, and whether it is decided, either way."""
    cells: dict[tuple[str, str], tuple[float, bool]] = {}
    for row in table.itertuples():
        cells[row.a, row.b] = (float(row.difference), bool(row.decided))
        cells[row.b, row.a] = (-float(row.difference), bool(row.decided))
    return cells


def _signed(value: float) -> str:
    """Return a difference in wins of 100 with its sign."""
    text = f"{100 * value:+.1f}".replace("-", "\N{MINUS SIGN}")
    return "0.0" if text[1:] == "0.0" else text


def _finding(table: Any, order: list[str]) -> str:
    decided, pairs = int(table.decided.sum()), len(table)
    best = order[0]
    beaten = sum(
        1
        for row in table[table.decided].itertuples()
        if best == (row.a if row.difference > 0 else row.b)
    )
    if not decided:
        return "No two strategies are told apart"
    others = len(order) - 1
    who = {1: "the other", 2: "both others"}.get(others, f"all {others} others")
    if beaten == others:
        lead = f"{short(best)} is ahead of {who}"
    else:
        lead = f"{short(best)} is ahead of {beaten} of {others} others"
    return (
        lead if pairs == 1 else f"{lead}; {decided:,} of {pairs:,} pairs are told apart"
    )


def _draw(
    axes: Axes, shown: list[str], cells: dict[tuple[str, str], tuple[float, bool]]
) -> None:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    colours = LinearSegmentedColormap.from_list(
        "difference", [ORANGE, FIXED_LIGHT, BLUE]
    )
    size = SMALL if len(shown) <= _NAMED else SMALL - 2
    most = max(abs(value) for value, _ in cells.values()) or 1.0
    for row, a in enumerate(shown):
        for column, b in enumerate(shown):
            if a == b:
                continue
            value, decided = cells[a, b]
            strength = value / most
            axes.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1,
                    1,
                    facecolor=colours(strength / 2 + 0.5),
                    hatch="" if decided else "///",
                    edgecolor=FAINT,
                    linewidth=0.5,
                    gid=f"{a} over {b}",
                )
            )
            text = _signed(value)
            axes.text(
                column, row, text if decided else f"({text})", ha="center", va="center",
                size=size, color=FIXED_LIGHT if strength > 0.75 else FIXED_DARK,
                weight="bold" if decided else "normal",
                bbox=patch_behind(colours(strength / 2 + 0.5)),
            )  # fmt: skip
    last = len(shown) - 0.5
    names = shorts(shown, 20)
    axes.set_xlim(-0.5, last)
    axes.set_ylim(last, -0.5)
    if len(shown) > _NAMED:
        names = [f"{name}  {place}" for place, name in enumerate(names, 1)]
        axes.set_xticks(range(len(shown)), map(str, range(1, len(shown) + 1)))
    else:
        axes.set_xticks(range(len(shown)), names, rotation=30, ha="left")
    axes.set_yticks(range(len(shown)), names)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
