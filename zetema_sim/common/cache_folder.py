"""Where compiled code is kept, so that a second start compiles nothing.

Every folder of the cache is named after a hash of all the sources that its code was
made from, so nothing in it can be stale, and every file begins with a checksum, so
nothing in it can be damaged and believed. Keeping is a help: where nothing can be
written the program says so once and goes on. Folders that were not used for longest are
deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from zetema_sim.common.paths import PACKAGE, may_never_end

MOST_FOLDERS = 500  # of compiled code; each some 100 kB, the engine's 3 MB
_COMPILED = "compiled-"  # how their names begin
_CHECKSUM = 32  # bytes
MOST_NOTED = 4_000_000  # bytes of a file of notes, which then begins anew

# The rooms whose modules decide a match's numbers; the first is the package's root.
_GAME = ("", "planning", "kernel", "playing")
# And those that compiled code is made of.
_ENGINE = ("", "kernel", "search")
# What stands at the root for those who run the program is no part of the game.
_NOT_GAME = frozenset({"__init__", "__main__", "api"})


def hash_of(contents: Iterable[bytes]) -> str:
    """Return the SHA-256 of some contents, each with its length, as 64 hex digits."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(len(content).to_bytes(8, "big"))
        digest.update(content)
    return digest.hexdigest()


def code_hash(*rooms: str) -> str:
    """Return the hash of what the modules of some rooms of the package define."""
    files = [
        path
        for room in rooms
        for path in sorted((PACKAGE / room).glob("*.py"))
        if room or path.stem not in _NOT_GAME
    ]
    # Working it out takes as long as half a thousand matches, so it is noted.
    how = [PACKAGE / "common" / name for name in ("definitions.py", "syntax.py")]
    texts = [path.read_bytes() for path in (*files, *how)]
    names = [str(path.relative_to(PACKAGE)).encode() for path in files]
    text = hash_of([*names, *texts])
    folder = base_folder()
    notes = None if folder is None else folder / "definitions.txt"
    for noted in read_notes(notes):
        if noted[0] == text:
            return str(noted[1])
    from zetema_sim.common.definitions import hash_of_definitions

    found = hash_of_definitions(PACKAGE, files)
    note(notes, [text, found])
    return found


@cache
def game_hash() -> str:
    """Return the hash of the definitions that decide a match's numbers.

    Unlike `engine_hash` it is the same whatever compiles them, so it can stand in a
    run's manifest.
    """
    return code_hash(*_GAME)


@cache
def library_hash() -> str:
    """Return the hash of what all strategies may call."""
    return code_hash("", "planning")


@cache
def engine_hash() -> str:
    """Return the hash of the engine's own definitions and of what compiles them."""
    import llvmlite
    import numba
    import numpy

    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} "
    versions += numpy.__version__
    return hash_of([code_hash(*_ENGINE).encode(), versions.encode()])


def _home() -> Path | None:
    """Return the folder of all that is kept, there or not; None if none is known.

    ``NUMBA_CACHE_DIR``, then ``XDG_CACHE_HOME``, then ``~/.cache``.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named).absolute() / "zetema-sim"
    caches = os.environ.get("XDG_CACHE_HOME", "")
    try:
        home = Path(caches) if os.path.isabs(caches) else Path.home() / ".cache"
    except RuntimeError:  # no home folder is known
        return None
    return home / "zetema-sim"


@cache
def base_folder() -> Path | None:
    """Return a folder that can be written to keep things in, or None."""
    folder = _home()
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
    except OSError:
        return None
    return folder


def folder_for(source_hash: str = "") -> Path | None:
    """Return the cache folder of the engine, or of one strategy by its source's hash.

    It need not be there, nor can it always be written. None where no folder is known.
    """
    home = _home()
    if home is None:
        return None
    name = hash_of([engine_hash().encode(), source_hash.encode()])[:20]
    folder = home / f"{_COMPILED}{name}"
    with suppress(OSError):
        os.utime(folder)  # used now: `_prune` takes those that are not
    return folder


def read_kept(place: Path, key: bytes) -> bytes | None:
    """Return what is kept in a file under a key; None if that is not there, or damaged.

    A file that bears the name of another's is as good as damaged.
    """
    try:
        if may_never_end(place):
            return None
        content = place.read_bytes()
    except (OSError, MemoryError):
        return None
    kept = content[_CHECKSUM:]
    return kept if content[:_CHECKSUM] == _checksum(key, kept) else None


def keep(place: Path, key: bytes, content: bytes) -> None:
    """Keep something in a file under a key; say so once where that cannot be.

    Who reads meanwhile, or after a kill, finds the old file or the new one, whole.
    """
    fresh = place.with_name(f"{place.name}.{os.urandom(8).hex()}")
    try:
        if not place.parent.is_dir():
            place.parent.mkdir(parents=True, exist_ok=True)
            _prune(place.parent.parent)
        try:
            fresh.write_bytes(_checksum(key, content) + content)
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        trouble = error.strerror or type(error).__name__
        warn_once(f"compiled code cannot be kept in {place.parent}: {trouble}")


def read_notes(file: Path | None) -> list[Any]:
    """Return what was noted in a file; what is damaged was not noted.

    None is a file that cannot be.
    """
    try:
        if file is None or may_never_end(file):
            return []
        lines = file.read_bytes().split(b"\n")
    except (OSError, MemoryError):
        return []
    return [
        json.loads(text)
        for checksum, _, text in (line.partition(b" ") for line in lines)
        if checksum == _of_note(text)
    ]


def note(file: Path | None, value: object) -> None:
    """Note a value that JSON can hold in a file; where it cannot be, it is not."""
    text = json.dumps(value).encode()
    with suppress(OSError):
        if file is None or may_never_end(file):
            return
        if file.is_file() and file.stat().st_size > MOST_NOTED:
            file.unlink()
        with file.open("ab") as lines:  # whatever another's kill left of its line
            lines.write(b"\n" + _of_note(text) + b" " + text)


def _of_note(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:16].encode()


def _checksum(key: bytes, content: bytes) -> bytes:
    return hashlib.sha256(key + content).digest()


def _prune(home: Path) -> None:
    """Delete the folders of compiled code that were not used for longest.

    Other processes may be using them: each then compiles what it does not find.
    """
    used = {}
    for folder in home.glob(f"{_COMPILED}*"):
        with suppress(OSError):  # another process is pruning, too
            used[folder] = folder.stat().st_mtime_ns
    for folder in sorted(used, key=lambda each: used[each])[:-MOST_FOLDERS]:
        shutil.rmtree(folder, ignore_errors=True)


_warned = False


def warn_once(trouble: str) -> None:
    """Say on standard error that a help fails, the first time only."""
    global _warned
    if not _warned and sys.stderr is not None:
        _warned = True
        with suppress(OSError, ValueError):
            print(f"Warning: {trouble}.", file=sys.stderr)
