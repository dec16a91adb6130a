"""A finished run read back from its folder: what charts and the page are made from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zetema_sim.places import may_never_end
from zetema_sim.results import (
    MANIFEST,
    OBSERVED,
    SUMS,
    UNFINISHED,
    ResultsError,
    sha256,
)
from zetema_sim.sound_manifest import sound_manifest

if TYPE_CHECKING:
    import pandas as pd

# Tables that may be without rows: of what there was nothing to tell.
MAY_BE_EMPTY = ("differences", "pairs", "cycles", "head_to_head", "changes")
# Without rows where every match was forfeited.
OF_MATCHES = ("lengths", "scores")
NAMES = ("strategy", "a", "b", "strategies")  # columns that are text in any case


@dataclass(frozen=True)
class RunFolder:
    """A run as its folder tells it.

    Attributes
    ----------
    path
        The folder.
    manifest
        What determines the run.
    observed
        What was seen of it: machine, seconds, when.
    tables
        The CSV files by name, without ``.csv``.
    texts
        All other files that belong to the run, by their names.
    """

    path: Path
    manifest: dict[str, Any]
    observed: dict[str, Any]
    tables: dict[str, pd.DataFrame]
    texts: dict[str, str]

    @property
    def command(self) -> str:
        """Which command the run answers: ``compare``."""
        return str(self.manifest["command"])

    @property
    def summary(self) -> dict[str, Any]:
        """The one row of ``summary.csv``: matches, blocks, the verdict, …."""
        return dict(self.tables["summary"].iloc[0])


def read_run(folder: Path) -> RunFolder:
    """Return a finished run.

    Raises
    ------
    ResultsError
        If the folder holds no finished run, a newer program's, or any file of it is
        missing or not as it was written; one line for the user.
    """
    if UNFINISHED in folder.resolve().name:
        raise ResultsError(f"{folder} was left by a run that did not finish")
    manifest = sound_manifest(folder)
    observed = _observed(folder)
    contents = {
        name: _checked(folder / name, total) for name, total in observed[SUMS].items()
    }
    tables = {
        name.removesuffix(".csv"): _table(folder / name)
        for name in contents
        if name.endswith(".csv")
    }
    _check_rows(folder, tables, manifest["command"])
    texts = {
        name: content.decode("utf-8")
        for name, content in contents.items()
        if not name.endswith(".csv") and name != MANIFEST
    }
    return RunFolder(folder, manifest, observed, tables, texts)


def _check_rows(folder: Path, tables: dict[str, pd.DataFrame], command: str) -> None:
    """Refuse a run without its main tables, or with one that has only its head."""
    if "summary" not in tables or len(tables["summary"]) != 1:
        raise ResultsError(f"{folder} is broken: it has no summary.csv of one row")
    main = "sweep" if command == "sweep" else "win_shares"
    if main not in tables:
        raise ResultsError(f"{folder} is broken: it has no {main}.csv")
    for name, table in tables.items():
        if not len(table) and name not in (*MAY_BE_EMPTY, *OF_MATCHES):
            raise ResultsError(f"{folder} is broken: {name}.csv has no rows")


def _observed(folder: Path) -> dict[str, Any]:
    path = folder / OBSERVED
    try:
        observed = json.loads(_content(path))
        sums = observed[SUMS]
        is_sound = all(isinstance(text, str) for pair in sums.items() for text in pair)
    except OSError:
        raise ResultsError(f"{folder} is broken: {OBSERVED} cannot be read") from None
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        is_sound = False
    if not is_sound or any("/" in name or "\\" in name for name in sums):
        raise ResultsError(f"{path} is broken: it does not list the run's files")
    assert isinstance(observed, dict)
    return observed


def _content(path: Path) -> bytes:
    """Return what is in a file."""
    if may_never_end(path):
        raise OSError(f"{path} is a pipe or a device")
    return path.read_bytes()


def _checked(path: Path, expected: str) -> bytes:
    """Return a file's content if it is what was written."""
    try:
        content = _content(path)
    except OSError:
        told = f"{path.parent} is broken: {path.name} cannot be read"
        raise ResultsError(told) from None
    if sha256(content) != expected:
        raise ResultsError(
            f"{path.parent} is broken: {path.name} is not as it was written; the "
            "command in its manifest makes the run anew"
        )
    return content


def _table(path: Path) -> pd.DataFrame:
    """Return a CSV with its numbers to the last digit.

    pandas' own reading rounds some in the last place, depending on its version.
    """
    import pandas as pd

    try:
        texts = pd.read_csv(path, dtype=str, keep_default_na=False)
    except ValueError:
        told = f"{path.parent} is broken: {path.name} is no table"
        raise ResultsError(told) from None
    columns = {str(name): _values(str(name), texts[name].tolist()) for name in texts}
    return pd.DataFrame(columns)


def _values(name: str, texts: list[str]) -> list[Any]:
    """Return a column as what all of it can be read as."""
    if name in NAMES:
        return texts
    if texts and set(texts) <= {"True", "False"}:
        return [text == "True" for text in texts]
    for kind in (int, _float):
        try:
            return [kind(text) for text in texts]
        except ValueError:
            continue
    return texts


def _float(text: str) -> float:
    return float(text or "nan")
