"""``zetema compare``: play strategies against each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options

if TYPE_CHECKING:
    from zetema_sim.cli.output import Folder, Output
    from zetema_sim.cli.saving import Saving
    from zetema_sim.experiments.compare.experiment import Comparison
    from zetema_sim.experiments.manifest import Manifest
    from zetema_sim.playing.seating import Setup, TableOptions
    from zetema_sim.work import WorkerOptions


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
@options.JSON
@options.QUIET
def compare(
    names: tuple[str, ...],
    choices: TableOptions,
    matches: int,
    precision: float | None,
    until_decided: bool,
    margin: float | None,
    level: float,
    working: WorkerOptions,
    saving: Saving,
    as_json: bool,
    quiet: bool,
) -> None:
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
    from zetema_sim.cli.output import finish, showing_so_far
    from zetema_sim.cli.progress import progress_of
    from zetema_sim.playing.seating import set_up

    if as_json and level != options.DEFAULT_LEVEL:
        raise click.UsageError("--json has intervals at 0.95; leave --level out.")
    setup = set_up(names, choices, matches)
    from zetema_sim.experiments.compare.experiment import compare as play
    from zetema_sim.experiments.compare.text import plan_text
    from zetema_sim.experiments.manifest import of_compare
    from zetema_sim.experiments.shared.goal import Goal

    strategies = setup.run.strategies
    goal = Goal.of(precision, until_decided, margin, len(strategies))
    manifest = of_compare(setup, level, goal, margin)
    with saving.begun(manifest, quiet=quiet) as saving:
        if not quiet:
            options.tell_plan(plan_text(setup, goal), working.plan_text(strategies))
        so_far = partial(_output, setup, manifest=manifest)
        with (
            options.naming_replay(setup),
            working.workers(strategies, forfeits=choices.forfeits) as workers,
            showing_so_far(so_far, workers, as_json=as_json),
            progress_of("playing", quiet=quiet) as progress,
        ):
            found = play(
                setup.run,
                work=saving.work(workers),
                level=level,
                margin=margin,
                progress=progress,
                goal=goal,
                note=progress.note if progress else None,
            )
        output = _output(setup, found, manifest)
        finish(output, workers=workers, saving=saving, as_json=as_json)


def _output(setup: Setup, found: Comparison, manifest: Manifest) -> Output:
    from zetema_sim.cli.output import Output
    from zetema_sim.experiments.compare.json_form import as_json
    from zetema_sim.experiments.compare.text import as_text

    return Output(
        found,
        text=lambda: as_text(setup, found),
        json=lambda: as_json(setup, found),
        folder=lambda: _folder(setup, found, manifest),
    )


def _folder(setup: Setup, found: Comparison, manifest: Manifest) -> Folder:
    from zetema_sim.cli.output import Folder
    from zetema_sim.experiments.compare.examples import FILE, examples
    from zetema_sim.experiments.compare.tables import tables

    if any(found.fault_rates.values()):
        # What forfeited a match might not even end if it were played here once more.
        return Folder(manifest, tables(found))
    shown, log = examples(setup)
    return Folder(manifest, {**tables(found), "examples": shown}, {FILE: log})
