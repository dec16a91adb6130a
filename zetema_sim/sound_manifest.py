"""A run's manifest, believed only where every value is one that this program writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from zetema_sim.places import may_never_end
from zetema_sim.results import MANIFEST, ResultsError, read_manifest
from zetema_sim.rules_refusals import shown

COMMANDS = ("compare", "tournament", "sweep", "verdict")
_MOST_SEED = 2**63 - 1


def sound_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a finished run.

    Raises
    ------
    ResultsError
        If there is no folder, it holds no run, one of a newer program, or a manifest
        with a value that no run has; one line for the user.
    """
    path = folder / MANIFEST
    if may_never_end(path):
        raise ResultsError(f"{path} cannot be read: a pipe or a device")
    manifest = read_manifest(folder)
    for key, is_sound in _SOUND.items():
        if key not in manifest:
            raise ResultsError(f"{path} is no run's manifest: no {key}")
        if not is_sound(manifest[key]):
            value = shown(manifest[key])
            raise ResultsError(f"{path} is no run's manifest: {key} is {value}")
    return manifest


def _is_whole(value: Any, least: int, most: int) -> bool:
    """Tell whether a value is a number in bounds; true and false are none."""
    return type(value) is int and least <= value <= most


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_strategies(value: Any) -> bool:
    """Tell whether a value lists strategies, each with name and source."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) for each in value)
        and all(_is_text(each.get(k)) for each in value for k in _OF_A_STRATEGY)
    )


_OF_A_STRATEGY = ("name", "source_hash")
_SOUND: dict[str, Callable[[Any], bool]] = {
    "schema": lambda value: _is_whole(value, 1, _MOST_SEED),  # newer ones are told
    "command": lambda value: value in COMMANDS,
    "repeat": _is_text,
    "version": _is_text,
    "rules_name": _is_text,
    "strategies": _are_strategies,
    "seed": lambda value: _is_whole(value, 0, _MOST_SEED),
}
