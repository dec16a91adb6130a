"""``zetema plan``: how many matches a question takes."""

from __future__ import annotations

from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.cli.experiment_command import run

DEFAULT_PILOT = 4000


@click.command("plan")
@options.NAMES
@options.table
@click.option(
    "--precision",
    type=options.Real(1e-6, 1),
    metavar="P",
    help="Every win share is to be known to ± P.  [default: 0.005]",
)
@click.option(
    "--difference",
    type=options.Real(1e-6, 1),
    metavar="D",
    help="Differences of D wins a match are to be decided.",
)
@click.option(
    "--matches",
    type=options.WholeNumber(100, options.MOST_MATCHES),
    metavar="N",
    default=DEFAULT_PILOT,
    show_default=True,
    help="How many matches the pilot has.",
)
@options.LEVEL
@options.working
@options.printing
@options.QUIET
def plan(**given: Any) -> None:
    """Say how many matches, how long, for a wanted precision.

    A short pilot of what compare would play tells how much chance there is in a match.

    \b
    Examples:
      zetema plan greedy marriage-hoarder --precision 0.002
      zetema plan greedy marriage-hoarder random --difference 0.01
    """
    run("plan", **given)
