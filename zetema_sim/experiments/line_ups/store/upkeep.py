"""What the store holds, and what can be deleted of it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from zetema_sim import __version__
from zetema_sim.experiments.line_ups.store.database import (
    DAMAGE,
    opened,
    set_aside_files,
    tell_on_stderr,
)
from zetema_sim.experiments.line_ups.store.kept import delete_line_up, writing

_DAY = 86_400
_LATEST = 10**11  # seconds since 1970, some three thousand years


class StoreError(RuntimeError):
    """A store that cannot be read or pruned."""


@dataclass(frozen=True)
class Group:
    """What one version of the program and its code has put in."""

    version: str
    code: str
    lineups: int
    matches: int
    bytes: int
    used: int  # seconds since 1970, the last of them

    def is_of(self, code: str) -> bool:
        """Whether the program that has this code can use it."""
        return (self.version, self.code) == (__version__, code)


@dataclass(frozen=True)
class Overview:
    """What the store holds: the file's size, its groups, what was set aside."""

    path: Path
    bytes: int
    groups: tuple[Group, ...]
    set_aside: tuple[Path, ...]


def overview(path: Path) -> Overview:
    """Return what a store holds; nothing where there is none.

    Raises
    ------
    StoreError
        If it cannot be read.
    """
    aside = tuple(set_aside_files(path))
    if not path.exists():
        return Overview(path, 0, (), aside)
    connection = _connection(path)
    try:
        rows = connection.execute(
            "SELECT version, code, COUNT(DISTINCT id), TOTAL(matches), "
            "TOTAL(LENGTH(content)), MAX(used) "
            "FROM lineups LEFT JOIN rounds ON lineup = id "
            "GROUP BY version, code ORDER BY MAX(used) DESC, version, code"
        ).fetchall()
        groups = tuple(
            Group(version, code, lineups, int(matches), int(size), used)
            for version, code, lineups, matches, size, used in rows
        )
        if not all(_is_sound(group) for group in groups):
            raise ValueError("it holds what no tournament put in")
    except DAMAGE as error:
        told = f"the store {path} cannot be read: {error}"
        raise StoreError(f"{told}; zetema store prune --all empties it") from None
    finally:
        connection.close()
    return Overview(path, path.stat().st_size, groups, tuple(set_aside_files(path)))


def _is_sound(group: Group) -> bool:
    """Tell whether a group can be shown: the columns of a database take anything."""
    texts = (group.version, group.code)
    is_moment = type(group.used) is int and 0 <= group.used < _LATEST
    return is_moment and all(isinstance(t, str) and t.isprintable() for t in texts)


def prune(
    path: Path,
    *,
    everything: bool = False,
    older_than: float | None = None,
    other_than: tuple[str, str] | None = None,
) -> int:
    """Delete line-ups and give their room back; return how many.

    Parameters
    ----------
    path
        The store.
    everything
        All of them, and what was set aside.
    older_than
        Those not used for so many days.
    other_than
        Those of another version of the program, or of other code.

    Raises
    ------
    StoreError
        If they cannot be deleted.
    """
    if everything:
        for aside in set_aside_files(path):
            aside.unlink(missing_ok=True)
    if not path.exists():
        return 0
    conditions: list[str] = ["1"] if everything else []
    values: list[object] = []
    if older_than is not None:
        conditions.append("used < ?")
        values.append(time.time() - older_than * _DAY)
    if other_than is not None:
        conditions.append("NOT (version = ? AND code = ?)")
        values += other_than
    chosen = f"SELECT id FROM lineups WHERE {' OR '.join(conditions) or '0'}"
    connection = _connection(path)
    try:
        with writing(connection):
            lineups = connection.execute(chosen, values).fetchall()
            for (lineup,) in lineups:
                delete_line_up(connection, lineup)
        with suppress(sqlite3.OperationalError):  # in use: its room is used again
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(lineups)
    except DAMAGE as error:
        raise StoreError(f"the store {path} cannot be pruned: {error}") from None
    finally:
        connection.close()


def _connection(path: Path) -> sqlite3.Connection:
    said: list[str] = []
    connection = opened(path, said.append)
    if connection is None:
        reason = said[-1].removeprefix("Warning: ").partition(";")[0]
        raise StoreError(reason)
    for line in said:
        tell_on_stderr(line)
    return connection
