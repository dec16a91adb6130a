"""What the seat does: the win share on each seat, by strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.common.wording import hundred, span_text
from zetema_sim.results.charts import data
from zetema_sim.results.charts.style import (
    BLUE,
    FAINT,
    RULE,
    SMALL,
    Chart,
    Sheet,
    short,
)
from zetema_sim.results.reading import RunFolder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = 6
_ABREAST = 3
_NOTE = (
    "Seat 0 begins the first deal. Dashed: the strategy's share over all seats. All "
    "panels span equally many wins."
)


def draw(run: RunFolder) -> Chart:
    """Return the chart of wins by seat."""
    table = run.tables["seats"]
    if "matches" in table:
        table = table[table.matches > 0]
    table = table[table.strategy != ""]  # a field's row for all strategies
    order = [n for n in data.by_strength(run) if (table.strategy == n).any()]
    shown = order[:SHOWN]
    notes = [_NOTE, *data.more_note(len(shown), len(order), "seats.csv")]
    columns = min(len(shown), _ABREAST)
    rows = -(-len(shown) // columns)
    title = _finding(table, shown)
    sheet = Sheet(title, data.subtitle(run), 0.4 + 2.3 * rows, notes)
    every = sheet.axes(rows, columns, sharex=True)
    chosen = {name: table[table.strategy == name] for name in shown}
    overall = {name: _over_all(each) for name, each in chosen.items()}
    reach = max(
        1.05
        * max(
            each.win_share_high.max() - overall[n],
            overall[n] - each.win_share_low.min(),
        )
        for n, each in chosen.items()
    )
    for axes, name in zip(every, shown, strict=False):
        _draw(axes, name, chosen[name], (overall[name], max(reach, 0.01)))
    for axes in every[len(shown) :]:
        axes.set_visible(False)
    every[0].figure.supylabel("wins of 100 matches", size=SMALL)
    told = "; ".join(
        f"{name}: "
        + ", ".join(
            f"seat {row.seat} {hundred(row.win_share)}" for row in each.itertuples()
        )
        for name, each in chosen.items()
    )
    return sheet.chart("seats", f"Wins of 100 by seat, with intervals. {told}.")


def _over_all(rows: Any) -> float:
    """Return the share over all seats."""
    weights = rows.matches if "matches" in rows else rows.win_share * 0 + 1
    return float((rows.win_share * weights).sum() / weights.sum())


def _finding(table: Any, shown: list[str]) -> str:
    """Return which seat helps, as far as intervals do not overlap."""
    spreads = {}
    for name in shown:
        each = table[table.strategy == name].set_index("seat")
        best, worst = each.win_share.idxmax(), each.win_share.idxmin()
        if each.win_share_low[best] > each.win_share_high[worst]:
            spread = each.win_share[best] - each.win_share[worst]
            spreads[name] = (spread, int(best), int(worst))
    if not spreads:
        return "Which seat one has makes no difference that is decided"
    if (
        len(spreads) == len(shown) > 1
        and len({each[1:] for each in spreads.values()}) == 1
    ):
        _, best, worst = next(iter(spreads.values()))
        span = span_text([100 * each[0] for each in spreads.values()], 1)
        return f"Seat {best} wins {span} of 100 matches more than seat {worst}"
    name, (spread, best, worst) = max(spreads.items(), key=lambda found: found[1][0])
    return (
        f"{short(name)} wins {hundred(spread)} of 100 matches more on seat {best} than "
        f"on seat {worst}"
    )


def _draw(axes: Axes, name: str, rows: Any, about: tuple[float, float]) -> None:
    share, reach = about
    shares = 100 * rows.win_share
    ends = [shares - 100 * rows.win_share_low, 100 * rows.win_share_high - shares]
    axes.axhline(100 * share, color=FAINT, linestyle="--", linewidth=1.2)
    axes.errorbar(
        rows.seat, shares, yerr=ends, fmt="o", color=BLUE, markersize=7, capsize=4,
        elinewidth=1.8, gid=name,
    )  # fmt: skip
    axes.set_ylim(100 * (share - reach), 100 * (share + reach))
    axes.set_xticks(rows.seat.tolist(), [str(seat) for seat in rows.seat])
    axes.set_xlabel("seat", size=SMALL)
    axes.set_xlim(rows.seat.min() - 0.5, rows.seat.max() + 0.5)
    axes.tick_params(axis="y", labelsize=SMALL)
    axes.tick_params(axis="x", labelsize=SMALL, labelbottom=True)
    axes.grid(axis="y", color=RULE)
    axes.set_title(short(name, 22), size=SMALL, weight="bold")
