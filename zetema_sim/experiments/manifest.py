"""What determines a run, for its folder's manifest."""

from __future__ import annotations

from typing import Any

from zetema_sim import __version__
from zetema_sim.setup import Setup


def manifest_of(setup: Setup, command: str, level: float = 0.95) -> dict[str, Any]:
    """Return all that determines a run's numbers, and nothing else."""
    run = setup.run
    return {
        "command": command,
        "version": __version__,
        "rules": setup.rules.as_log(run.rules.players, setup.sides),
        "players": run.rules.players,
        "sides": setup.sides,
        "seed": run.seed,
        "matches": run.total,
        "level": level,
        "strategies": [
            {
                "name": strategy.name,
                "settings": strategy.settings,
                "source_hash": strategy.source_hash,
            }
            for strategy in run.strategies
        ],
        "lineups": [
            {
                "strategies": setup.names_of(lineup),
                "matches": matches,
                "by_side": lineup.by_side,
            }
            for lineup, matches in zip(run.lineups, run.matches, strict=True)
        ],
    }
