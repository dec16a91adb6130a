"""What determines a run, for its folder's manifest."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import Any

from zetema_sim import __version__
from zetema_sim.cache import game_hash
from zetema_sim.setup import Setup

DEFAULT_LEVEL = 0.95


def manifest_of(
    setup: Setup,
    command: str,
    level: float = DEFAULT_LEVEL,
    repeat: str | None = None,
) -> dict[str, Any]:
    """Return all that determines a run's numbers, and nothing else.

    Parameters
    ----------
    setup
        What is played.
    command
        The name of the command that asks.
    level
        Of the intervals.
    repeat
        The command line that gives the same numbers; `repeat_command` by default.
    """
    run = setup.run
    return {
        "command": command,
        "repeat": repeat or repeat_command(setup, command, level),
        "version": __version__,
        "engine_hash": game_hash(),
        "rules_name": setup.rules.name,
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


def repeat_command(setup: Setup, command: str, level: float = DEFAULT_LEVEL) -> str:
    """Return the command line of a run, with all that it needs to give the same."""
    run = setup.run
    # Every line-up holds all that were named, as often as they were named.
    named = Counter(setup.names_of(run.lineups[0]))
    for lineup in run.lineups[1:]:
        named &= Counter(setup.names_of(lineup))
    names = sorted(named.elements(), key=list(named).index)
    words = [*names, *setup.choices.as_options(len(names))]
    words += ["--matches", str(run.total)]
    if level != DEFAULT_LEVEL:
        words += ["--level", str(level)]
    return shlex.join(["zetema", command, *words])
