"""``zetema sweep``: a setting or a rule over values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options
from zetema_sim.cli.noted import telling_replay

if TYPE_CHECKING:
    from zetema_sim.cli.output import Output
    from zetema_sim.cli.saving import Saving
    from zetema_sim.experiments.manifest import Manifest
    from zetema_sim.experiments.sweep.experiment import Sweep
    from zetema_sim.playing.seating import TableOptions
    from zetema_sim.work import WorkerOptions

DEFAULT_MATCHES = 20_000  # a point: there are several


@click.command("sweep")
@options.NAMES
@click.option(
    "--vary",
    "texts",
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
@options.JSON
@options.QUIET
def sweep(
    names: tuple[str, ...],
    texts: tuple[str, ...],
    choices: TableOptions,
    matches: int,
    level: float,
    working: WorkerOptions,
    saving: Saving,
    as_json: bool,
    quiet: bool,
) -> None:
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
    from zetema_sim.cli.output import finish, showing_so_far
    from zetema_sim.cli.progress import progress_of
    from zetema_sim.experiments.sweep.vary import plan_of

    if as_json and level != options.DEFAULT_LEVEL:
        raise click.UsageError("--json has intervals at 0.95; leave --level out.")
    plan = plan_of(names, choices, texts, matches)
    from zetema_sim.experiments.manifest import of_sweep
    from zetema_sim.experiments.sweep.experiment import sweep as play
    from zetema_sim.experiments.sweep.text import plan_text

    manifest = of_sweep(plan, level)
    with saving.begun(manifest, quiet=quiet) as saving:
        if not quiet:
            options.tell_plan(plan_text(plan), working.plan_text(plan.strategies))
        so_far = partial(_output, manifest=manifest)
        with (
            telling_replay(),
            working.workers(plan.strategies, forfeits=choices.forfeits) as workers,
            showing_so_far(so_far, workers, as_json=as_json),
            progress_of("playing", quiet=quiet) as progress,
        ):
            found = play(
                plan, work=saving.work(workers), level=level, progress=progress
            )
        output = _output(found, manifest)
        finish(output, workers=workers, saving=saving, as_json=as_json)


def _output(found: Sweep, manifest: Manifest) -> Output:
    from zetema_sim.cli.output import Folder, Output
    from zetema_sim.experiments.sweep.json_form import as_json
    from zetema_sim.experiments.sweep.tables import tables
    from zetema_sim.experiments.sweep.text import as_text

    return Output(
        found,
        text=lambda: as_text(found),
        json=lambda: as_json(found),
        folder=lambda: Folder(manifest, tables(found)),
    )
