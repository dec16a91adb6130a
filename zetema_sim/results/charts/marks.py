"""The marks that charts are drawn with: rows with names, intervals, squares, bins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from zetema_sim.results.charts.style import (
    BLUE,
    FAINT,
    FIXED_DARK,
    FIXED_LIGHT,
    ORANGE,
    RULE,
    SMALL,
    patch_behind,
)
from zetema_sim.stats import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def name_rows(axes: Axes, names: Sequence[str], label: str, room: float = 0.5) -> None:
    """Name rows from the top down, `room` around them, and the axis below."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 1 + room, -room)
    axes.set_xlabel(label)
    axes.grid(axis="x", color=RULE)
    axes.tick_params(axis="y", length=0)


def intervals(
    axes: Axes, rows: Sequence[int], shares: Sequence[Interval], **looks: Any
) -> None:
    """Draw shares with their intervals, in wins of 100, on some rows."""
    values = [100 * share.value for share in shares]
    ends = [
        [100 * share.value - 100 * share.low for share in shares],
        [100 * share.high - 100 * share.value for share in shares],
    ]
    axes.errorbar(
        values, rows, xerr=ends, markersize=6.5, capsize=5, elinewidth=1.8, **looks
    )


def write_shares(axes: Axes, shares: Iterable[Interval]) -> None:
    """Write the shares beside their rows."""
    right = axes.get_yaxis_transform()
    for row, share in enumerate(shares):
        axes.text(1.02, row, share.text, transform=right, va="center", size=SMALL)


@dataclass(frozen=True)
class Square:
    """A square of a matrix.

    Attributes
    ----------
    at
        Its column and row.
    shade
        From 0, orange, over light to 1, blue.
    text
        What stands in it.
    name
        Its mark in the SVG.
    is_open
        Whether it is hatched.
    is_bold
        Whether the text is.
    """

    at: tuple[int, int]
    shade: float
    text: str
    name: str
    is_open: bool
    is_bold: bool = False


def matrix(
    axes: Axes,
    squares: Iterable[Square],
    columns: int,
    rows: Sequence[str],
    *,
    size: float,
    edge: float,
    light_from: float,
) -> None:
    """Draw squares below named columns, and name the rows.

    The edges are so wide; from a shade on the text is light.
    """
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    shades = LinearSegmentedColormap.from_list("shades", [ORANGE, FIXED_LIGHT, BLUE])
    for square in squares:
        x, y = square.at
        colour = shades(square.shade)
        axes.add_patch(
            Rectangle(
                (x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor=FAINT,
                hatch="///" if square.is_open else "", linewidth=edge, gid=square.name,
            )
        )  # fmt: skip
        axes.text(
            x, y, square.text, ha="center", va="center", size=size,
            color=FIXED_LIGHT if square.shade > light_from else FIXED_DARK,
            weight="bold" if square.is_bold else "normal", bbox=patch_behind(colour),
            linespacing=1.3 if "\n" in square.text else None,
        )  # fmt: skip
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), rows)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def binned(
    values: np.ndarray[Any, Any], counts: np.ndarray[Any, Any], width: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the per cent of all counted in each bin, and where the bins begin.

    A bin holds `width` whole numbers, the first of which `width` divides.
    """
    first = int(values.min()) // width
    bins = np.zeros(int(values.max()) // width - first + 1)
    np.add.at(bins, values // width - first, counts)
    return 100 * bins / counts.sum(), (np.arange(len(bins)) + first) * width
