"""A run's manifest, believed only where it is what was written and of its shape."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from zetema_sim.common.own_files import (
    MOST_WHOLE,
    NoFileError,
    OwnFileError,
    Shape,
    content_of,
    object_of,
    problem,
)
from zetema_sim.experiments.kinds import WITH_FOLDER
from zetema_sim.results.writing import (
    IN_PLAY,
    MANIFEST,
    OBSERVED,
    SCHEMA,
    SUMS,
    ResultsError,
    sha256,
)

_STRATEGY: Shape = {"name": str, "source_hash": str}
_OF_ALL: Shape = {
    "repeat": str,
    "version": str,
    "rules_name": str,
    "strategies": [_STRATEGY],
    "seed": range(MOST_WHOLE + 1),
    "level": float,
}
COMMANDS = tuple(WITH_FOLDER)


def read_checked_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a finished run.

    Raises
    ------
    ResultsError
        If there is no folder, it holds no run, one of a newer program, or a manifest
        that is not as it was written; one line for the user.
    """
    path = folder / MANIFEST
    try:
        content = content_of(path)
        manifest = object_of(content, {"schema": range(1, MOST_WHOLE)})
        if manifest["schema"] <= SCHEMA:
            _check_shape(manifest)
    except NoFileError:
        raise _not_there(folder) from None
    except OwnFileError as error:
        raise ResultsError(f"{path} is not a run's manifest: {error}") from None
    if manifest["schema"] > SCHEMA:
        raise ResultsError(
            f"{path} has schema {manifest['schema']}, written by a newer program; this "
            f"one reads {SCHEMA}"
        )
    if sha256(content) != read_checked_observed(folder)[SUMS].get(MANIFEST):
        raise not_as_written(path)
    return manifest


def read_checked_observed(folder: Path) -> dict[str, Any]:
    """Return what was observed of a finished run, with the sums of its files.

    Raises
    ------
    ResultsError
        If it is not what a run's folder has; one line for the user.
    """
    path = folder / OBSERVED
    try:
        observed = object_of(content_of(path), {SUMS: {str: str}})
    except OwnFileError as error:
        raise ResultsError(f"{folder} is broken: {OBSERVED}: {error}") from None
    if any("/" in name or "\\" in name for name in observed[SUMS]):
        told = f"{OBSERVED} does not list the run's files"
        raise ResultsError(f"{folder} is broken: {told}")
    return observed


def not_as_written(path: Path) -> ResultsError:
    """Return what tells that a file of a finished run was altered."""
    return ResultsError(
        f"{path.parent} is broken: {path.name} is not as it was written; the command "
        "in its manifest makes the run anew"
    )


def _check_shape(manifest: dict[str, Any]) -> None:
    told = problem(manifest, {"command": COMMANDS})
    if told is None:
        kind = WITH_FOLDER[manifest["command"]]
        told = problem(manifest, {**_OF_ALL, **kind.manifest})
    if told is None and not manifest["strategies"]:
        told = "strategies is []"
    if told is not None:
        raise OwnFileError(told)


def _not_there(folder: Path) -> ResultsError:
    """Return what tells that a folder holds no finished run."""
    if (folder / IN_PLAY).is_dir():
        told = f"{folder} was left by a run that did not finish"
        command = f"zetema resume {shlex.quote(str(folder))}"
        return ResultsError(f"{told}; {command} continues it")
    held = "holds no finished run" if folder.is_dir() else "is not a folder of a run"
    return ResultsError(f"{folder} {held} (there is no {MANIFEST})")
