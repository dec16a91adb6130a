"""The answer of `compare` as tidy tables, and as JSON made from the same rows."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from zetema_sim.experiments.compare.experiment import Comparison
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.shared.results import (
    Row,
    difference_row,
    frames,
    json_head,
    picked,
    point_rows,
    seat_rows,
)
from zetema_sim.playing.seating import Setup

if TYPE_CHECKING:
    import pandas as pd


def tables(found: Comparison) -> dict[str, pd.DataFrame]:
    """Return the tables by name, one row a fact, floats unrounded."""
    rows = {
        "summary": [_summary(found)],
        "win_shares": strategy_rows(found),
        "lineups": _lineups(found),
        "seats": seat_rows(found.strategies),
        "differences": difference_rows(found),
        "points": point_rows(found.strategies),
        "scores": _scores(found),
        "lengths": _lengths(found),
        "endings": (
            {"ending": ending, "matches": matches}
            for ending, matches in found.endings.items()
        ),
    }
    return frames(rows, _HEADS)


_HEADS = {
    "differences": "a b difference difference_low difference_high p_holm decided equal",
    # No match is finished where each was forfeited.
    "scores": "strategy quantity points count",
    "lengths": "unit length or_more matches",
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


def strategy_rows(found: Comparison) -> Iterator[Row]:
    """Yield the rows of the win shares."""
    for strategy in found.strategies:
        yield strategy.as_row(matches=found.matches)


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


def difference_rows(found: Comparison) -> Iterator[Row]:
    """Yield the rows of the differences."""
    names = [strategy.name for strategy in found.strategies]
    for pair in found.standings.pairs:
        yield {"a": names[pair.a], "b": names[pair.b], **difference_row(pair)}


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


def as_json(setup: Setup, found: Comparison) -> dict[str, Any]:
    """Return the comparison with what it was made from; every number is finite."""
    run, reading = found.run, found.standings.reading
    return {
        **json_head(setup.rules, run.rules, setup.sides, run.seed),
        "matches": found.matches,
        "blocks": found.standings.blocks,
        "turns": found.turns,
        "deals": found.deals,
        "seconds": found.seconds,
        "interval": reading.kind,
        "stopped": found.stopped,
        "margin": reading.margin,
        "strategies": [strategy.as_json() for strategy in found.strategies],
        "differences": [
            picked(row, "a b difference:ci95 p_holm decided equal")
            for row in difference_rows(found)
        ],
        "lineups": [
            {
                "strategies": list(lineup.strategies),
                "matches": lineup.matches,
                "win_shares": lineup.win_shares,
            }
            for lineup in found.lineups
        ],
        "endings": found.endings,
        "faults": fault_rates.as_json(found.fault_rates),
        "gain": found.gain,
        "verdict": found.verdict,
    }
