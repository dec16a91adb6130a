"""A run's folder while it is played: begun, continued, finished.

Until a run is finished its folder has a folder ``unfinished``: ``run.json`` says what
is played, the shards what was (`work.journal`), and ``lock`` keeps a second process
out. The run's own files come last and ``manifest.json`` as the last of them, so
whatever kills the program, the folder holds a finished run or one that can go on.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from zetema_sim.common.own_files import (
    NoFileError,
    OwnFileError,
    Shape,
    content_of,
    object_of,
    problem,
)
from zetema_sim.results.manifest_checks import COMMANDS
from zetema_sim.results.writing import (
    IN_PLAY,
    MANIFEST,
    ResultsError,
    as_json,
    cannot_write,
    check_out,
    numbered,
    sha256,
    write_files,
    write_run,
)
from zetema_sim.work import Journal, JournalError

try:
    import fcntl
except ImportError:  # not on Windows: there two processes are not told apart
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import pandas as pd

_RUN, _LOCK = "run.json", "lock"
_UNWRITTEN = ".tmp"  # behind the name of a file that is being written
_DONE = ".finished"  # what `IN_PLAY` is renamed to before it is deleted
_SCHEMA = 2
_SUM = "sha256"  # the key of `_RUN` with the hash of all else
_MANIFEST: Shape = {"repeat": str, "command": COMMANDS}
_SHAPE: Shape = {"cwd": str, "report": bool, "manifest": _MANIFEST, _SUM: str}


class Unfinished:
    """A run that is being played, its folder locked.

    Attributes
    ----------
    folder
        The run's folder.
    journal
        Where what was played is saved.
    is_continued
        Whether something had been played before.
    """

    def __init__(
        self, folder: Path, lock: IO[bytes], manifest: Mapping[str, Any]
    ) -> None:
        self.folder = folder
        self._lock = lock
        run = sha256(as_json(manifest).encode())
        self.journal = Journal(folder / IN_PLAY, run)
        self.is_continued = self.has_saved

    @property
    def has_saved(self) -> bool:
        """Whether anything that was played is saved."""
        return self.journal.has_shards

    @property
    def is_written(self) -> bool:
        """Whether the run's own files are there."""
        return (self.folder / MANIFEST).is_file()

    def write(
        self,
        manifest: Mapping[str, Any],
        observed: Mapping[str, Any],
        tables: Mapping[str, pd.DataFrame],
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Write the run's files into the folder, as `results.write_run`.

        Raises
        ------
        ResultsError
            If they cannot be written; what was played stays saved.
        """
        write_run(self.folder, IN_PLAY, manifest, observed, tables, texts)

    def finish(self) -> None:
        """Make the folder that of a finished run; the last that is done with it."""
        clear_away(self.folder)
        try:
            (self.folder / IN_PLAY).rename(self.folder / _DONE)
        except OSError as error:
            raise cannot_write(self.folder, error) from None
        clear_away(self.folder)

    def leave(self) -> None:
        """Let others have the folder; a folder of nothing goes away."""
        try:
            self.journal.flush()
        except JournalError:  # the run's own error is the one to tell
            pass
        unfinished = self.folder / IN_PLAY
        if unfinished.is_dir() and not (self.has_saved or self.is_written):
            shutil.rmtree(unfinished, ignore_errors=True)
            _remove_if_empty(self.folder)
        self._lock.close()


def begin(
    folder: Path,
    manifest: Mapping[str, Any],
    *,
    number: bool = False,
    report: bool = True,
) -> Unfinished:
    """Begin a run in a folder, or continue the same run where it ended.

    Parameters
    ----------
    folder
        What was asked for.
    manifest
        What determines the run.
    number
        Whether, where the folder exists, the newest of ``x``, ``x-2``, ``x-3``, … that
        holds the same run unfinished is continued, or else the next free name taken.
    report
        Whether the folder is to get charts and a page.

    Raises
    ------
    ResultsError
        If the folder holds anything else, another process plays it, or it cannot be
        made.
    """
    if number:
        *there, free = numbered(folder)
        for each in reversed(there):
            with suppress(ResultsError):  # another run, or played by another process
                return _continued(each, manifest)
        folder = free
    if is_unfinished(folder):
        return _continued(folder, manifest)
    _clear_stillborn(folder)
    check_out(folder)
    unfinished = folder / IN_PLAY
    try:
        unfinished.mkdir(parents=True)
        lock = _lock(folder)
        told = {"schema": _SCHEMA, "cwd": os.getcwd(), "report": report}
        told |= {"manifest": manifest, _SUM: ""}
        begun_with = as_json(told | {_SUM: _sum_of(told)})
        write_files(unfinished, {_RUN + _UNWRITTEN: begun_with})
        (unfinished / (_RUN + _UNWRITTEN)).replace(unfinished / _RUN)
    except FileExistsError:
        raise ResultsError(f"--out {folder} has come into being meanwhile") from None
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        _remove_if_empty(folder)
        raise cannot_write(folder, error) from None
    return Unfinished(folder, lock, manifest)


def is_unfinished(folder: Path) -> bool:
    """Return whether a folder holds a run that can be continued."""
    return os.path.lexists(folder / IN_PLAY / _RUN)  # also where a name is too long


def is_finished(folder: Path) -> bool:
    """Return whether a folder holds a run of which nothing is left to do."""
    return (folder / MANIFEST).is_file() and not is_unfinished(folder)


def begun(folder: Path) -> dict[str, Any]:
    """Return what was noted when an unfinished run began.

    Returns
    -------
    dict
        ``cwd``, the folder where the command was given; ``report``, whether charts and
        page were wanted; ``manifest``.

    Raises
    ------
    ResultsError
        If the folder holds no unfinished run, or one of a newer program.
    """
    path = folder / IN_PLAY / _RUN
    try:
        told = object_of(content_of(path), {"schema": int})
        if told["schema"] == _SCHEMA:
            _check(told)
    except NoFileError:
        held = "is finished" if (folder / MANIFEST).is_file() else "holds no run"
        raise ResultsError(f"{folder} {held}; there is nothing to resume") from None
    except OwnFileError as error:
        raise ResultsError(
            f"{path} is broken: {error}; delete {folder} and begin anew"
        ) from None
    if told["schema"] != _SCHEMA:
        raise ResultsError(
            f"{path} has schema {told['schema']}, of another program; this one reads "
            f"{_SCHEMA}"
        )
    return told


def _check(told: Mapping[str, Any]) -> None:
    """Refuse what was noted of a run's beginning if it is not as it was written."""
    wrong = problem(told, _SHAPE)
    if wrong is None and told[_SUM] != _sum_of(told):
        wrong = "not as it was written"
    if wrong is None:
        command, repeat = told["manifest"]["command"], told["manifest"]["repeat"]
        if not repeat.startswith(f"zetema {command} "):
            wrong = "repeat is not the run's command"
    if wrong is not None:
        raise OwnFileError(wrong)


def _sum_of(told: Mapping[str, Any]) -> str:
    """Return the hash of what is noted of a run's beginning."""
    return sha256(as_json({**told, _SUM: ""}).encode())


def clear_away(folder: Path) -> None:
    """Delete what a kill has left in the folder of a finished run."""
    shutil.rmtree(folder / _DONE, ignore_errors=True)


def saved_of(folder: Path, manifest: Mapping[str, Any]) -> Journal:
    """Return what an unfinished run has saved, to be read alone.

    Another process may be playing it.

    Raises
    ------
    ResultsError
        If the folder holds another run.
    """
    _check_same(folder, manifest)
    run = sha256(as_json(manifest).encode())
    return Journal(folder / IN_PLAY, run, only_read=True)


def _check_same(folder: Path, manifest: Mapping[str, Any]) -> None:
    begun_with = begun(folder)["manifest"]
    asked_for = json.loads(as_json(manifest))
    if begun_with != asked_for:
        key = _difference(begun_with, asked_for)
        raise ResultsError(
            f"--out {folder} holds another unfinished run, which differs in {key}: "
            "`zetema resume` goes on with it, --number begins a folder beside it"
        )


def _continued(folder: Path, manifest: Mapping[str, Any]) -> Unfinished:
    _check_same(folder, manifest)
    try:
        return Unfinished(folder, _lock(folder), manifest)
    except OSError as error:
        raise cannot_write(folder, error) from None


# What keys of a manifest are called where not by their names.
_IN_WORDS = {
    "lineups": "who plays on which seats",
    "versions": "the versions that play",
    "repeat": "its command",
}


def _difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Return what tells two manifests apart, the most telling first."""
    keys = sorted({*one, *other}, key=lambda key: key == "repeat")
    key = next(key for key in keys if one.get(key) != other.get(key))
    if key != "strategies":
        return _IN_WORDS.get(key, key.replace("_", " "))
    known = {(each["name"], each["source_hash"]) for each in one.get(key, ())}
    new = [n for n in other.get(key, ()) if (n["name"], n["source_hash"]) not in known]
    return f"{key} ({', '.join(each['name'] for each in new)})" if new else key


def _clear_stillborn(folder: Path) -> None:
    """Remove a folder whose run was killed before anything of it was written."""
    unfinished = folder / IN_PLAY
    try:
        held = {path.name for path in unfinished.iterdir()}
        beside = [path for path in folder.iterdir() if path != unfinished]
    except OSError:
        return
    if not beside and held <= {_LOCK, _RUN + _UNWRITTEN}:
        with _lock(folder):  # nobody is just beginning it
            shutil.rmtree(unfinished, ignore_errors=True)
        _remove_if_empty(folder)


def _lock(folder: Path) -> IO[bytes]:
    """Return the open lock file of a run, which no other process has.

    The system lets it go when the process ends, however it ends.
    """
    place = folder / IN_PLAY / _LOCK
    if place.exists() and not place.is_file():
        raise OSError(errno.EINVAL, f"{_LOCK} is not a file")
    lock = place.open("ab")
    if fcntl is None:
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        told = f"--out {folder} is being played by another process"
        raise ResultsError(told) from None
    except OSError:  # a file system without locks
        pass
    return lock


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return
