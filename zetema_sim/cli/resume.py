"""``zetema resume``: continue a run that was interrupted."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options
from zetema_sim.common.surroundings import ignore_files

if TYPE_CHECKING:
    from zetema_sim.cli.experiment_command import Printing
    from zetema_sim.work import WorkerOptions


@click.command("resume")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@options.working
@options.printing
@options.QUIET
@click.pass_context
def resume(
    ctx: click.Context,
    folder: Path,
    working: WorkerOptions,
    printing: Printing,
    quiet: bool,
) -> None:
    """Continue a run that was interrupted: it ends as if it never had been.

    RUN is the folder that --out named. What was played is not played again, and the
    folder ends with the same bytes as that of a run without interruption. The same
    command again does the same. Who plays may be chosen anew.

    \b
    Examples:
      zetema resume results/mine
      zetema resume results/mine --threads 8
    """
    from zetema_sim.results.unfinished import begun, clear_away, is_finished

    if is_finished(folder):
        clear_away(folder)
    told = begun(folder)
    words = shlex.split(told["manifest"]["repeat"])[1:]
    words += ["--out", str(folder.resolve()), *working.as_options()]
    words += [] if told["report"] else ["--no-report"]
    words += printing.as_options() + ["--quiet"] * quiet
    if not quiet:
        click.echo(f"zetema {shlex.join(words)}", err=True)
    folder = folder.resolve()
    go_to(told["cwd"])
    run_again(ctx, words)
    if not is_finished(folder):
        raise click.ClickException(f"the run in {folder} was not continued by that")


def go_to(place: str) -> None:
    """Go where the command was given: what it names may stand there."""
    try:
        os.chdir(place)
        ignore_files()
    except OSError as error:
        told = f"the folder where the run began, {place}, cannot be entered"
        raise click.UsageError(
            f"{told}: {error.strerror}; give the command of the run again, where its "
            "files are now"
        ) from None


def run_again(ctx: click.Context, words: list[str]) -> None:
    """Run the command of a run as if it had been typed."""
    program = ctx.find_root()
    assert isinstance(program.command, click.Group)
    command = program.command.get_command(program, words[0])
    assert command is not None  # `begun` has checked what it read
    with suppress(click.exceptions.Exit):  # as --help ends
        with command.make_context(words[0], words[1:], parent=program) as inner:
            command.invoke(inner)
