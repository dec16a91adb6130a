"""How much the store holds, and emptying it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zetema_sim.experiments.line_ups.store.database import (
    DAMAGE,
    opened,
    set_aside,
    set_aside_files,
    tell_on_stderr,
)
from zetema_sim.experiments.line_ups.store.kept import MOST_BYTES


class StoreError(RuntimeError):
    """A store that cannot be read."""


@dataclass(frozen=True)
class Overview:
    """What the store holds; `path` is None where nothing can be kept."""

    path: Path | None
    bytes: int = 0
    lineups: int = 0
    matches: int = 0
    set_aside: tuple[Path, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """All of it as a JSON object."""
        return {
            "schema": 2,
            "path": None if self.path is None else str(self.path),
            "bytes": self.bytes,
            "most_bytes": MOST_BYTES,
            "lineups": self.lineups,
            "matches": self.matches,
            "set_aside": [str(path) for path in self.set_aside],
        }

    @property
    def text(self) -> str:
        """All of it in lines."""
        if self.path is None:
            return "nothing is kept: no cache folder can be written here"
        kept = f"nothing is kept in {self.path}"
        if self.lineups:
            kept = (
                f"{self.lineups:,} line-ups, {self.matches:,} matches, "
                f"{_size(self.bytes)} of at most {_size(MOST_BYTES)}, in {self.path}"
            )
        damaged = (f"set aside as damaged: {path}" for path in self.set_aside)
        return "\n".join([kept, *damaged])


def overview(path: Path | None) -> Overview:
    """Return what a store holds; nothing where there is none.

    Raises
    ------
    StoreError
        If it cannot be read.
    """
    if path is None or not path.exists():
        return Overview(path, set_aside=() if path is None else set_aside_files(path))
    said: list[str] = []
    connection = opened(path, said.append)
    if connection is None:
        raise StoreError(said[-1].removeprefix("Warning: ").partition(";")[0])
    for line in said:
        tell_on_stderr(line)
    try:
        ((lineups, matches),) = connection.execute(
            "SELECT COUNT(DISTINCT id), TOTAL(matches) "
            "FROM lineups LEFT JOIN rounds ON lineup = id"
        )
        size, aside = path.stat().st_size, set_aside_files(path)
        return Overview(path, size, lineups, int(matches), aside)
    except DAMAGE as error:
        told = f"the store {path} cannot be read: {error}"
        raise StoreError(f"{told}; zetema store --clear empties it") from None
    finally:
        connection.close()


def clear(path: Path) -> str:
    """Delete all that is kept, and say how much that was."""
    if path.exists():
        set_aside(path)  # for who has it open, it is as if it had been damaged
    files = set_aside_files(path)
    deleted = sum(file.stat().st_size for file in files)
    for file in files:
        file.unlink(missing_ok=True)
    return f"{_size(deleted)} deleted"


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"
