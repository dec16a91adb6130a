"""``zetema tournament``: all line-ups of a field."""

from __future__ import annotations

from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.cli.experiment_command import run

DEFAULT_MATCHES = 200_000


@click.command("tournament")
@click.argument("names", nargs=-1, metavar="[STRATEGY...]")
@options.played_table
@click.option(
    "--matches",
    type=options.WholeNumber(1, options.MOST_MATCHES),
    metavar="N",
    default=DEFAULT_MATCHES,
    show_default=True,
    help="How many matches to play, rounded up to whole rounds; sampled line-ups "
    "with a strategy on several seats take fewer.",
)
@options.PRECISION
@options.UNTIL_DECIDED
@options.MARGIN
@click.option(
    "--all-lineups",
    is_flag=True,
    help="Play every line-up in every round also with 4 players and more.",
)
@click.option(
    "--fresh",
    is_flag=True,
    help="Play line-ups again that an earlier tournament has played; see zetema store.",
)
@options.LEVEL
@options.working
@options.saving
@options.printing
@options.QUIET
def tournament(**given: Any) -> None:
    """Play all line-ups of a field: ranking and matrix.

    Without names every shipped strategy plays; two players unless --players says
    otherwise. A strategy may sit on several seats. With 4 players and more, line-ups
    are sampled. With --until-decided the tournament ends when the shares against the
    field decide every pair.

    \b
    Examples:
      zetema tournament
      zetema tournament --players 3 --matches 500000
      zetema tournament greedy random ./mine.py --out results/mine
      zetema tournament balanced partner greedy --until-decided --margin 0.01
    """
    run("tournament", **given)


for _option in tournament.params:
    if _option.name == "players":
        assert isinstance(_option, click.Option)
        _option.help = "How many seats, 2 to 6.  [default: 2]"
