"""The answer of `sweep` for a terminal: 80 columns wide, the verdict last."""

from __future__ import annotations

from collections.abc import Iterator

from zetema_sim.answers.parts import AnswerTable, Column, Part, Prose, brief, table_of
from zetema_sim.common.wording import hundred, margin_text, p_text, signed, span_text
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.goal import how_ended
from zetema_sim.experiments.shared.results import StrategyResult
from zetema_sim.experiments.sweep.experiment import (
    PointResult,
    Sweep,
    values_text,
)

_CHART = 24  # columns
_GAPS_SHOWN = 20


def as_text(found: Sweep) -> Iterator[Part]:
    """Yield everything that a reader at a terminal wants, the verdict last."""
    level = f"{100 * found.reading.level:g} %"
    yield _points(found, level)
    if found.spots[0].others:
        yield _others(found, level)
    if found.gaps:
        yield _gaps(found, level)
    yield from map(Prose, _last_lines(found, level))


def _points(found: Sweep, level: str) -> AnswerTable:
    low = min(spot.focus.win_share.low for spot in found.spots)
    high = max(spot.focus.win_share.high for spot in found.spots)
    table = table_of(
        f"{brief(found.plan.focus)}: wins of 100 and points of a match "
        f"(± {level} interval)\n"
        f"chart: {hundred(low)} to {hundred(high)} wins, - interval, o share; "
        "* may be best",
        *(each.key for each in found.plan.varied),
        *("wins", "±", "fair"),
        Column("", is_left=True, is_drawn=True),
        *("points", "±"),
    )
    for spot in found.spots:
        share, points = spot.focus.win_share, spot.focus.mean_points
        mark = " *" if spot.may_be_best else ""
        table.add(
            *spot.values,
            hundred(share.value, share.margin),
            hundred(share.margin, share.margin),
            hundred(spot.focus.fair_share),
            _bar(spot.focus, low, high) + mark,
            f"{points.value:.1f}",
            margin_text(points.margin),
        )
    return table


def _bar(share: StrategyResult, low: float, high: float) -> str:
    """Return a line with the interval and the share at their places."""
    span = max(high - low, 1e-12)

    def place(value: float) -> int:
        return min(int((value - low) / span * _CHART), _CHART - 1)

    cells = [" "] * _CHART
    number = share.win_share
    for cell in range(place(number.low), place(number.high) + 1):
        cells[cell] = "-"
    cells[place(number.value)] = "o"
    return "".join(cells)


def _others(found: Sweep, level: str) -> AnswerTable:
    widest = max(
        share.win_share.margin for spot in found.spots for share in spot.others
    )
    table = table_of(
        f"Wins of 100 of the others (± at most {hundred(widest)}, {level})",
        *("", "wins of the others"),
        left=2,
    )
    for spot in found.spots:
        table.add(_short(spot), ", ".join(_named(share) for share in spot.others))
    return table


def _short(spot: PointResult) -> str:
    return ", ".join(spot.values)


def _named(share: StrategyResult) -> str:
    return f"{brief(share.name)} {hundred(share.win_share.value)}"


def _gaps(found: Sweep, level: str) -> AnswerTable:
    """Return how far the best is ahead of the others, its neighbours marked."""
    best = values_text(found.plan, found.spots[found.best].values)
    table = table_of(
        f"Paired differences of {best} to the rest, in wins of 100 ({level} interval)\n"
        f"p is corrected for all {len(found.gaps)} pairs of points by Holm",
        *("over", "", "wins", "p", "decided", "points"),
    )
    gaps = found.gaps_of_best()
    gaps.sort(key=lambda gap: abs(gap.wins.number.value))
    for gap in gaps[:_GAPS_SHOWN]:
        table.add(
            _short(found.spots[gap.b]),
            "neighbour" if gap.neighbours else "",
            signed(gap.wins.number.text),
            p_text(gap.decision.p_holm),
            gap.decision.text,
            signed(f"{gap.points.value:z.1f} ± {margin_text(gap.points.margin)}"),
        )
    if len(gaps) > _GAPS_SHOWN:
        more = len(gaps) - _GAPS_SHOWN
        table.add(f"… and {more} more: --json or --out has all")
    return table


def _last_lines(found: Sweep, level: str) -> Iterator[str]:
    blocks = min(spot.blocks for spot in found.spots)
    gains = [spot.gain for spot in found.spots]
    is_part = found.reading.planned is not None
    ended = how_ended("run", "interrupted" if is_part else None)
    yield (
        f"{found.matches:,} matches in {found.seconds:.1f} s. The {level} intervals "
        f"rest on {blocks:,} blocks a point, the same shuffles at every point: "
        "differences are paired by block. A match was worth "
        f"{span_text(gains, 2)} independent ones. {ended}"
    )
    if found.fault_rates:
        yield fault_rates.sentence(found.fault_rates)
    yield ""
    yield found.verdict
