"""``zetema compare``: play strategies against each other."""

from __future__ import annotations

from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.cli.experiment_command import run


@click.command("compare")
@options.NAMES
@options.played_table
@options.MATCHES
@options.PRECISION
@options.UNTIL_DECIDED
@options.MARGIN
@options.LEVEL
@options.working
@options.saving
@options.printing
@options.QUIET
def compare(**given: Any) -> None:
    """Play strategies against each other: and say who wins.

    As many strategies as seats play one line-up, in all seatings; fewer play every
    line-up that holds each of them; with partnerships as many as sides play a side
    each. All seatings of a block get the same shuffles.

    \b
    Examples:
      zetema compare greedy marriage-hoarder assembly-chaser
      zetema compare greedy random --players 4 --sides 2x2 --matches 20000
      zetema compare greedy ./mine.py:boldness=3 --rules official --json
      zetema compare greedy random --precision 0.005 --matches 1000000
    """
    run("compare", **given)
