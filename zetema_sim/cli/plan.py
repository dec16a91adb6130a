"""``zetema plan``: how many matches a question takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options

if TYPE_CHECKING:
    from zetema_sim.playing.seating import TableOptions
    from zetema_sim.work import WorkerOptions

DEFAULT_PILOT = 4000
DEFAULT_PRECISION = 0.005


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
    help="Strategies that differ by D wins a match are to be told apart.",
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
@options.JSON
@options.QUIET
def plan(
    names: tuple[str, ...],
    choices: TableOptions,
    precision: float | None,
    difference: float | None,
    matches: int,
    level: float,
    working: WorkerOptions,
    as_json: bool,
    quiet: bool,
) -> None:
    """Say how many matches, how long, for a wanted precision.

    A short pilot of what compare would play tells how much chance there is in a match.

    \b
    Examples:
      zetema plan greedy marriage-hoarder --precision 0.002
      zetema plan greedy marriage-hoarder random --difference 0.01
    """
    if precision is not None and difference is not None:
        raise click.UsageError("--precision and --difference are two questions.")
    if precision is None and difference is None:
        precision = DEFAULT_PRECISION
    from zetema_sim.cli.progress import progress_of
    from zetema_sim.playing.seating import set_up

    setup = set_up(names, choices, matches)
    if difference is not None and len(setup.run.strategies) < 2:
        raise click.UsageError("--difference takes at least two strategies.")
    from zetema_sim.experiments import plan as experiment
    from zetema_sim.work import Work, workers_as_json

    strategies = setup.run.strategies
    if not quiet:
        options.tell_plan(working.plan_text(strategies))
    with (
        options.naming_replay(setup),
        working.workers(strategies) as workers,
        progress_of("playing a pilot", quiet=quiet) as progress,
    ):
        found = experiment.plan(
            setup,
            precision=precision,
            difference=difference,
            work=Work(workers),
            level=level,
            progress=progress,
        )
    if as_json:
        as_played = experiment.as_json(found) | workers_as_json(workers)
        click.echo(json.dumps(as_played, allow_nan=False))
    else:
        click.echo(experiment.as_text(found))
