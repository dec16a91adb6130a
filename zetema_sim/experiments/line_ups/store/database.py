"""The store's file: where it is, made and opened, set aside where it is damaged."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

from zetema_sim.common.cache_folder import base_folder

Tell = Callable[[str], None]

FORMAT = 1  # in the file's name, so that programs of two formats do not meet
_APPLICATION = 0x7A65746D  # by which a database is known as a store
# For another process to finish writing, which takes it milliseconds; whatever locks
# the store for longer is not waited for.
WAIT_SECONDS = 5.0
_TRIES = 50
_ASIDE = ".set-aside-"
_BESIDE = ("-wal", "-shm", "-journal")  # files that SQLite keeps beside a database

# What a file that is no sound store may raise: its columns may hold anything.
DAMAGE = (sqlite3.Error, TypeError, ValueError, OverflowError)

_TABLES = (
    """CREATE TABLE lineups (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        version TEXT NOT NULL,
        code TEXT NOT NULL,
        used INTEGER NOT NULL)""",
    """CREATE TABLE rounds (
        lineup INTEGER NOT NULL,
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        matches INTEGER NOT NULL,
        content BLOB NOT NULL,
        checksum BLOB NOT NULL,
        PRIMARY KEY (lineup, first, count))""",
    "CREATE INDEX lineups_by_use ON lineups (used)",
)


def store_path() -> Path | None:
    """Return where the store is, None where no cache folder can be written."""
    base = base_folder()
    return None if base is None else base / f"store-{FORMAT}.sqlite3"


def tell_on_stderr(line: str) -> None:
    """Print a line on stderr."""
    print(line, file=sys.stderr)


def opened(path: Path, tell: Tell) -> sqlite3.Connection | None:
    """Return a connection to the store; it is made where there is none.

    A file that is no store is set aside. None is returned where none can be opened.
    """
    try:
        for each in (path, *(path.with_name(path.name + end) for end in _BESIDE)):
            if os.path.lexists(each) and not each.is_file():
                raise sqlite3.OperationalError(f"{each.name} is not a file")
        return _opened(path)
    except (sqlite3.OperationalError, OSError) as error:
        tell(f"Warning: the store {path} cannot be used: {error}; all is played.")
        return None
    except sqlite3.DatabaseError:
        return reopened(path, tell)


def reopened(path: Path, tell: Tell) -> sqlite3.Connection | None:
    """Set a damaged store aside and return a connection to a new one.

    Unless it is sound: another process has set the damaged one aside by then.
    """
    try:
        connection = _sound(path)
        if connection is not None:
            return connection
        aside = set_aside(path)
        tell(f"Warning: the store was damaged; it is now {aside}, a new one is begun.")
        return _opened(path)
    except (OSError, sqlite3.Error) as error:
        tell(f"Warning: the store {path} cannot be used: {error}; all is played.")
        return None


def set_aside_files(path: Path) -> tuple[Path, ...]:
    """Return the damaged stores that were set aside."""
    return tuple(sorted(path.parent.glob(f"{path.name}{_ASIDE}*")))


def _sound(path: Path) -> sqlite3.Connection | None:
    try:
        connection = _opened(path)
    except sqlite3.DatabaseError:
        return None
    try:
        if connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]:
            return connection
    except sqlite3.DatabaseError:
        pass
    connection.close()
    return None


def _opened(path: Path) -> sqlite3.Connection:
    # No implicit transactions: what belongs together says so.
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        _set_up(connection)
    except sqlite3.Error:
        connection.close()
        raise
    except ValueError as error:  # a name that is no UTF-8
        connection.close()
        raise sqlite3.DatabaseError(str(error)) from None
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    if not _is_store(connection):
        _write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            if not _is_store(connection):  # another process may have been first
                for table in _TABLES:
                    connection.execute(table)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    # A power cut may lose the last rounds, which are then played again, and no more.
    connection.execute("PRAGMA synchronous = NORMAL")


def _is_store(connection: sqlite3.Connection) -> bool:
    """Return whether there is a store, False if nothing is there yet.

    Raises
    ------
    sqlite3.DatabaseError
        If something else is there: other tables, or these with other columns.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    made = sorted(str(sql) for (sql,) in rows)
    if application == _APPLICATION and made == sorted(_TABLES):
        return True
    if made or application:
        raise sqlite3.DatabaseError("is not a store")
    return False


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let others read while one writes; SQLite does not wait for its turn to say so."""
    for attempt in range(_TRIES):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if attempt == _TRIES - 1:
                raise
            time.sleep(0.02)


def set_aside(path: Path) -> Path:
    """Rename a store, so that whoever opens it begins a new one; return its name."""
    number = 1
    while (aside := path.with_name(f"{path.name}{_ASIDE}{number}")).exists():
        number += 1
    path.replace(aside)
    for suffix in _BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return aside
