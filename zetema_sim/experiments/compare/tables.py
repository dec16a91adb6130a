"""The answer of `compare` as tidy tables, in the words of docs/results.md."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from zetema_sim.experiments.compare.experiment import Comparison
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.stats import Interval

Row = dict[str, Any]


def tables(found: Comparison) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    rows = {
        "summary": [_summary(found)],
        "win_shares": _win_shares(found),
        "lineups": _lineups(found),
        "seats": _seats(found),
        "differences": _differences(found),
        "points": _points(found),
        "scores": _scores(found),
        "lengths": _lengths(found),
        "endings": (
            {"ending": ending, "matches": matches}
            for ending, matches in found.endings.items()
        ),
    }
    frames = {name: pd.DataFrame(list(each)) for name, each in rows.items()}
    for name, heads in _HEADS.items():
        if frames[name].empty:  # it keeps its head, so that it can be read
            frames[name] = pd.DataFrame(columns=heads)
    return frames


_HEADS = {
    "differences": [
        *("a", "b", "difference", "difference_low", "difference_high"),
        *("p_holm", "decided", "equal"),
    ],
    # No match is finished where each was forfeited.
    "scores": ["strategy", "quantity", "points", "count"],
    "lengths": ["unit", "length", "or_more", "matches"],
}


def _summary(found: Comparison) -> Row:
    return {
        "matches": found.matches,
        "blocks": found.standings.blocks,
        "deals": found.deals,
        "turns": found.turns,
        "level": found.standings.reading.level,
        "interval": found.standings.reading.kind,
        "gain": found.gain,
        "verdict": found.verdict,
    }


def _ends(name: str, number: Interval) -> Row:
    return {name: number.value, f"{name}_low": number.low, f"{name}_high": number.high}


def _win_shares(found: Comparison) -> Iterator[Row]:
    ranks = found.standings.ranks()
    for strategy, (best, worst) in zip(found.strategies, ranks, strict=True):
        yield {
            "strategy": strategy.name,
            "matches": found.matches,
            **_ends("win_share", strategy.win_share),
            "fair_share": strategy.fair_share,
            "rank_best": best,
            "rank_worst": worst,
            **_ends("mean_points", strategy.mean_points),
            **fault_rates.column(found.fault_rates, strategy.name),
        }


def _lineups(found: Comparison) -> Iterator[Row]:
    for number, lineup in enumerate(found.lineups):
        for strategy, share in lineup.win_shares.items():
            yield {
                "lineup": number,
                "strategies": shlex.join(lineup.strategies),
                "matches": lineup.matches,
                "strategy": strategy,
                "seats": lineup.strategies.count(strategy),
                "win_share": share,
            }


def _seats(found: Comparison) -> Iterator[Row]:
    for strategy in found.strategies:
        for seat in strategy.seats:
            yield {
                "strategy": strategy.name,
                "seat": seat.seat,
                "matches": seat.matches,
                **_ends("win_share", seat.win_share),
            }


def _differences(found: Comparison) -> Iterator[Row]:
    names = [strategy.name for strategy in found.strategies]
    for pair in found.standings.pairs:
        yield {
            "a": names[pair.a],
            "b": names[pair.b],
            **_ends("difference", pair.difference),
            "p_holm": pair.decision.p_holm,
            "decided": pair.decision.decided,
            "equal": pair.decision.is_equal,
        }


def _points(found: Comparison) -> Iterator[Row]:
    for strategy in found.strategies:
        for source, points in strategy.points_by_source.items():
            yield {
                "strategy": strategy.name,
                "source": source,
                **_ends("points_per_match", points),
                **_ends("events_per_deal", strategy.events_per_deal[source]),
            }


def _scores(found: Comparison) -> Iterator[Row]:
    """Yield how often each number of points occurred, for the sides of a strategy."""
    histograms = {
        "final_score": found.scores,
        "margin_of_victory": found.margins,
        "points_of_a_deal": found.deal_points,
    }
    for quantity, histogram in histograms.items():
        for strategy, counts in zip(found.strategies, histogram, strict=True):
            for points, count in _filled(counts):
                yield {
                    "strategy": strategy.name,
                    "quantity": quantity,
                    "points": points,
                    "count": count,
                }


def _lengths(found: Comparison) -> Iterator[Row]:
    for unit, counts in (
        ("deals", found.deals_of_match),
        ("turns", found.turns_of_match),
    ):
        last = len(counts) - 1
        for length, matches in _filled(counts):
            yield {
                "unit": unit,
                "length": length,
                "or_more": length == last,
                "matches": matches,
            }


def _filled(counts: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    for place in np.flatnonzero(counts).tolist():
        yield place, int(counts[place])
