"""A finished run read back from its folder: what charts and the page are made from."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zetema_sim.common.own_files import OwnFileError, content_of
from zetema_sim.experiments.kinds import KINDS, MAY_BE_EMPTY, NAMES, OF_MATCHES, TEXTS
from zetema_sim.results.manifest_checks import (
    not_as_written,
    read_checked_manifest,
    read_checked_observed,
)
from zetema_sim.results.writing import MANIFEST, SUMS, UNFINISHED, ResultsError, sha256

if TYPE_CHECKING:
    import pandas as pd


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
    manifest = read_checked_manifest(folder)
    observed = read_checked_observed(folder)
    contents = {
        name: _checked(folder / name, total) for name, total in observed[SUMS].items()
    }
    tables = {
        name.removesuffix(".csv"): _table(folder / name, content)
        for name, content in contents.items()
        if name.endswith(".csv")
    }
    _check_tables(folder, tables, manifest["command"])
    texts = {
        name: content.decode("utf-8", "replace")
        for name, content in contents.items()
        if not name.endswith(".csv") and name != MANIFEST
    }
    return RunFolder(folder, manifest, observed, tables, texts)


def _check_tables(folder: Path, tables: dict[str, pd.DataFrame], command: str) -> None:
    """Refuse a run without one of its tables or columns, or with one of no rows."""
    for name, columns in KINDS[command].tables.items():
        if name not in tables:
            raise _broken(folder, f"it has no {name}.csv")
        table = tables[name]
        for column in columns.split():
            if column not in table:
                raise _broken(folder, f"{name}.csv has no column {column}")
            kinds = {type(value) for value in table[column].tolist()}
            if column not in TEXTS and not kinds <= {int, float, bool}:
                raise _broken(
                    folder, f"{name}.csv: {column} is not a number everywhere"
                )
        if not len(table) and name not in (*MAY_BE_EMPTY, *OF_MATCHES):
            raise _broken(folder, f"{name}.csv has no rows")
    if len(tables["summary"]) != 1:
        raise _broken(folder, "summary.csv has not one row")


def _checked(path: Path, expected: str) -> bytes:
    """Return a file's content if it is what was written."""
    try:
        content = content_of(path)
    except OwnFileError as error:
        raise _broken(path.parent, f"{path.name}: {error}") from None
    if sha256(content) != expected:
        raise not_as_written(path)
    return content


def _broken(folder: Path, told: str) -> ResultsError:
    return ResultsError(f"{folder} is broken: {told}")


def _table(path: Path, content: bytes) -> pd.DataFrame:
    """Return a CSV with its numbers to the last digit.

    pandas' own reading rounds some in the last place, depending on its version.
    """
    import pandas as pd

    try:
        texts = pd.read_csv(BytesIO(content), dtype=str, keep_default_na=False)
    except ValueError:
        raise _broken(path.parent, f"{path.name} is not a table") from None
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
