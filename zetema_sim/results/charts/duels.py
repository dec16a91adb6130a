"""A strategy head to head against each of a field."""

from __future__ import annotations

from zetema_sim.results.charts import data
from zetema_sim.results.charts.style import (
    BLUE,
    FAINT,
    GREY,
    RED,
    RULE,
    SMALL,
    Chart,
    Sheet,
    short,
    shorts,
)
from zetema_sim.results.reading import RunFolder

SHOWN = 30
_EVEN = 0.5


def draw(run: RunFolder) -> Chart | None:
    """Return the shares head to head, None where there was nobody to meet."""
    table = run.tables["head_to_head"]
    if not len(table):
        return None
    table = table.sort_values("win_share", ascending=False, kind="stable")
    rows = table.head(SHOWN)
    name = short(str(run.manifest["strategy"]))
    won = int((table.decided & (table.win_share > _EVEN)).sum())
    lost = int((table.decided & (table.win_share < _EVEN)).sum())
    title = f"Head to head {name} beats {won} of {len(table)} and loses to {lost}"
    notes = ["Two players. Grey rings: not told apart from even (corrected by Holm)."]
    if len(rows) < len(table):
        notes.append(f"{len(table) - len(rows)} more stand in head_to_head.csv.")
    sheet = Sheet(title, data.subtitle(run), 0.65 + 0.34 * len(rows), notes)
    (axes,) = sheet.axes()
    for place, row in enumerate(rows.itertuples()):
        share, ends = 100 * row.win_share, (row.win_share_low, row.win_share_high)
        ahead = row.win_share > _EVEN
        colour = (BLUE if ahead else RED) if row.decided else GREY
        mark = ("^" if ahead else "v") if row.decided else "o"
        axes.errorbar(
            [share], [place], xerr=[[share - 100 * ends[0]], [100 * ends[1] - share]],
            fmt=mark, color=colour, markersize=6.5, capsize=5, elinewidth=1.8,
            gid=str(row.opponent),
        )  # fmt: skip
        axes.text(
            1.02, place, data.interval(row).text, va="center",
            transform=axes.get_yaxis_transform(), size=SMALL,
        )  # fmt: skip
    axes.axvline(100 * _EVEN, color=FAINT, linestyle="--", linewidth=1.3, gid="even")
    axes.set_yticks(range(len(rows)), shorts(map(str, rows.opponent)))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(f"wins of 100 matches of {name} against each")
    axes.grid(axis="x", color=RULE)
    axes.tick_params(axis="y", length=0)
    told = "; ".join(
        f"{row.opponent} " + data.interval(row).text for row in rows.itertuples()
    )
    alt = f"Wins of 100 of {name} against each opponent: {told}."
    return sheet.chart("head_to_head", alt)
