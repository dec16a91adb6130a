"""Charts of a finished run, drawn from its folder's tables alone; a file a chart.

A chart is drawn where the folder has the table that it reads, so every command gets
those that fit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from zetema_sim.charts import (
    endings,
    lengths,
    pairs,
    points,
    scores,
    seats,
    win_shares,
)
from zetema_sim.charts.style import Chart, png, styled, svg
from zetema_sim.run_folder import RunFolder

__all__ = ["Chart", "draw_all", "png", "svg"]

Draw = Callable[[RunFolder], Chart | None]

# Which table a chart needs, and what draws it, in the order of the page.
CHARTS: tuple[tuple[str, Draw], ...] = (
    ("win_shares", win_shares.draw),
    ("differences", pairs.draw),
    ("points", points.draw),
    ("scores", partial(scores.draw, quantity=scores.FINAL)),
    ("scores", partial(scores.draw, quantity=scores.MARGIN)),
    ("scores", partial(scores.draw, quantity=scores.OF_A_DEAL)),
    ("seats", seats.draw),
    ("lengths", lengths.draw),
    ("endings", endings.draw),
)


def draw_all(run: RunFolder) -> Iterator[Chart]:
    """Yield every chart that a run's tables give."""
    for table, draw in CHARTS:
        if table not in run.tables:
            continue
        with styled():
            chart = draw(run)
        if chart is not None:
            yield chart
