"""``zetema sweep``: a setting or a rule over values."""

from __future__ import annotations

from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.cli.experiment_command import run

DEFAULT_MATCHES = 20_000  # a point: there are several


@click.command("sweep")
@options.NAMES
@click.option(
    "--vary",
    "vary",
    multiple=True,
    required=True,
    metavar="X=VALUES",
    help="A setting (wait_for=1..5, greedy:x=1,2,4) or a parameter of the rules "
    "(sequence.points=10,20) and its values; given twice, every combination.",
)
@options.played_table
@click.option(
    "--matches",
    type=options.WholeNumber(1, options.MOST_MATCHES),
    metavar="N",
    default=DEFAULT_MATCHES,
    show_default=True,
    help="How many matches to play at each point, rounded up to whole cycles.",
)
@options.LEVEL
@options.working
@options.saving
@options.printing
@options.QUIET
def sweep(**given: Any) -> None:
    """Vary a setting or a rule and watch the win share.

    The strategies are seated as compare seats them, and each point is the run that
    compare plays; all points get the same shuffles, so their differences are paired.
    The share in question is that of the strategy whose setting varies; if only rules
    vary, of the one named first. If it is named twice, the first one varies.

    \b
    Examples:
      zetema sweep marriage-hoarder greedy --vary wait_for=1..5
      zetema sweep greedy random --vary sequence.points=0..50..10
      zetema sweep marriage-hoarder greedy greedy --vary wait_for=2..4 \\
        --vary marriage.imperial_mode=none,second_only,each
    """
    run("sweep", **given)
