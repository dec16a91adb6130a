"""Where compiled code is kept, so that a second start compiles nothing.

numba decides whether a cached function is still good by the time stamp of the one file
it stands in, and so misses a change in a file that it calls. Here every folder of the
cache is named after a hash of all the sources that its code was made from, so nothing
in it can be stale. Where no folder can be written, nothing is cached and the program
says so once.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent

# What compiled code is made of; a change in any of these makes a new cache folder.
ENGINE_SOURCES = (
    *("cards", "bits", "table_rules", "view", "cache", "parts", "compiled"),
    *("chance", "counters", "records", "combinations", "moves", "turn", "counting"),
    "kernel",
)


# What decides a match's numbers; how it is compiled changes none.
GAME_SOURCES = (
    *("cards", "bits", "table_rules", "view", "chance", "counters", "records"),
    *("combinations", "moves", "turn", "counting", "kernel", "lineups"),
)


def hash_of(contents: Iterable[bytes]) -> str:
    """Return the SHA-256 of some contents, each with its length, as 64 hex digits."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(len(content).to_bytes(8, "big"))
        digest.update(content)
    return digest.hexdigest()


def _sources(names: Iterable[str]) -> list[bytes]:
    return [(PACKAGE / f"{name}.py").read_bytes() for name in names]


@cache
def game_hash() -> str:
    """Return the hash of the sources that decide a match's numbers.

    Unlike `engine_hash` it is the same whatever compiles them, so it can stand in a
    run's manifest.
    """
    return hash_of(_sources(GAME_SOURCES))


@cache
def engine_hash() -> str:
    """Return the hash of the engine's own sources and of what compiles them."""
    import llvmlite
    import numba
    import numpy

    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} "
    versions += numpy.__version__
    return hash_of([*_sources(ENGINE_SOURCES), versions.encode()])


@cache
def base_folder() -> Path | None:
    """Return a folder that can be written to keep compiled code in, or None.

    ``NUMBA_CACHE_DIR``, then ``XDG_CACHE_HOME``, then ``~/.cache``.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return _writable(Path(named) / "zetema-sim")
    caches = os.environ.get("XDG_CACHE_HOME")
    try:
        home = Path(caches) if caches else Path.home() / ".cache"
    except RuntimeError:  # no home folder is known
        return None
    return _writable(home / "zetema-sim")


def folder_for(source_hash: str = "") -> Path | None:
    """Return the cache folder of the engine, or of one strategy by its source's hash.

    None where nothing can be kept.
    """
    base = base_folder()
    if base is None:
        return None
    name = hash_of([engine_hash().encode(), source_hash.encode()])[:20]
    return _writable(base / f"compiled-{name}")


def _writable(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder
