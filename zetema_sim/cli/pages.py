"""The page of a run that a command has just written."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from zetema_sim.results.writing import DrawingError, ResultsError


def draw_page(folder: Path, *, wanted: bool = True) -> None:
    """Say where a run was written, and draw its charts and its page if wanted.

    It comes last: what was played is written and told already, and what cannot be drawn
    is a warning, since the page is a help and the run is whole without.
    """
    if not wanted:
        click.echo(f"Written to {folder}", err=True)
        return
    from zetema_sim.results.page import write_report

    try:
        page = write_report(folder)
    except (ResultsError, DrawingError) as error:
        told = f"Warning: the run is written to {folder}, but its page is not: {error}"
        click.echo(
            f"{told}; zetema report {shlex.quote(str(folder))} tries it again.",
            err=True,
        )
        return
    click.echo(f"Written to {folder}; the page: {page}", err=True)
