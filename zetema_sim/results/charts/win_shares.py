"""Win shares with their intervals, and what would be fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.common.wording import hundred, joined
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

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 30
_STANDS = {  # where an interval lies: mark, colour, words
    "above": ("^", BLUE, "interval above the fair share"),
    "at": ("o", GREY, "interval holds the fair share"),
    "below": ("v", RED, "interval below the fair share"),
}


def draw(run: RunFolder) -> Chart:
    """Return the chart of who wins how often."""
    order = data.by_strength(run)
    rows = data.rows_of(run.tables["win_shares"], order[:SHOWN])
    notes = data.more_note(len(rows), len(order), "win_shares.csv")
    kinds = len({_stand(row) for row in rows.itertuples()})
    height = 0.65 + 0.36 * len(rows)
    finding, lines = _finding(run, order), -(-(kinds + 1) // 2)
    sheet = Sheet(finding, data.subtitle(run), height, notes, lines)
    (axes,) = sheet.axes()
    _draw(axes, rows)
    handles, _ = axes.get_legend_handles_labels()
    sheet.legend(handles, columns=2)
    told = "; ".join(f"{row.strategy} {_told(row)}" for row in rows.itertuples())
    alt = f"Wins of 100 matches with intervals, the best first: {told}."
    return sheet.chart("win_shares", alt)


def _told(row: Any) -> str:
    return data.interval(row).text


def _stand(row: Any) -> str:
    if row.win_share_low > row.fair_share:
        return "above"
    return "below" if row.win_share_high < row.fair_share else "at"


def _finding(run: RunFolder, order: list[str]) -> str:
    table = data.rows_of(run.tables["win_shares"], order)
    best = table.iloc[0]
    if len(order) == 1:
        return f"{short(order[0])} plays alone, so its wins are what is fair"
    leaders = table[table.rank_best == 1]
    if len(leaders) > 1:
        names = [short(name) for name in leaders.strategy]
        shown = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} more"]
        return f"{joined(shown)} lead, undecided among them"
    return (
        f"{short(best.strategy)} wins {hundred(best.win_share)} of 100 matches, "
        f"where {hundred(best.fair_share)} are fair"
    )


def _draw(axes: Axes, rows: Any) -> None:
    stands = [_stand(row) for row in rows.itertuples()]
    for stand, (mark, colour, words) in _STANDS.items():
        places = [place for place, each in enumerate(stands) if each == stand]
        chosen = rows.iloc[places]
        if not places:
            continue
        shares = [data.interval(row) for row in chosen.itertuples()]
        intervals(axes, places, shares, fmt=mark, color=colour, label=words, gid=stand)
    _draw_fair(axes, rows)
    name_rows(axes, shorts(rows.strategy), "wins of 100 matches", 0.6)
    _show_intervals(axes, rows)
    write_shares(axes, [data.interval(row) for row in rows.itertuples()])


def _show_intervals(axes: Axes, rows: Any) -> None:
    """Cut the axis to what there is to see: marks need no zero, intervals room."""
    low = 100 * min(rows.win_share_low.min(), rows.fair_share.min())
    high = 100 * max(rows.win_share_high.max(), rows.fair_share.max())
    room = max(0.06 * (high - low), 0.2)
    axes.set_xlim(max(low - room, 0) if low > room else -0.01 * high, high + room)


def _draw_fair(axes: Axes, rows: Any) -> None:
    """Draw what is fair: one line for all, or a stroke in each row."""
    fair = 100 * rows.fair_share
    if fair.nunique() == 1:
        axes.axvline(
            fair.iloc[0], color=FAINT, linestyle="--", linewidth=1.3,
            label=f"fair share, {fair.iloc[0]:.1f}", gid="fair",
        )  # fmt: skip
        return
    places = range(len(rows))
    axes.plot(
        fair, list(places), linestyle="none", marker="|", markersize=16,
        markeredgewidth=1.8, color=FAINT, label="fair share", gid="fair",
    )  # fmt: skip
