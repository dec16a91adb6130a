"""The answer of `compare` as one JSON object: docs/json.md says what each key means."""

from __future__ import annotations

from typing import Any

from zetema_sim import __version__
from zetema_sim.common.names import seed_as_told
from zetema_sim.experiments.compare.experiment import (
    Comparison,
    SeatShare,
    StrategyResult,
)
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.playing.seating import Setup
from zetema_sim.rules.sides import side_lists
from zetema_sim.stats import PairDifference

SCHEMA = 1


def as_json(setup: Setup, found: Comparison) -> dict[str, Any]:
    """Return the comparison with what it was made from; every number is finite."""
    run, reading = found.run, found.standings.reading
    names = [strategy.name for strategy in found.strategies]
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": setup.rules.as_log(run.rules.players, setup.sides),
        "players": run.rules.players,
        "sides": side_lists(run.rules),
        **seed_as_told(run.seed),
        "matches": found.matches,
        "blocks": found.standings.blocks,
        "turns": found.turns,
        "deals": found.deals,
        "seconds": found.seconds,
        "interval": reading.kind,
        "stopped": found.stopped,
        "margin": reading.margin,
        "strategies": [_strategy(strategy) for strategy in found.strategies],
        "differences": [_difference(pair, names) for pair in found.standings.pairs],
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


def _strategy(strategy: StrategyResult) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "source_hash": strategy.source_hash,
        "settings": strategy.settings,
        "win_share": strategy.win_share.value,
        "win_share_ci95": strategy.win_share.ends,
        "fair_share": strategy.fair_share,
        "mean_points": strategy.mean_points.value,
        "mean_points_ci95": strategy.mean_points.ends,
        "points_by_source": {
            source: number.value for source, number in strategy.points_by_source.items()
        },
        "declarations_per_deal": {
            source: number.value for source, number in strategy.events_per_deal.items()
        },
        "seats": [_seat(seat) for seat in strategy.seats],
    }


def _seat(seat: SeatShare) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "matches": seat.matches,
        "win_share": seat.win_share.value,
        "win_share_ci95": seat.win_share.ends,
    }


def _difference(pair: PairDifference, names: list[str]) -> dict[str, Any]:
    return {
        "a": names[pair.a],
        "b": names[pair.b],
        "difference": pair.difference.value,
        "ci95": pair.difference.ends,
        "p_holm": pair.decision.p_holm,
        "decided": pair.decision.decided,
        "equal": pair.decision.is_equal,
    }
