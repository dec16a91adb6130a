"""``zetema analyse``: what the decisions of a match cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options

if TYPE_CHECKING:
    from zetema_sim.analysis.decisions import Event
    from zetema_sim.playing.seating import TableOptions

DEFAULT_WORLDS = 1000


@click.command("analyse")
@click.argument("names", nargs=-1, required=True, metavar="STRATEGY...|RUN|LOG")
@options.table
@click.option(
    "--match",
    type=options.WholeNumber(0, options.MOST_MATCHES),
    metavar="M",
    required=True,
    help="The number of the match, as compare counts them from 0, or as the log says.",
)
@click.option(
    "--worlds",
    type=options.WholeNumber(4, 65536),
    metavar="N",
    default=DEFAULT_WORLDS,
    show_default=True,
    help="In how many worlds each answer is played on: half choose the best answer, "
    "half say what the other cost.",
)
@click.option(
    "--policy",
    default="balanced",
    show_default=True,
    metavar="STRATEGY",
    help="The shipped strategy that plays on, on all seats.",
)
@click.option("--full", is_flag=True, help="Show every decision.")
@options.JSON
@options.QUIET
def analyse(
    names: tuple[str, ...],
    choices: TableOptions,
    match: int,
    worlds: int,
    policy: str,
    full: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Say what each decision of a match cost, and which were the dearest.

    The match is one of a line-up, as replay tells it, of a run's folder, or of a game
    log, which may be of a match that people played. Each decision is judged by what
    its seat could see.

    \b
    Examples:
      zetema analyse greedy marriage-hoarder balanced --match 3
      zetema analyse results/first --match 99 --full
      zetema analyse our-evening.jsonl --match 0
    """
    from zetema_sim.analysis.evaluated import Judge
    from zetema_sim.analysis.judged import Judged, Position
    from zetema_sim.analysis.match_analysis import analyse as analysed
    from zetema_sim.analysis.match_analysis import parts_of
    from zetema_sim.answers import DEFAULT_FORM, print_answer
    from zetema_sim.cli.progress import progress_of

    events = _events(names, choices, match)
    judge_in = Judge(policy, choices.seed)

    def judge(position: Position) -> Judged:
        return judge_in(position, 0, worlds)

    with progress_of("decisions judged", quiet=quiet or as_json) as progress:
        found = analysed(events, judge, policy=policy, worlds=worlds, progress=progress)
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=1))
    else:
        print_answer(parts_of(found, full), DEFAULT_FORM)


def _events(names: tuple[str, ...], choices: TableOptions, match: int) -> list[Event]:
    from zetema_sim.analysis.matches import events_from, events_of
    from zetema_sim.cli.replay import is_run
    from zetema_sim.playing.seating import full_line_up

    first = Path(names[0])
    is_log = first.is_file() and first.suffix != ".py"
    if first.suffix == ".jsonl" and not is_log:
        raise click.UsageError(f"there is no game log {first}")
    if is_log or is_run(names[0], choices.folders):
        return events_from(first, names[1:], match)
    return events_of(full_line_up(names, choices), match)
