"""A line-up of a run that was written into a folder, set up once more."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zetema_sim.common.cache_folder import game_hash
from zetema_sim.playing.seating import Setup, TableOptions, full_line_up
from zetema_sim.results.manifest_checks import read_checked_manifest
from zetema_sim.results.writing import MANIFEST, ResultsError
from zetema_sim.rules.ruleset import Rules, RulesError


def run_line_up(
    folder: Path, names: Sequence[str], folders: Sequence[Path], last: int
) -> Setup:
    """Return what is played when a line-up of a run is played again.

    Parameters
    ----------
    folder
        Where the run was written.
    names
        The line-up's strategies as the run names them, in any order; none are needed
        where the run has one line-up only.
    folders
        Where strategies are looked up besides the shipped ones.
    last
        The number of the last match wanted.

    Raises
    ------
    ValueError
        If the folder holds no run, the run has no such line-up or match, or a
        strategy is not what it was then; one line for the user.
    """
    manifest = read_checked_manifest(folder)
    command = manifest["command"]
    if command != "compare":
        raise ResultsError(
            f"{folder} is a run of {command}; by its folder a match is told of a run "
            "of compare only, so name the strategies"
        )
    lineup = _chosen(folder, manifest["lineups"], names)
    try:
        choices = TableOptions(
            players=manifest["players"],
            sides=manifest["sides"],
            folders=tuple(folders),
            seed=manifest["seed"],
        )
        rules = Rules.from_log(manifest["rules"], f"{folder / MANIFEST}")
        setup = full_line_up(lineup["strategies"], choices, rules)
    except RulesError as error:
        raise ResultsError(f"{folder / MANIFEST}: {error}") from None
    hashes = {each["name"]: each["source_hash"] for each in manifest["strategies"]}
    matches = lineup["matches"]
    if last >= matches:
        told = f"{folder} has no match {last} of this line-up: 0 to {matches - 1}"
        raise ResultsError(told)
    for strategy in setup.run.strategies:
        if hashes.get(strategy.name) != strategy.source_hash:
            raise ResultsError(
                f"{strategy.name} ({strategy.file.path}) has changed since {folder} "
                "was written, so its matches cannot be told again"
            )
    return setup


def is_of_this_engine(folder: Path) -> bool:
    """Return whether the run was played by an engine of the same source.

    Raises
    ------
    ResultsError
        If the folder holds no run.
    """
    played = read_checked_manifest(folder).get("engine_hash")
    return played is None or played == game_hash()


def _chosen(
    folder: Path, lineups: Sequence[dict[str, Any]], names: Sequence[str]
) -> dict[str, Any]:
    """Return the line-up that is named, or the only one."""
    wanted = [
        lineup
        for lineup in lineups
        if not names or Counter(lineup["strategies"]) == Counter(names)
    ]
    if len(wanted) == 1:
        return wanted[0]
    told = "; ".join(shlex.join(lineup["strategies"]) for lineup in lineups)
    problem = "has several line-ups: name one of" if wanted else "has only"
    raise ResultsError(f"{folder} {problem} {told}")
