"""A strategy file on its way to another process or machine: its sources and hash.

Nothing compiled travels. Who gets a parcel takes the file of that source that it has
already, or one at the same place, or writes the sources into its cache folder; whatever
it takes has the hash that was sent. Each source is read, and compiled, once a process.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zetema_sim import __version__
from zetema_sim.common.cache_folder import base_folder, game_hash
from zetema_sim.common.paths import shipped_strategies
from zetema_sim.faults import StrategyError
from zetema_sim.roster.file import StrategyFile, read_strategy

# What has arrived, by the hash of its source and the file's own name, by which line-ups
# are put in order.
arrived: dict[tuple[str, str], StrategyFile] = {}
_arriving = threading.Lock()


class ParcelError(RuntimeError):
    """A strategy that cannot be played here as it was sent."""


@dataclass(frozen=True)
class Parcel:
    """What is sent.

    Attributes
    ----------
    version, game
        The sender's program, and the hash of the sources that decide a match.
    source_hash
        Of the strategy.
    path
        Where its file stands with the sender.
    sources
        Its file and then its helper files, names and texts, as packed JSON.
    """

    version: str
    game: str
    source_hash: str
    path: str
    sources: bytes

    @classmethod
    def of(cls, file: StrategyFile) -> Parcel:
        """Return the parcel of a file."""
        texts = {file.path.name: file.text, **dict(_helpers(file))}
        packed = zlib.compress(json.dumps([*texts.items()]).encode())
        path = str(file.path.absolute())
        return cls(__version__, game_hash(), file.source_hash, path, packed)

    def file(self) -> StrategyFile:
        """Return the strategy file that was sent.

        Raises
        ------
        ParcelError
            If this program is not the sender's, or the sources are not those of the
            hash.
        StrategyError
            If the file cannot be used here.
        """
        _check_program(self)
        with _arriving:
            key = (self.source_hash, Path(self.path).name)
            if key not in arrived:
                arrived[key] = self._own_copy() or self._written()
            return arrived[key]

    def _own_copy(self) -> StrategyFile | None:
        """Return the file if it stands here already, shipped or at the same place."""
        path = Path(self.path)
        for place in (shipped_strategies() / path.name, path):
            file = self._read(place)
            if file is not None:
                return file
        return None

    def _read(self, path: Path) -> StrategyFile | None:
        """Return the file at a place if it is the one that was sent."""
        if not path.is_file():
            return None
        try:
            file = read_strategy(path)
        except StrategyError:
            return None
        return file if file.source_hash == self.source_hash else None

    def _written(self) -> StrategyFile:
        """Return the file read from the cache folder, written there if need be."""
        base = base_folder()
        name = Path(self.path).name
        if base is not None:
            kept = base / f"arrived-{self.source_hash[:20]}-{Path(name).stem}"
            file = self._read(kept / name) or self._read(self._write(base, kept) / name)
        else:
            file = self._read(self._write(Path(tempfile.gettempdir()), None) / name)
        if file is None:
            raise ParcelError(
                f"the sources of strategy {name} are not those that were sent: their "
                f"hash is not {self.source_hash[:12]}…"
            )
        return file

    def _write(self, base: Path, kept: Path | None) -> Path:
        """Write the sources into a new folder, `kept` if that is free; return it."""
        folder = Path(tempfile.mkdtemp(prefix="arriving-", dir=base))
        for name, text in json.loads(zlib.decompress(self.sources)):
            with (folder / Path(name).name).open(
                "w", encoding="utf-8", newline=""
            ) as f:
                f.write(text)
        if kept is None:
            return folder
        try:
            os.rename(folder, kept)
        except OSError:  # it is there, from another process, or damaged
            if self._read(kept / Path(self.path).name) is None:
                return folder
            shutil.rmtree(folder, ignore_errors=True)
        return kept


def _helpers(file: StrategyFile) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of all helper files that a file needs."""
    for name, helper in file.helpers.items():
        yield f"{name}.py", helper.text
        yield from _helpers(helper)


def _check_program(parcel: Parcel) -> None:
    if parcel.version != __version__:
        raise ParcelError(
            f"the strategies were sent by zetema-sim {parcel.version}, but this worker "
            f"has {__version__}; install the same version everywhere"
        )
    if parcel.game != game_hash():
        raise ParcelError(
            f"the worker's zetema-sim {__version__} has other sources than the "
            "sender's: matches would differ; install the same everywhere"
        )
