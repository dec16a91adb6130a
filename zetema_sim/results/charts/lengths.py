"""How long matches are: deals and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import binned
from zetema_sim.results.charts.style import BLUE, RED, SMALL, Chart, Sheet
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BINS = 60


def draw(run: RunFolder) -> Chart:
    """Return the histograms of deals and turns a match."""
    table = run.tables["lengths"]
    counts = {unit: table[table.unit == unit] for unit in ("deals", "turns")}
    middles = {unit: _part(each, 0.5) for unit, each in counts.items()}
    late = {unit: _part(each, 0.95) for unit, each in counts.items()}
    deals, turns = middles["deals"], middles["turns"]
    title = (
        f"Half of the matches are over after {deals} deal{'s' if deals > 1 else ''} "
        f"and {turns} turns, 95 of 100 after {late['deals']} and {late['turns']}"
    )
    sheet = Sheet(title, data.subtitle(run), 2.9, [_NOTE])
    every = sheet.axes(1, 2, sharey=False, width_ratios=(2, 3))
    for axes, (unit, each) in zip(every, counts.items(), strict=True):
        _draw(axes, unit, each, middles[unit])
    every[0].set_ylabel("% of matches", size=SMALL)
    told = ", ".join(
        f"{row.length} deals {100 * row.matches / counts['deals'].matches.sum():.1f} %"
        for row in counts["deals"].itertuples()
    )
    alt = f"Histograms of deals and of turns a match. {title}. {told}."
    return sheet.chart("lengths", alt)


_NOTE = "The line marks the middle of the turns. A turn is one of any seat."


def _part(counts: Any, part: float) -> int:
    return data.quantile(counts.length.tolist(), counts.matches.tolist(), part)


def shares(counts: Any, most_bins: int = MOST_BINS) -> tuple[Any, Any, int]:
    """Return the per cent of matches in each bin, the first lengths of the bins, width.

    Lengths are whole numbers in steps of one; a bin holds `width` of them.
    """
    lengths, matches = counts.length.to_numpy(), counts.matches.to_numpy()
    width = -(-(int(lengths.max()) - int(lengths.min()) + 1) // most_bins)
    return *binned(lengths, matches, width), width


def _draw(axes: Axes, unit: str, counts: Any, middle: int) -> None:
    from matplotlib.ticker import MaxNLocator

    heights, starts, width = shares(counts)
    few = len(heights) <= 12
    axes.bar(
        starts + (width - 1) / 2, heights, width=0.8 if few else width, color=BLUE,
        gid=unit,
    )  # fmt: skip
    if not few:
        axes.axvline(middle, color=RED, linewidth=1.8)
    spans = "" if width == 1 else f" (a bar spans {width})"
    axes.set_xlabel(f"{unit} of a match{spans}")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.tick_params(axis="y", labelsize=SMALL)
    if few:
        for start, height in zip(starts, heights, strict=True):
            axes.annotate(
                f"{height:.0f}" if height >= 1 else f"{height:.1g}",
                (start, height), ha="center", va="bottom", size=SMALL,
                xytext=(0, 2), textcoords="offset points",
            )  # fmt: skip
        axes.set_ylim(0, heights.max() * 1.12)
    if counts.or_more.any():
        last = counts[counts.or_more].length.iloc[0]
        axes.annotate(
            f"{last} or more", (last, 0), xytext=(0, 12), textcoords="offset points",
            ha="right", size=SMALL,
        )  # fmt: skip
