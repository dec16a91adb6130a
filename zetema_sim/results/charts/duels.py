"""A strategy head to head against each of a field."""

from __future__ import annotations

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import intervals, name_rows, write_shares
from zetema_sim.results.charts.style import (
    BLUE,
    FAINT,
    GREY,
    RED,
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
    notes = ["Two players. Grey rings: not decided (corrected by Holm)."]
    if len(rows) < len(table):
        notes.append(f"{len(table) - len(rows)} more stand in head_to_head.csv.")
    sheet = Sheet(title, data.subtitle(run), 0.65 + 0.34 * len(rows), notes)
    (axes,) = sheet.axes()
    shares = [data.interval(row) for row in rows.itertuples()]
    for place, row in enumerate(rows.itertuples()):
        ahead = row.win_share > _EVEN
        colour, mark = (BLUE, "^") if ahead else (RED, "v")
        if not row.decided:
            colour, mark = GREY, "o"
        intervals(
            axes, [place], [shares[place]], fmt=mark, color=colour,
            gid=str(row.opponent),
        )  # fmt: skip
    write_shares(axes, shares)
    axes.axvline(100 * _EVEN, color=FAINT, linestyle="--", linewidth=1.3, gid="even")
    label = f"wins of 100 matches of {name} against each"
    name_rows(axes, shorts(map(str, rows.opponent)), label, 0.6)
    told = "; ".join(
        f"{opponent} {share.text}"
        for opponent, share in zip(rows.opponent, shares, strict=True)
    )
    alt = f"Wins of 100 of {name} against each opponent: {told}."
    return sheet.chart("head_to_head", alt)
