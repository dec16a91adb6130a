"""Where points come from: one stacked bar a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import name_rows
from zetema_sim.results.charts.style import (
    COLOURS,
    FIXED_DARK,
    FIXED_LIGHT,
    HATCHES,
    PAPER,
    SMALL,
    Chart,
    Sheet,
    patch_behind,
    short,
    shorts,
)
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 20
# Sources as they are spoken of together, by how their names begin.
GROUPS = {
    "flush_imperial": "imperial flushes",
    "flush_plain": "plain flushes",
    "marriages": "marriages",
    "zetema": "zetemas",
    "sequence": "sequences",
    "flush_sequence": "flush sequences",
    "assembly": "assemblies",
}
_LEAST_LABELLED = 0.07  # of the longest bar


def grouped(table: Any) -> dict[str, dict[str, float]]:
    """Return the points a match of each group of sources, by strategy."""
    found: dict[str, dict[str, float]] = {}
    for row in table.itertuples():
        group = max(
            (start for start in GROUPS if row.source.startswith(start)), key=len
        )
        of_strategy = found.setdefault(
            row.strategy, dict.fromkeys(GROUPS.values(), 0.0)
        )
        of_strategy[GROUPS[group]] += row.points_per_match
    return found


def draw_verdict(run: RunFolder) -> Chart:
    """Return the same for a strategy and its field, under the first rules asked."""
    table = run.tables["points"]
    table = table[table.rules == table.rules.iloc[0]]
    name = short(str(run.manifest["strategy"]), 16)
    whose = table.whose.map({"strategy": name, "field": "field"})
    labels = whose + " at " + table.players.astype(str) + " players"
    found = grouped(table.assign(strategy=labels))
    return _drawn(run, found, list(found))


def draw(run: RunFolder) -> Chart:
    """Return the chart of points by source."""
    found = grouped(run.tables["points"])
    return _drawn(run, found, [n for n in data.by_strength(run) if n in found])


def _drawn(
    run: RunFolder, found: dict[str, dict[str, float]], order: list[str]
) -> Chart:
    shown = order[:SHOWN]
    notes = data.more_note(len(shown), len(order), "points.csv")
    height = 0.65 + 0.45 * len(shown)
    finding = _finding(shown[0], found[shown[0]])
    sheet = Sheet(finding, data.subtitle(run), height, notes, legend=2)
    (axes,) = sheet.axes()
    _draw(axes, shown, found)
    handles, _ = axes.get_legend_handles_labels()
    sheet.legend(handles, columns=4)
    told = "; ".join(
        f"{name}: " + ", ".join(f"{g} {p:.1f}" for g, p in found[name].items() if p)
        for name in shown
    )
    return sheet.chart("points", f"Points of a seat in a match, by source. {told}.")


def _finding(name: str, points: dict[str, float]) -> str:
    total = sum(points.values())
    if not total:
        return f"{short(name)} makes no points"
    first, second = sorted(points, key=lambda group: -points[group])[:2]
    return (
        f"{short(name)} makes {100 * points[first] / total:.0f} % of its points with "
        f"{first} and {100 * points[second] / total:.0f} % with {second}"
    )


def _draw(axes: Axes, shown: list[str], found: dict[str, dict[str, float]]) -> None:
    places = range(len(shown))
    starts = np.zeros(len(shown))
    longest = max(sum(found[name].values()) for name in shown)
    for group, colour, hatch in zip(GROUPS.values(), COLOURS, HATCHES, strict=False):
        widths = np.array([found[name][group] for name in shown])
        axes.barh(
            places, widths, left=starts, height=0.68, color=colour, hatch=hatch,
            edgecolor=PAPER, label=group, gid=group,
        )  # fmt: skip
        for place, start, width in zip(places, starts, widths, strict=True):
            if longest and width >= _LEAST_LABELLED * longest:
                _number(axes, (start + width / 2, place), width, colour)
        starts += widths
    for place, total in zip(places, starts, strict=True):
        axes.text(
            total + longest * 0.01, place, f"{total:.1f}", va="center", size=SMALL
        )
    name_rows(axes, shorts(shown), "points of a seat in a match")
    axes.set_xlim(0, longest * 1.12 or 1)


def _number(axes: Axes, at: tuple[float, float], points: float, ground: str) -> None:
    """Write a bar's points on it, on a patch of its own colour without hatch."""
    dark = ground in (COLOURS[0], COLOURS[2], COLOURS[5])
    axes.text(
        *at, f"{points:.0f}", ha="center", va="center", size=SMALL,
        color=FIXED_LIGHT if dark else FIXED_DARK,
        bbox=patch_behind(ground),
    )  # fmt: skip
