"""``zetema strategies``: list the strategies, show, begin and check them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.cli.errors import RUN_FAILED

SECONDS = 15.0  # as `doctor.report` has it; a test holds them together


@click.group("strategies", invoke_without_command=True)
@options.FOLDERS
@options.JSON
@click.pass_context
def strategies(ctx: click.Context, folders: tuple[Path, ...], as_json: bool) -> None:
    """List the strategies with their settings; show, begin and check them.

    \b
    Examples:
      zetema strategies
      zetema strategies --strategies ./mine
      zetema strategies show marriage-hoarder
      zetema strategies new feeder
      zetema strategies check feeder.py
    """
    if ctx.invoked_subcommand is not None:
        if as_json or folders:
            raise click.UsageError("Options stand after the command's name.")
        return
    from zetema_sim.roster import text

    found = text.listed(folders)
    tell = text.list_json if as_json else text.list_text
    _print(tell(found))


@strategies.command("show")
@click.argument("name", metavar="STRATEGY")
@options.FOLDERS
@options.JSON
def show(name: str, folders: tuple[Path, ...], as_json: bool) -> None:
    """Show all about one strategy: idea, source, settings, what it decides.

    STRATEGY is a name or the path of a .py file, with settings if you like.

    \b
    Examples:
      zetema strategies show marriage-hoarder
      zetema strategies show marriage-hoarder:wait_for=4 --json
      zetema strategies show ./mine.py
    """
    from zetema_sim.roster import text
    from zetema_sim.roster.lookup import load

    strategy = load(name, folders)
    tell = text.show_json if as_json else text.show_text
    _print(tell(strategy))


@strategies.command("check")
@click.argument("names", nargs=-1, required=True, metavar="STRATEGY...")
@click.option(
    "--seconds",
    type=options.Real(1, 3600),
    metavar="S",
    default=SECONDS,
    show_default=True,
    help="Processor time to play each: more buys more matches.",
)
@options.FOLDERS
@options.JSON
def check(
    names: tuple[str, ...], seconds: float, folders: tuple[Path, ...], as_json: bool
) -> None:
    """Examine strategies: are they legal, steady, quick, blind to hidden cards.

    Each is compiled and played at every table, in a process of its own that is ended
    when it hangs. What is found is told with its line or the match that shows it. The
    exit code is 1 then, and where the time did not suffice for every table.

    \b
    Examples:
      zetema strategies check ./mine.py
      zetema strategies check greedy marriage-hoarder:wait_for=4 --seconds 5
    """
    from zetema_sim.cli.progress import status_of
    from zetema_sim.doctor.examine import examine
    from zetema_sim.doctor.report import Limits, reports_json

    limits = Limits(seconds=seconds)
    reports = []
    for name in names:
        with status_of(f"examining {name}: compiling it, then {seconds:g} s of play"):
            report = examine(name, folders, limits)
        reports.append(report)
        if not as_json:
            click.echo(report.text() + ("\n" if len(names) > 1 else ""))
    if as_json:
        _print(reports_json(reports))
    if not all(report.has_passed for report in reports):
        raise click.exceptions.Exit(RUN_FAILED)


@strategies.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    default=Path(),
    help="Where to write the files.  [default: here]",
)
@click.option(
    "--from",
    "shipped",
    metavar="SHIPPED",
    help="Begin as a copy of this shipped strategy.",
)
def new(name: str, folder: Path, shipped: str | None) -> None:
    """Begin a strategy: write a file that works, with comments, and its test.

    NAME is small letters, digits and dashes; nothing is overwritten.

    \b
    Example:
      zetema strategies new feeder --folder ./mine
      zetema strategies new mixer --from balanced
    """
    from zetema_sim.roster.scaffold import write_strategy

    strategy, test = write_strategy(name, folder, shipped)
    click.echo(f"{strategy}\n{test}")
    for told, words in (
        ("To examine it", ["zetema", "strategies", "check", str(strategy)]),
        ("To run its test", [sys.executable, "-m", "pytest", str(test)]),
    ):
        click.echo(f"{told}: {shlex.join(words)}", err=True)


def _print(result: str | dict[str, Any]) -> None:
    """Print a text as it is and anything else as JSON."""
    click.echo(result if isinstance(result, str) else json.dumps(result, indent=1))
