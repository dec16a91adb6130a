"""The store: rounds of line-ups, looked up and put in."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from zetema_sim.experiments.line_ups.store.database import (
    DAMAGE,
    Tell,
    opened,
    reopened,
    store_path,
    tell_on_stderr,
)

MOST_BYTES = 10**9
_PRUNED = 0.9  # of the most, after line-ups had to go
_CHECKED_EVERY = 32  # times that something is put in
_USED_SECONDS = 3600  # a use is noted once in so long, so that reading rarely writes
_ROW_BYTES = 120  # of a row beside its content, roughly


@dataclass(frozen=True)
class Key:
    """What determines the rounds of a line-up, as a hash, and whose code played it."""

    digest: str
    version: str
    code: str


@dataclass(frozen=True)
class Kept:
    """What is put in: a line-up's rounds, and how many matches they are."""

    key: Key
    rounds: range
    matches: int
    content: bytes


@dataclass(frozen=True)
class Found:
    """What is there of a line-up: some rounds in a row."""

    rounds: range
    content: bytes


class Store:
    """Rounds of line-ups, kept in a file.

    Parameters
    ----------
    path
        The file; it is made.
    fresh
        Whether nothing is looked up, so that all is played and put in anew.
    most_bytes
        When the file holds more, the line-ups not used for longest go.
    tell
        Told in a line what is wrong with the file, once.
    """

    def __init__(
        self,
        path: Path,
        *,
        fresh: bool = False,
        most_bytes: int = MOST_BYTES,
        tell: Tell = tell_on_stderr,
    ) -> None:
        self.path, self.fresh, self.most_bytes = path, fresh, most_bytes
        self._tell = tell
        self._puts = 0
        self._used: set[int] = set()
        self._connection = opened(path, tell)

    def rounds(self, key: Key, numbers: range) -> list[Found]:
        """Return what there is of a line-up's rounds, from the first on.

        The stretches may reach beyond the numbers and over one another. A damaged one
        is deleted.
        """
        if self.fresh or self._connection is None:
            return []
        try:
            return list(self._rounds(self._connection, key, numbers))
        except DAMAGE as error:
            self._failed(error)
            return []

    def _rounds(
        self, connection: sqlite3.Connection, key: Key, numbers: range
    ) -> Iterator[Found]:
        rows = connection.execute(
            "SELECT id, used, first, count, content, checksum FROM lineups "
            "JOIN rounds ON lineup = id "
            "WHERE key = ? AND first < ? AND first + count > ? "
            "ORDER BY first, count DESC",
            (key.digest, numbers.stop, numbers.start),
        ).fetchall()
        for lineup, used, first, count, content, checksum in rows:
            if _checksum(key, first, count, content) != checksum:
                where = "WHERE lineup = ? AND first = ? AND count = ?"
                connection.execute(
                    f"DELETE FROM rounds {where}", (lineup, first, count)
                )
                continue
            if time.time() - used > _USED_SECONDS:
                self._used.add(lineup)
            yield Found(range(first, first + count), content)

    def put(self, kept: Iterable[Kept]) -> None:
        """Put rounds in, in place of those that they hold."""
        if self._connection is None:
            return
        try:
            with _writing(self._connection) as connection:
                now = int(time.time())
                for each in kept:
                    _put(connection, each, now)
                self._note_use(connection, now)
            self._puts += 1
            if self._puts % _CHECKED_EVERY == 0:
                self._bound()
        except DAMAGE as error:
            self._failed(error)

    def close(self) -> None:
        """Write down what was used, and leave the file."""
        if self._connection is None:
            return
        try:
            if self._used:
                with _writing(self._connection) as connection:
                    self._note_use(connection, int(time.time()))
            if self._puts:
                self._bound()
        except DAMAGE as error:
            self._failed(error)
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _note_use(self, connection: sqlite3.Connection, now: int) -> None:
        used = [(now, lineup) for lineup in self._used]
        connection.executemany("UPDATE lineups SET used = ? WHERE id = ?", used)
        self._used.clear()

    def _bound(self) -> None:
        """Delete the line-ups not used for longest, if there is too much."""
        assert self._connection is not None
        if bytes_of(self._connection) <= self.most_bytes:
            return
        with _writing(self._connection) as connection:
            left = bytes_of(connection) - int(_PRUNED * self.most_bytes)
            sizes = connection.execute(
                f"SELECT id, SUM(LENGTH(content) + {_ROW_BYTES}) FROM lineups "
                "JOIN rounds ON lineup = id GROUP BY id ORDER BY used, id"
            ).fetchall()
            for lineup, size in sizes:
                if left <= 0:
                    break
                _delete_line_up(connection, lineup)
                left -= size

    def _failed(self, error: Exception) -> None:
        """Say what is wrong and go on: with a new store, or with none."""
        assert self._connection is not None
        self._connection.close()
        self._connection = None
        if isinstance(error, sqlite3.OperationalError):
            self._tell(
                f"Warning: the store {self.path} cannot be used: {error}; what is left "
                "is played and not stored."
            )
        else:
            self._connection = reopened(self.path, self._tell)


@contextmanager
def kept_here(*, fresh: bool = False) -> Iterator[Store | None]:
    """Give the store in the cache folder, None where no such folder can be written."""
    path = store_path()
    if path is None:
        yield None
        return
    store = Store(path, fresh=fresh)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Write all that is done within, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _delete_line_up(connection: sqlite3.Connection, lineup: int) -> None:
    """Delete all that is kept of a line-up."""
    connection.execute("DELETE FROM rounds WHERE lineup = ?", (lineup,))
    connection.execute("DELETE FROM lineups WHERE id = ?", (lineup,))


def bytes_of(connection: sqlite3.Connection) -> int:
    """Return how many bytes of the file are in use."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _put(connection: sqlite3.Connection, kept: Kept, now: int) -> None:
    key, first, count = kept.key, kept.rounds.start, len(kept.rounds)
    connection.execute(
        "INSERT INTO lineups (key, version, code, used) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET used = excluded.used",
        (key.digest, key.version, key.code, now),
    )
    (lineup,) = connection.execute(
        "SELECT id FROM lineups WHERE key = ?", (key.digest,)
    ).fetchone()
    connection.execute(
        "DELETE FROM rounds WHERE lineup = ? AND first >= ? AND first + count <= ?",
        (lineup, first, first + count),
    )
    checksum = _checksum(key, first, count, kept.content)
    connection.execute(
        "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?)",
        (lineup, first, count, kept.matches, kept.content, checksum),
    )


def _checksum(key: Key, first: int, count: int, content: bytes) -> bytes:
    """Return the hash of a row, its place included, so that none can be moved."""
    place = f"{key.digest} {first} {count} ".encode()
    return hashlib.blake2b(place + content, digest_size=16).digest()
