"""How points are distributed: for all strategies, how many cases reach how many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from zetema_sim.results.charts import data
from zetema_sim.results.charts.style import (
    COLOURS,
    FAINT,
    MARKERS,
    RULE,
    SMALL,
    Chart,
    Sheet,
    short,
    shorts,
)
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 6
STEP = 10  # points from one place of a curve to the next
LEAST = 0.1  # of 100: a curve's end that is lower is not shown
_NOTE = "Each curve: how many of 100 reach so many points or more."


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
    """Return the curves of a quantity, None where nothing of it was counted."""
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
    lines = -(-len(shown) // 2)
    sheet = Sheet(finding.format(**words), data.subtitle(run), 2.8, notes, lines)
    (axes,) = sheet.axes()
    _draw(axes, counts, target)
    axes.set_xlabel(quantity.label)
    axes.set_ylabel(f"of 100 {quantity.counted}", size=SMALL)
    handles, _ = axes.get_legend_handles_labels()
    sheet.legend(handles, columns=2)
    told = "; ".join(f"{name} {middle}" for name, middle in middles.items())
    alt = f"Curves, {quantity.label}; half are at or above: {told}."
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


def reached(counts: Any, places: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return how many of 100 cases reach each number of points, or more."""
    points, number = counts.points.to_numpy(), counts["count"].to_numpy()
    order = np.argsort(points)
    below = np.append(0, np.cumsum(number[order]))
    at = np.searchsorted(points[order], places, side="left")
    return np.asarray(100 * (1 - below[at] / below[-1]))


def _draw(axes: Axes, counts: dict[str, Any], target: int | None) -> None:
    every = np.concatenate([each.points.to_numpy() for each in counts.values()])
    low, high = int(every.min()) // STEP, -(-int(every.max()) // STEP)
    places = STEP * np.arange(low, high + 2)
    names = zip(counts, shorts(counts), strict=True)
    last = 1
    for number, (name, label) in enumerate(names):
        parts = reached(counts[name], places)
        last = max(last, int((parts > LEAST).sum()))
        axes.plot(
            places, parts, color=COLOURS[number], label=label,
            marker=MARKERS[number], markersize=5.5, linewidth=1.8, gid=name,
            markevery=(number, max(len(places) // 8, 1)),
        )  # fmt: skip
    if target is not None:
        axes.axvline(target, color=FAINT, linestyle=":", linewidth=1.6, gid="target")
    axes.grid(color=RULE)
    axes.tick_params(axis="y", labelsize=SMALL)
    axes.set_ylim(0, 102)
    axes.set_xlim(places[0], places[last])
