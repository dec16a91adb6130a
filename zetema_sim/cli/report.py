"""``zetema report``: the charts and the page of a finished run."""

from __future__ import annotations

from pathlib import Path

import click

from zetema_sim.cli import options


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option(
    "--parquet",
    is_flag=True,
    help="Write the tables as Parquet too, into RUN/parquet; needs the extra parquet.",
)
@options.QUIET
def report(run: Path, parquet: bool, quiet: bool) -> None:
    """Draw the charts and the page of a finished run.

    RUN is the folder that a command wrote with --out. Everything is made from the
    files in it: RUN/charts and RUN/report.html, which opens in any browser, without a
    network. The same folder gives the same bytes.

    \b
    Examples:
      zetema report results/first
      zetema report results/first --parquet
    """
    from zetema_sim.report import check_parquet, write_parquet, write_report

    if parquet:
        check_parquet()
    page = write_report(run)
    if parquet:
        write_parquet(run)
    if not quiet:
        click.echo(f"Written: {page} and {run / 'charts'}")
