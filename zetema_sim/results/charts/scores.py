"""How points are distributed, by strategy: histograms on the lattice of the points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import binned
from zetema_sim.results.charts.style import (
    BLUE,
    FAINT,
    RED,
    SMALL,
    Chart,
    Sheet,
    short,
)
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 6
MOST_BINS = 100
_NOTE = "The line: half of the cases are there or above. Each panel has its own height."


@dataclass(frozen=True)
class Quantity:
    """A kind of points that is counted, and how it is spoken of."""

    name: str  # in the column `quantity`
    label: str
    counted: str  # what is counted: the unit of the shares
    finding: str
    single: str  # the same where there is one strategy


FINAL = Quantity(
    "final_score",
    "score when the match ends",
    "sides",
    "{best} ends half of its matches at {best_middle} points or more, {last} at "
    "{last_middle}",
    "{best} ends half of its matches at {best_middle} points or more",
)
MARGIN = Quantity(
    "margin_of_victory",
    "lead over the next side, in matches won",
    "wins",
    "When {best} wins, it is by {best_middle} points or more in half of the matches",
    "When {best} wins, it is by {best_middle} points or more in half of the matches",
)
OF_A_DEAL = Quantity(
    "points_of_a_deal",
    "points in a deal",
    "deals",
    "Half of the deals bring {best} {best_middle} points or more, {last} {last_middle}",
    "Half of the deals bring {best} {best_middle} points or more",
)


def draw(run: RunFolder, quantity: Quantity) -> Chart | None:
    """Return the histograms of a quantity, None where nothing of it was counted."""
    table = run.tables["scores"]
    table = table[table.quantity == quantity.name]
    order = [n for n in data.by_strength(run) if (table.strategy == n).any()]
    if not order:
        return None
    shown = order[:SHOWN]
    counts = {name: table[table.strategy == name] for name in shown}
    middles = {name: _middle(each) for name, each in counts.items()}
    target = _target(run) if quantity is FINAL else None
    notes = [_NOTE + (f" Dotted: the target, {target} points." if target else "")]
    notes += data.more_note(len(shown), len(order), "scores.csv")
    words = {
        "best": short(shown[0]), "best_middle": middles[shown[0]],
        "last": short(shown[-1]), "last_middle": middles[shown[-1]],
    }  # fmt: skip
    finding = quantity.finding if len(shown) > 1 else quantity.single
    height = 0.7 + 1.05 * len(shown)
    sheet = Sheet(finding.format(**words), data.subtitle(run), height, notes)
    every = sheet.axes(len(shown), 1, sharex=True)
    width = data.bin_width(table[table.strategy.isin(shown)].points.tolist(), MOST_BINS)
    step = data.lattice(table.points.tolist())
    for axes, name in zip(every, shown, strict=True):
        _draw(axes, name, counts[name], (width, step), target)
        cases = f"{counts[name]['count'].sum():,} {quantity.counted}"
        axes.set_title(
            f"{short(name)}: half at {middles[name]} or more ({cases})",
            pad=3, size=SMALL, weight="bold",
        )  # fmt: skip
    _label(every[-1], quantity, (width, step))
    told = "; ".join(f"{name} {middle}" for name, middle in middles.items())
    alt = f"Histograms, {quantity.label}; half are at or above: {told}."
    return sheet.chart(quantity.name, alt)


def _middle(counts: Any) -> int:
    """Return the most points that at least half of the cases reach."""
    points, number = counts.points.to_numpy(), counts["count"].to_numpy()
    order = np.argsort(-points)
    reached = np.cumsum(number[order])
    return int(points[order][int(np.searchsorted(reached, reached[-1] / 2))])


def _target(run: RunFolder) -> int | None:
    rules, players = run.manifest.get("rules", {}), run.manifest.get("players")
    target = rules.get("match", {}).get("target", {}).get(str(players))
    return int(target) if target is not None else None


def shares(
    counts: Any, width: int, step: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the share of the cases in each bin, in per cent, and the bins' edges.

    A bin holds `width` / `step` possible numbers of points and reaches half a step
    beyond them, so that none lies on an edge.
    """
    points, number = counts.points.to_numpy(), counts["count"].to_numpy()
    heights, starts = binned(points, number, width)
    return heights, np.append(starts, starts[-1] + width) - step / 2


def _draw(
    axes: Axes, name: str, counts: Any, bins: tuple[int, int], target: int | None
) -> None:
    from matplotlib.ticker import MaxNLocator

    heights, edges = shares(counts, *bins)
    axes.stairs(heights, edges, fill=True, facecolor=BLUE, gid=name)
    axes.axvline(_middle(counts), color=RED, linewidth=1.8, gid="middle")
    if target is not None:
        axes.axvline(target, color=FAINT, linestyle=":", linewidth=1.6, gid="target")
    axes.tick_params(axis="y", labelsize=SMALL)
    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.set_ylim(0, heights.max() * 1.08)


def _label(bottom: Axes, quantity: Quantity, bins: tuple[int, int]) -> None:
    width, step = bins
    wide = "" if width == step else f", a bar spans {width}"
    bottom.set_xlabel(f"{quantity.label} (points come in steps of {step}{wide})")
    bottom.figure.supylabel(f"% of {quantity.counted}", size=SMALL)
