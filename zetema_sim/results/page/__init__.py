"""A run's pictures and its page, made anew from the run's folder alone.

Every file is written under another name and renamed, so that a kill at any instant
leaves the old one or the new one, whole. The same folder gives the same bytes.
"""

from __future__ import annotations

import os
import tempfile
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from zetema_sim.results.page.page import render
from zetema_sim.results.reading import read_run
from zetema_sim.results.writing import DrawingError, ResultsError

PAGE = "report.html"
CHARTS = "charts"
PARQUET = "parquet"
_PREFIX = ".zetema-report-"  # of files under way


def write_report(folder: Path) -> Path:
    """Write a run's charts and its page into its folder and return the page's path.

    Raises
    ------
    ResultsError
        If the folder holds no finished run, a newer program's or a damaged one, or
        cannot be written to; one line for the user.
    DrawingError
        If charts or page cannot be made of what was read, whatever the reason.
    """
    from zetema_sim.results.charts import draw_all, png, svg

    run = read_run(folder)
    try:
        charts = [(chart, svg(chart)) for chart in draw_all(run)]
        pixels = [png(chart) for chart, _ in charts]
        page = render(run, charts).encode()
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise DrawingError(f"{folder} is whole, but cannot be drawn: {told}") from error
    try:
        pictures = folder / CHARTS
        pictures.mkdir(exist_ok=True)
        _remove_left_over(folder, pictures)
        for (chart, drawing), pixel in zip(charts, pixels, strict=True):
            _replace(pictures / f"{chart.name}.svg", drawing)
            _replace(pictures / f"{chart.name}.png", pixel)
        _replace(folder / PAGE, page)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise ResultsError(f"{folder} cannot be written to: {reason}") from None
    return folder / PAGE


def check_parquet() -> None:
    """Refuse what `write_parquet` could not do, before anything else is done.

    Raises
    ------
    ResultsError
        If pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise ResultsError(
            "Parquet needs pyarrow: pip install 'zetema-sim[parquet]', or pyarrow alone"
        )


def write_parquet(folder: Path) -> Path:
    """Write a run's tables as Parquet too and return their folder.

    Raises
    ------
    ResultsError
        As `write_report`, and as `check_parquet`.
    """
    check_parquet()
    run = read_run(folder)
    try:
        place = folder / PARQUET
        place.mkdir(exist_ok=True)
        _remove_left_over(place)
        for name, table in run.tables.items():
            content = BytesIO()
            table.to_parquet(content, engine="pyarrow", index=False)
            _replace(place / f"{name}.parquet", content.getvalue())
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise ResultsError(f"{folder} cannot be written to: {reason}") from None
    return place


def _remove_left_over(*folders: Path) -> None:
    """Remove what a report that was killed left under way."""
    for folder in folders:
        for path in folder.glob(f"{_PREFIX}*"):
            path.unlink(missing_ok=True)


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole, or leave the old one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=_PREFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
