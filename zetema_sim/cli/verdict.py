"""``zetema verdict``: say whether a strategy is strong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from zetema_sim.cli import options
from zetema_sim.cli.experiment_command import run

# As `experiments.verdict.question` has them; a test holds them together.
DEFAULT_PRECISION = 0.005
DEFAULT_CEILING = 400_000
DEFAULT_PLAYERS = "2,3,4"

_SETTING = re.compile(r"[A-Za-z][A-Za-z0-9_]*=(?!.*\.py)[^/]*")


@click.command("verdict")
@click.argument("name", metavar="STRATEGY")
@click.option(
    "--field",
    "field",
    multiple=True,
    metavar="A,B,...",
    help="Whom the other seats are drawn from; STRATEGY is always among them.  "
    "[default: the shipped strategies]",
)
@click.option(
    "--players",
    "players",
    default=DEFAULT_PLAYERS,
    show_default=True,
    metavar="N,N,...",
    help="At how many players; sides are the rules' first.",
)
@click.option(
    "--rules",
    "rules",
    multiple=True,
    metavar="PRESET|FILE,...",
    help="Under which rules; the first is the base of what is varied.  [default: all "
    "presets, parlett first]",
)
@options.SET
@click.option(
    "--ablate",
    multiple=True,
    metavar="SETTING=VALUE",
    help="What switches the plan off, beside plan=0 and suit=1 where STRATEGY has "
    "them; may be given several times.",
)
@options.FOLDERS
@options.SEED
@click.option(
    "--precision",
    type=options.Real(0.0005, 0.2),
    metavar="P",
    default=DEFAULT_PRECISION,
    show_default=True,
    help="Half-width aimed at for each share against the field; four times as much "
    "for head to head, plan and rules.",
)
@click.option(
    "--matches",
    type=options.WholeNumber(1, options.MOST_MATCHES),
    metavar="N",
    default=DEFAULT_CEILING,
    show_default=True,
    help="The most matches that one table gets.",
)
@options.ON_FAULT
@options.working
@options.saving
@options.printing
@options.QUIET
def verdict(
    field: tuple[str, ...], players: str, rules: tuple[str, ...], **given: Any
) -> None:
    """Say whether one strategy is strong.

    It plays against a field at each player count and under each rule set, head to head
    against each of the field, with its plan switched off, and with single rules
    changed. The answer is a word: dominant, strong, average, weak, hopeless, undecided
    or not in these rules; docs/verdict.md has the thresholds.

    \b
    Examples:
      zetema verdict imperial-flush
      zetema verdict marriage-hoarder --players 2 --ablate wait_for=1
      zetema verdict ./mine.py --field greedy,balanced --rules parlett --json
    """
    run(
        "verdict",
        field=list(names_in(field)),
        players=_counts(players),
        rules=[part for text in rules for part in text.split(",")],
        **given,
    )


def names_in(texts: Sequence[str]) -> Iterator[str]:
    """Yield names parted by commas; NAME=NUMBER is a setting of the name before."""
    for text in texts:
        name = ""
        for part in text.split(","):
            if name and ":" in name and _SETTING.fullmatch(part):
                name += f",{part}"
                continue
            if name:
                yield name
            name = part.strip()
        if name:
            yield name


def _counts(text: str) -> list[int]:
    counts: list[int] = []
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        if not first.isdecimal() or (dots and not last.isdecimal()):
            raise click.UsageError(f"--players {text}: write 2,3,4 or 2..4")
        if int(last or first) > 6 or int(first) > int(last or first):
            raise click.UsageError(f"--players {text}: 2 to 6 may play")
        counts += range(int(first), int(last or first) + 1)
    return counts
