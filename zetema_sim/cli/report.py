"""``zetema report``: the charts and the page of a run, or what it has so far."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from zetema_sim.cli import options
from zetema_sim.cli.resume import go_to, run_again
from zetema_sim.cli.saving import LOOKED_AT


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option(
    "--parquet",
    is_flag=True,
    help="Write the tables as Parquet too, into RUN/parquet; needs the extra parquet.",
)
@options.QUIET
@click.pass_context
def report(ctx: click.Context, run: Path, parquet: bool, quiet: bool) -> None:
    """Draw the charts and the page of a finished run.

    RUN is the folder that a command wrote with --out. Everything is made from the
    files in it: RUN/charts and RUN/report.html, which opens in any browser, without a
    network. The same folder gives the same bytes. Of a run that is not finished, or
    still being played, what is saved is printed, marked as such; nothing is written.

    \b
    Examples:
      zetema report results/first
      zetema report results/first --parquet
    """
    from zetema_sim.results.unfinished import is_unfinished

    if is_unfinished(run):
        if parquet:
            raise click.UsageError("--parquet is for a finished run.")
        _show_saved(ctx, run, quiet=quiet)
        return
    from zetema_sim.results.page import check_parquet, write_parquet, write_report

    if parquet:
        check_parquet()
    page = write_report(run)
    if parquet:
        write_parquet(run)
    if not quiet:
        click.echo(f"Written: {page} and {run / 'charts'}")


def _show_saved(ctx: click.Context, run: Path, *, quiet: bool) -> None:
    """Print what an unfinished run has saved, by its own command."""
    from zetema_sim.results.unfinished import begun

    told = begun(run)
    if not quiet:
        command = f"zetema resume {shlex.quote(str(run))}"
        draws = ", and draws charts and page" if told["report"] else ""
        click.echo(f"{command} continues it{draws}.", err=True)
    ctx.meta[LOOKED_AT] = run.resolve()
    go_to(told["cwd"])
    words = shlex.split(told["manifest"]["repeat"])[1:]
    run_again(ctx, [*words, "--executor", "threads", "--quiet"])
