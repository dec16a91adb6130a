"""What a run has played so far, saved as it goes, so that a killed run can go on.

A folder of shards: each holds what some numbers of a stage came to. A shard is written
under another name, made to last (fsync) and renamed, so it is there whole or not at
all; it is never changed. It carries a checksum: one that is torn or altered is thrown
away and its numbers are played again. Parts are whole numbers, so a run that goes on
from shards ends with the same bytes as one that was never interrupted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from zetema_sim.common.own_files import OwnFileError, content_of, object_of
from zetema_sim.work.adding import added
from zetema_sim.work.writing import UnreadableError, from_text, to_text

Part = TypeVar("Part")

_SUFFIX = ".shard"
_UNFINISHED = ".tmp"
_NAME = re.compile(r"(?P<stage>[a-z0-9-]+)_(?P<first>\d+)_(?P<stop>\d+)\.shard")
# A shard is written after so many seconds: few, that little is lost, but more as a run
# gets long, that shards do not get many.
LEAST_SECONDS, _MOST_SECONDS = 2.0, 60.0
PART_OF_RUN = 0.05


class JournalError(RuntimeError):
    """What was played cannot be saved."""


class Journal:
    """A folder of shards.

    Parameters
    ----------
    folder
        Where they are; it is made.
    run
        What tells the run from all others: a shard of another is thrown away.
    only_read
        Whether another may be writing there: nothing is changed, and nothing saved.

    Raises
    ------
    JournalError
        If the folder cannot be made.
    """

    def __init__(self, folder: Path, run: str = "", *, only_read: bool = False) -> None:
        self.folder, self._run, self._only_read = folder, run, only_read
        self._pending: dict[str, tuple[range, Any]] = {}
        self._began = self._flushed = time.monotonic()
        if only_read:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for torn in folder.glob(f"*{_UNFINISHED}"):
                _throw_away(torn)
        except OSError as error:
            raise _cannot_save(folder, error) from None

    @property
    def has_shards(self) -> bool:
        """Whether anything is saved."""
        return next(self.folder.glob(f"*{_SUFFIX}"), None) is not None

    def saved(
        self, stage: str, kind: type[Part], numbers: range
    ) -> Iterator[tuple[range, Part]]:
        """Yield what is saved of a stage: from its first number on, without a gap.

        What does not follow on, or cannot be read, is thrown away.
        """
        done = numbers.start
        for path, held in self._shards(stage):
            if held.start == done < held.stop <= numbers.stop:
                part = _read_shard(path, kind, self._run)
                if part is not None:
                    yield held, part
                    done = held.stop
                    continue
            try:
                if not self._only_read:
                    _throw_away(path)
            except OSError as error:
                raise _cannot_save(self.folder, error) from None

    def note(self, stage: str, numbers: range, part: Any) -> None:
        """Take in what some numbers came to; it is saved soon.

        They follow on those that were noted or saved of the stage before.

        Raises
        ------
        JournalError
            If it cannot be saved.
        """
        if stage in self._pending:
            held, sum_so_far = self._pending[stage]
            assert held.stop == numbers.start
            numbers, part = range(held.start, numbers.stop), added(sum_so_far, part)
        self._pending[stage] = numbers, part
        now = time.monotonic()
        wait = min(_MOST_SECONDS, PART_OF_RUN * (now - self._began))
        if now - self._flushed > max(LEAST_SECONDS, wait):
            self.flush()

    def flush(self) -> None:
        """Save all that was noted.

        Raises
        ------
        JournalError
            If it cannot be saved; what was saved before stays good.
        """
        while self._pending:
            stage, (numbers, part) = next(iter(self._pending.items()))
            name = f"{stage}_{numbers.start}_{numbers.stop}{_SUFFIX}"
            try:
                write_shard(self.folder / name, to_text(part), self._run)
            except OSError as error:
                self._pending.clear()
                raise _cannot_save(self.folder, error) from None
            del self._pending[stage]
        self._flushed = time.monotonic()

    def _shards(self, stage: str) -> list[tuple[Path, range]]:
        found = []
        for path in self.folder.glob(f"{stage}_*{_SUFFIX}"):
            match = _NAME.fullmatch(path.name)
            if match and match["stage"] == stage:
                found.append((path, range(int(match["first"]), int(match["stop"]))))
        return sorted(found, key=lambda each: (each[1].start, -each[1].stop))


def write_shard(path: Path, text: str, run: str) -> None:
    """Write a part and what it is checked by: whole, or not at all."""
    content = zlib.compress(text.encode(), 1)
    header = {"sha256": _checksum(run, path.name, content), "bytes": len(content)}
    unfinished = path.with_name(path.name + _UNFINISHED)
    try:
        with unfinished.open("wb") as file:
            file.write(json.dumps(header).encode() + b"\n" + content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _read_shard(path: Path, kind: type[Part], run: str) -> Part | None:
    """Return what a shard holds, None if it is not as it was written."""
    try:
        first, _, content = content_of(path).partition(b"\n")
        header = object_of(first, {"sha256": str})
        if header["sha256"] != _checksum(run, path.name, content):
            return None
        return from_text(kind, zlib.decompress(content).decode())
    except (OwnFileError, UnreadableError):
        return None


def _throw_away(path: Path) -> None:
    """Delete what stands in a shard's place, whatever it is."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _checksum(run: str, name: str, content: bytes) -> str:
    """Return the hash of a shard: of its run and name too, so that none can move."""
    return hashlib.sha256(f"{run}/{name}\0".encode() + content).hexdigest()


def sync_folder(folder: Path) -> None:
    """Make what stands in a folder last, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # a system on which folders cannot be opened
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _cannot_save(folder: Path, error: OSError) -> JournalError:
    reason = error.strerror or "cannot be written"
    return JournalError(f"what was played cannot be saved in {folder}: {reason}")
