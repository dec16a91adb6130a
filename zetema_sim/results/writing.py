"""A run's folder: written, its manifest last.

``manifest.json`` holds all that determines the run and nothing else, so that the same
run gives the same bytes; ``observed.json`` what was seen of it: machine, time, when,
and the SHA-256 of every other file, by which a damaged folder is known. The tables are
CSV.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zetema_sim.work import sync_folder

if TYPE_CHECKING:
    import pandas as pd

MANIFEST, OBSERVED = "manifest.json", "observed.json"
SUMS = "sha256"  # the key of observed.json with the hash of each file
UNFINISHED = ".unfinished-"  # in the name of a folder that is tried, or half-written
IN_PLAY = "unfinished"  # a folder in that of a run that is being played
SCHEMA = 1


class ResultsError(ValueError):
    """A folder that cannot be written or read as a run's."""


class DrawingError(RuntimeError):
    """A run that is sound, but of which charts or page cannot be made."""


def check_out(folder: Path) -> None:
    """Refuse a folder to which no run may be written, before it is played.

    Raises
    ------
    ResultsError
        If it exists, or could not be made.
    """
    if os.path.lexists(folder):
        held = "holds a finished run" if (folder / MANIFEST).is_file() else "exists"
        raise ResultsError(
            f"--out {folder} {held}; name another folder, or --number takes the next "
            "free name"
        )
    parent = _first_existing(folder.parent)
    try:
        if not parent.is_dir():
            raise NotADirectoryError(20, "is not a folder")
        _try_names(folder, parent)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise ResultsError(
            f"--out {folder} cannot be made: {parent}: {reason}"
        ) from None


def _try_names(folder: Path, parent: Path) -> None:
    """Make what a run makes, of names as long and longer, and remove it."""
    prefix = f".{folder.name}{UNFINISHED}"
    with tempfile.TemporaryDirectory(dir=parent, prefix=prefix) as tried:
        between = folder.parent.absolute().relative_to(parent.absolute())
        (Path(tried) / between).mkdir(parents=True, exist_ok=True)


def numbered(folder: Path) -> list[Path]:
    """Return what exists of the folder, ``x-2``, ``x-3``, …, and the first free name.

    The free name is the last.
    """
    names = [folder]
    while os.path.lexists(names[-1]):
        names.append(folder.with_name(f"{folder.name}-{len(names) + 1}"))
    return names


def _first_existing(folder: Path) -> Path:
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def write_run(
    folder: Path,
    aside: str,
    manifest: Mapping[str, Any],
    observed: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    texts: Mapping[str, str] | None = None,
) -> None:
    """Write a finished run into a folder that is there: the manifest last.

    Parameters
    ----------
    folder
        Where to.
    aside
        A folder in it, where a file is written before it gets its place.
    manifest
        What determines the run; `SCHEMA` is added.
    observed
        What was seen of it, from `observed_now`; the files' hashes are added.
    tables
        By name; each becomes ``NAME.csv``.
    texts
        Other files, by their names.

    Raises
    ------
    ResultsError
        If the files cannot be written; the folder is then no finished run's.
    """
    files = _files(manifest, observed, tables, texts)
    try:
        write_files(folder / aside, files)
        for name in files:
            (folder / aside / name).replace(folder / name)
        sync_folder(folder)
    except OSError as error:
        raise cannot_write(folder, error) from None


def _files(
    manifest: Mapping[str, Any],
    observed: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    texts: Mapping[str, str] | None,
) -> dict[str, str]:
    """Return what is in a run's files, by name, the manifest last."""
    files = {
        f"{name}.csv": table.to_csv(index=False, lineterminator="\n")
        for name, table in tables.items()
    }
    files |= texts or {}
    told = as_json({"schema": SCHEMA, **manifest})
    hashes = {name: sha256(text.encode()) for name, text in files.items()}
    hashes[MANIFEST] = sha256(told.encode())
    seen = as_json({**observed, SUMS: dict(sorted(hashes.items()))})
    return {**files, OBSERVED: seen, MANIFEST: told}


def sha256(content: bytes) -> str:
    """Return the hash of a file's content, as ``sha256sum`` prints it."""
    return hashlib.sha256(content).hexdigest()


def cannot_write(folder: Path, error: OSError) -> ResultsError:
    """Return what tells that a run's folder cannot be written."""
    reason = error.strerror or "cannot be written"
    return ResultsError(f"--out {folder} cannot be written: {reason}")


def as_json(data: Mapping[str, Any]) -> str:
    """Return the text of a JSON file."""
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def write_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files so that they last."""
    for name, text in texts.items():
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def observed_now(
    seconds: float, turns: int, workers: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what is noted of a run beside its numbers; `workers` is who played."""
    return {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": seconds,
        **workers,
        "machine": platform.machine(),
        "system": platform.system(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
    }
