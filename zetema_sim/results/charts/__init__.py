"""Charts of a finished run, drawn from its folder's tables alone; a file a chart.

A chart is drawn where the folder has the table that it reads, so every command gets
those that fit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from zetema_sim.experiments.kinds import OF_MATCHES
from zetema_sim.results.charts import (
    duels,
    endings,
    lengths,
    pairs,
    panel,
    points,
    scores,
    seats,
    sweep,
    win_shares,
)
from zetema_sim.results.charts.style import Chart, png, styled, svg
from zetema_sim.results.reading import RunFolder

__all__ = ["Chart", "draw_all", "png", "svg"]

Draw = Callable[[RunFolder], Chart | None]

# By the page's sections: which tables a chart needs, and what draws it, in the order of
# the page. A table stands with a column where several commands have one of that name.
_OF_STRATEGIES = ("win_shares.rank_best",)
CHARTS: dict[str, tuple[tuple[tuple[str, ...], Draw], ...]] = {
    "who-wins": (
        (("win_shares.strength",), panel.draw),
        (("sweep",), sweep.draw),
        (_OF_STRATEGIES, win_shares.draw),
        (("head_to_head",), duels.draw),
        ((*_OF_STRATEGIES, "differences"), pairs.draw),
        ((*_OF_STRATEGIES, "pairs"), pairs.draw_field),
    ),
    "points": (
        (("points.whose",), points.draw_verdict),
        ((*_OF_STRATEGIES, "points"), points.draw),
        ((*_OF_STRATEGIES, "scores"), partial(scores.draw, quantity=scores.FINAL)),
        ((*_OF_STRATEGIES, "scores"), partial(scores.draw, quantity=scores.MARGIN)),
        ((*_OF_STRATEGIES, "scores"), partial(scores.draw, quantity=scores.OF_A_DEAL)),
    ),
    "matches": (
        ((*_OF_STRATEGIES, "seats"), seats.draw),
        (("lengths",), lengths.draw),
        (("endings",), endings.draw),
    ),
}


def draw_all(run: RunFolder) -> Iterator[Chart]:
    """Yield every chart that a run's tables give."""
    for section, charts in CHARTS.items():
        for needed, draw in charts:
            if not all(_is_there(name, run) for name in needed):
                continue
            with styled():
                chart = draw(run)
            if chart is not None:
                yield replace(chart, section=section)


def _is_there(name: str, run: RunFolder) -> bool:
    table, _, column = name.partition(".")
    if table in OF_MATCHES and not len(run.tables.get(table, ())):
        return False
    return table in run.tables and (not column or column in run.tables[table])
