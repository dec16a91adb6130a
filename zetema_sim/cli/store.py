"""``zetema store``: what is kept of earlier tournaments, and pruning it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from zetema_sim.cli import options


@click.group("store", invoke_without_command=True)
@options.JSON
@click.pass_context
def store(ctx: click.Context, as_json: bool) -> None:
    """Show what is kept of line-ups that were played, or prune it.

    A tournament that plays all line-ups keeps what each came to, and takes what is
    kept of the same line-up instead of playing it again: same rules, seed, strategies
    (name, source, settings), version of the program and code of the game. It changes
    no number. Whatever of it is old can be deleted at any time.

    \b
    Examples:
      zetema store
      zetema store prune --stale
    """
    if ctx.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("--json belongs to zetema store alone.")
        return
    from zetema_sim.experiments.line_ups.line_up_rounds import rounds_hash
    from zetema_sim.experiments.line_ups.store import as_json as json_of
    from zetema_sim.experiments.line_ups.store import as_text as text_of
    from zetema_sim.experiments.line_ups.store import overview

    path = _path()
    found = None if path is None else overview(path)
    if as_json:
        click.echo(json.dumps(json_of(found, rounds_hash())))
    else:
        click.echo(_NO_FOLDER if found is None else text_of(found, rounds_hash()))


@store.command("prune")
@click.option("--all", "everything", is_flag=True, help="Delete all that is kept.")
@click.option(
    "--older-than",
    type=options.Real(0, 36_500),
    metavar="DAYS",
    help="Delete line-ups that no tournament used for so many days.",
)
@click.option(
    "--stale",
    is_flag=True,
    help="Delete what another version of the program or of the game's code played.",
)
def prune(everything: bool, older_than: float | None, stale: bool) -> None:
    """Delete what is kept of line-ups: all, what is old, or what is stale.

    \b
    Examples:
      zetema store prune --stale
      zetema store prune --older-than 30
    """
    if everything + (older_than is not None) + stale != 1:
        raise click.UsageError("Give one of --all, --older-than DAYS and --stale.")
    from zetema_sim import __version__
    from zetema_sim.experiments.line_ups.line_up_rounds import rounds_hash
    from zetema_sim.experiments.line_ups.store import overview
    from zetema_sim.experiments.line_ups.store import prune as pruned

    path = _path()
    if path is None:
        click.echo(_NO_FOLDER)
        return
    count = pruned(
        path,
        everything=everything,
        older_than=older_than,
        other_than=(__version__, rounds_hash()) if stale else None,
    )
    left = sum(group.lineups for group in overview(path).groups)
    click.echo(f"{count:,} line-ups deleted, {left:,} kept")


_NO_FOLDER = "nothing is kept: no cache folder can be written here"


def _path() -> Path | None:
    from zetema_sim.experiments.line_ups.store import store_path

    return store_path()
