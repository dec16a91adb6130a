"""``zetema store``: how much is kept of earlier tournaments."""

from __future__ import annotations

import json

import click

from zetema_sim.cli import options


@click.command("store")
@options.JSON
@click.option("--clear", is_flag=True, help="Delete all that is kept.")
def store(as_json: bool, clear: bool) -> None:
    """Say how much is kept of line-ups that were played, or delete it.

    A tournament that plays all line-ups keeps what each came to, and takes what is
    kept of the same line-up instead of playing it again: same rules, seed, strategies
    (name, source, settings), version of the program and code of the game. It changes
    no number. Line-ups not used for longest go by themselves when there is too much.

    \b
    Examples:
      zetema store
      zetema store --clear
    """
    if as_json and clear:
        raise click.UsageError("--json tells what is kept, --clear deletes it.")
    from zetema_sim.experiments.line_ups.store import clear as cleared
    from zetema_sim.experiments.line_ups.store import overview, store_path

    path = store_path()
    if clear and path is not None:
        click.echo(cleared(path))
        return
    found = overview(path)
    click.echo(json.dumps(found.json) if as_json else found.text)
