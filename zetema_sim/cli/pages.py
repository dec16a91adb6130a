"""The page of a run that a command has just written."""

from __future__ import annotations

from pathlib import Path

import click

from zetema_sim.results import ResultsError


def draw_page(folder: Path, *, wanted: bool = True) -> None:
    """Say where a run was written, and draw its charts and its page if wanted.

    It comes last: what was played is written and told already, whatever happens here.
    """
    if not wanted:
        click.echo(f"Written to {folder}", err=True)
        return
    from zetema_sim.report import write_report

    try:
        page = write_report(folder)
    except ResultsError as error:  # no bad input: the folder is the program's own
        told = f"the run is written to {folder}, but its page is not: {error}"
        raise click.ClickException(told) from None
    click.echo(f"Written to {folder}; the page: {page}", err=True)
