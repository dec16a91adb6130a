"""``zetema rules``: list the rule sets, show one, tell two apart."""

from __future__ import annotations

import json
from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.rules import text as rules_text
from zetema_sim.rules.ruleset import DEFAULT_PRESET, rules_named


@click.group("rules", invoke_without_command=True)
@options.JSON
@click.pass_context
def rules(ctx: click.Context, as_json: bool) -> None:
    """List the rule sets; show one or tell two apart.

    \b
    Examples:
      zetema rules
      zetema rules show official
      zetema rules diff official parlett
    """
    if ctx.invoked_subcommand is None:
        _print(rules_text.list_json() if as_json else rules_text.list_text())
    elif as_json:
        raise click.UsageError("--json stands after the command's name.")


@rules.command("show")
@click.argument("name", metavar="[PRESET|FILE]", default=DEFAULT_PRESET)
@options.SET
@click.option(
    "--players",
    type=options.WholeNumber(),
    metavar="N",
    help="How many seats: show the values for so many.  [default: all counts]",
)
@options.SIDES
@options.JSON
def show(
    name: str,
    overrides: tuple[str, ...],
    players: int | None,
    sides: str | None,
    as_json: bool,
) -> None:
    """Show every parameter of a rule set: value, meaning, what is allowed, source.

    FILE is a JSON file of house rules of the shape that --json prints.

    \b
    Examples:
      zetema rules show parlett --players 6
      zetema rules show official --set sequence.points=20 --json > house.json
      zetema rules show house.json
    """
    if sides is not None and players is None:
        raise click.UsageError("--sides needs --players.")
    chosen = rules_named(name, overrides)
    text = rules_text.show_text(chosen, players, sides)  # refuses what cannot be played
    _print(chosen.as_log(players, sides) if as_json else text)


@rules.command("diff")
@click.argument("first", metavar="P")
@click.argument("second", metavar="Q")
@options.JSON
def diff(first: str, second: str, as_json: bool) -> None:
    """Show in what the rules P and Q differ; each is a preset or a file.

    \b
    Example:
      zetema rules diff official parlett
    """
    tell = rules_text.diff_json if as_json else rules_text.diff_text
    _print(tell(rules_named(first), rules_named(second)))


def _print(result: str | dict[str, Any]) -> None:
    """Print a text as it is and anything else as JSON."""
    click.echo(result if isinstance(result, str) else json.dumps(result, indent=1))
