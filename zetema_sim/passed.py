"""Which strategies the doctor found nothing wrong with, by the hash of their source.

A line of JSON each in a file of the cache folder; where that cannot be written, nothing
is remembered. What another version of the doctor let pass does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zetema_sim import __version__
from zetema_sim.cache import PACKAGE, base_folder, game_hash, hash_of


def has_passed(source_hash: str) -> bool:
    """Return whether the doctor examined that source and found nothing."""
    return _entry(source_hash) is not None


def compile_seconds(source_hash: str) -> float | None:
    """Return how long that source took to compile when it passed, if it did."""
    entry = _entry(source_hash)
    seconds = None if entry is None else entry.get("compile_seconds")
    return None if seconds is None else float(seconds)


def note_passed(source_hash: str, compile_seconds: float | None = None) -> None:
    """Remember that the doctor found nothing wrong with a source."""
    file = _file()
    if file is None or has_passed(source_hash):
        return
    entry = {
        "source_hash": source_hash,
        "examiner": examiner(),
        "compile_seconds": compile_seconds,
    }
    try:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(entry) + "\n")
    except OSError:
        return


def examiner() -> str:
    """Return the hash of what decides whether a strategy passes."""
    doctor = sorted((PACKAGE / "doctor").glob("*.py"))
    sources = [path.read_bytes() for path in (*doctor, PACKAGE / "toolkit.py")]
    return hash_of([__version__.encode(), game_hash().encode(), *sources])


def _entry(source_hash: str) -> dict[str, Any] | None:
    now = examiner()
    for entry in _entries():
        if entry.get("source_hash") == source_hash and entry.get("examiner") == now:
            return entry
    return None


def _entries() -> Iterator[dict[str, Any]]:
    file = _file()
    try:
        lines = file.read_text("utf-8").splitlines() if file else []
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:  # written by two at once
            continue
        if isinstance(entry, dict):
            yield entry


def _file() -> Path | None:
    folder = base_folder()
    return None if folder is None else folder / "passed.jsonl"
