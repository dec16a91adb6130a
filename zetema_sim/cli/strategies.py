"""``zetema strategies``: list the strategies, show one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from zetema_sim.cli import options


@click.group("strategies", invoke_without_command=True)
@options.FOLDERS
@options.JSON
@click.pass_context
def strategies(ctx: click.Context, folders: tuple[Path, ...], as_json: bool) -> None:
    """List the strategies with their settings; show one.

    \b
    Examples:
      zetema strategies
      zetema strategies --strategies ./mine
      zetema strategies show marriage-hoarder
    """
    if ctx.invoked_subcommand is not None:
        if as_json or folders:
            raise click.UsageError("Options stand after the command's name.")
        return
    from zetema_sim import strategies_text

    found = strategies_text.listed(folders)
    tell = strategies_text.list_json if as_json else strategies_text.list_text
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
    from zetema_sim import strategies_text
    from zetema_sim.roster import load

    strategy = load(name, folders)
    tell = strategies_text.show_json if as_json else strategies_text.show_text
    _print(tell(strategy))


def _print(result: str | dict[str, Any]) -> None:
    """Print a text as it is and anything else as JSON."""
    click.echo(result if isinstance(result, str) else json.dumps(result, indent=1))
