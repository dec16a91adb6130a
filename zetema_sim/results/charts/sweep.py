"""The win shares over the values of a setting or a rule, of all strategies or one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zetema_sim.common.wording import hundred, joined
from zetema_sim.results.charts import data
from zetema_sim.results.charts.style import (
    COLOURS,
    FAINT,
    MARKERS,
    PAPER,
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

SHOWN = 6  # curves
_NOTE = (
    "Bands are the intervals of each point. Filled marks may be the best value for {}; "
    "hollow ones are decidedly behind it."
)


def draw(run: RunFolder) -> Chart:
    """Return the curves of a sweep.

    One a strategy where one thing varies; of the strategy in question alone one for
    each value of the second, where two do.
    """
    table = run.tables["sweep"]
    rows = table[table.in_question]
    names = [each["name"] for each in run.manifest["varied"]]
    first, others = names[0], names[1:]
    focus = str(run.manifest["focus"])
    curves = _curves(rows, others) if others else _strategies(table, focus)
    shown = dict(list(curves.items())[:SHOWN])
    notes = [_NOTE.format(short(focus))]
    if len(shown) < len(curves):
        more = len(curves) - len(shown)
        notes.append(f"{more} more curves stand in sweep.csv.")
    columns = 3 if max(map(len, shown)) <= 18 else 2
    lines = -(-(len(shown) + 1) // columns)
    finding = _finding(run, rows, names)
    sheet = Sheet(finding, data.subtitle(run), 3.4, notes, lines)
    (axes,) = sheet.axes()
    values = list(dict.fromkeys(map(str, rows[first])))
    for place, (label, each) in enumerate(shown.items()):
        _draw(axes, label, each, values, first, place)
    for fair in sorted(set(rows.fair_share)):
        axes.axhline(
            100 * fair, color=FAINT, linestyle="--", linewidth=1.3,
            label=f"fair share, {100 * fair:.1f}", gid="fair",
        )  # fmt: skip
    _label(axes, values, first, focus if others else "")
    handles, _ = axes.get_legend_handles_labels()
    sheet.legend(handles, columns)
    told = "; ".join(
        ", ".join(f"{plain(name)} {row[name]}" for name in names)
        + f": {data.interval(row).text}"
        for _, row in rows.iterrows()
    )
    return sheet.chart("sweep", f"Wins of 100 of {run.manifest['focus']}, {told}.")


def plain(name: str) -> str:
    """Return what varies without the strategy whose setting it is."""
    return name.rpartition(":")[2]


def is_rule(name: str) -> bool:
    """Return whether what varies is a rule, of which none is better than another."""
    return ":" not in name


def _curves(rows: Any, others: list[str]) -> dict[str, Any]:
    """Return the rows of each curve, by what is said of it."""
    other = others[0]
    return {
        f"{plain(other)} {value}": rows[rows[other] == value]
        for value in dict.fromkeys(rows[other])
    }


def _strategies(table: Any, focus: str) -> dict[str, Any]:
    """Return the rows of each strategy, the one in question first.

    It may have another setting, and so another name, in every row.
    """
    others = table[~table.in_question]
    each = {focus: table[table.in_question], **dict([*others.groupby("strategy")])}
    return dict(zip(shorts(each), each.values(), strict=True))


def _finding(run: RunFolder, rows: Any, names: list[str]) -> str:
    best = rows.loc[rows.win_share.idxmax()]
    at = joined([f"{plain(name)} {best[name]}" for name in names])
    ties = int(rows.may_be_best.sum()) - 1
    focus = short(str(run.manifest["focus"]))
    lead = f"{focus} wins most at {at}: {hundred(best.win_share)} of 100 matches"
    if not ties and all(is_rule(name) for name in names):
        least = rows.loc[rows.win_share.idxmin()]
        low = joined([f"{plain(name)} {least[name]}" for name in names])
        return (
            f"{focus} wins {hundred(least.win_share)} of 100 matches at {low}, "
            f"{hundred(best.win_share)} at {at}"
        )
    if not ties:
        return lead
    if ties == len(rows) - 1:
        return f"No value is decidedly behind the best, {at}"
    more = "one other value" if ties == 1 else f"{ties} others"
    return f"{lead}; {more} may be as good"


def _draw(
    axes: Axes, label: str, rows: Any, values: list[str], first: str, place: int
) -> None:
    """Draw a curve with its band, each value at its place."""
    at = [_position(str(value), values) for value in rows[first]]
    colour, mark = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
    shares = 100 * rows.win_share.to_numpy()
    low, high = 100 * rows.win_share_low, 100 * rows.win_share_high
    axes.fill_between(at, low, high, color=colour, alpha=0.22, linewidth=0, gid="band")
    axes.plot(
        at, shares, color=colour, marker=mark, markersize=7, linewidth=1.8,
        label=label, gid=label,
    )  # fmt: skip
    behind = (rows.in_question & ~rows.may_be_best).to_numpy()
    axes.plot(
        [x for x, hollow in zip(at, behind, strict=True) if hollow],
        shares[behind], linestyle="none", marker=mark, markersize=7,
        markerfacecolor=PAPER, markeredgecolor=colour, markeredgewidth=1.8,
        gid="behind",
    )  # fmt: skip


def _position(value: str, values: list[str]) -> float:
    """Return where a value stands: as a number if all are, else in their order."""
    try:
        return [float(each) for each in values][values.index(value)]
    except ValueError:
        return float(values.index(value))


def _label(axes: Axes, values: list[str], name: str, focus: str) -> None:
    places = [_position(value, values) for value in values]
    axes.set_xlabel(plain(name))
    whose = f"\n{short(focus)}" if focus else ""
    axes.set_ylabel(f"wins of 100 matches{whose}", size=SMALL)
    axes.set_xticks(places, values)
    if len(values) > 8 or max(map(len, values)) > 9:
        axes.tick_params(axis="x", rotation=30)
    axes.grid(axis="y", color=RULE)
