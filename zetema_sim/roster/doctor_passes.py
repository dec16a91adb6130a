"""Which strategies the doctor found nothing wrong with, and under what conditions.

A line each in a file of the cache folder; where that cannot be written, nothing
is remembered. What passed counts for the same source with the same settings, compiled
by the same versions for the same kind of processor, and examined by this very program.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from zetema_sim.common.cache_folder import base_folder, hash_of, note, read_notes
from zetema_sim.common.paths import PACKAGE


def has_passed(source_hash: str, settings: Mapping[str, int]) -> bool:
    """Return whether the doctor examined that source so set and found nothing."""
    return any(entry["settings"] == settings for entry in _entries(source_hash))


def compile_seconds(source_hash: str) -> float | None:
    """Return how long that source took to compile when it passed, if it did."""
    for entry in _entries(source_hash):
        return float(entry["compile_seconds"])
    return None


def note_passed(
    source_hash: str, settings: Mapping[str, int], compile_seconds: float
) -> None:
    """Remember that nothing was found wrong with a source so set."""
    if not has_passed(source_hash, settings):
        entry = {
            "source_hash": source_hash,
            "settings": dict(settings),
            "examiner": examiner(),
            "compile_seconds": compile_seconds,
        }
        note(_file(), entry)


@cache
def examiner() -> str:
    """Return the hash of all that decides whether a strategy passes.

    That is the whole package, since a list of what matters would one day lack
    something, and what compiles it: the versions, and for which processor.
    """
    import llvmlite
    import numba
    import numpy
    from numba.core.registry import cpu_target

    compiled_by = (
        sys.version,
        *(numba.__version__, llvmlite.__version__, numpy.__version__),
        *cpu_target.target_context.codegen().magic_tuple(),
    )
    sources = [
        content
        for path in sorted(PACKAGE.rglob("*.py"))
        for content in (str(path.relative_to(PACKAGE)).encode(), path.read_bytes())
    ]
    return hash_of([*(str(part).encode() for part in compiled_by), *sources])


def _entries(source_hash: str) -> Iterator[dict[str, Any]]:
    """Yield what passed of that source under today's conditions."""
    for entry in read_notes(_file()):
        if (entry.get("source_hash"), entry.get("examiner")) == (
            source_hash,
            examiner(),
        ):
            yield entry


def _file() -> Path | None:
    folder = base_folder()
    return None if folder is None else folder / "passed.txt"
