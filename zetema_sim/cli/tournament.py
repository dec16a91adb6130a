"""``zetema tournament``: all line-ups of a field."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from zetema_sim.cli import options

if TYPE_CHECKING:
    from zetema_sim.cli.output import Output
    from zetema_sim.cli.saving import Saving
    from zetema_sim.experiments.manifest import Manifest
    from zetema_sim.experiments.tournament.experiment import Tournament
    from zetema_sim.playing.seating import TableOptions
    from zetema_sim.work import WorkerOptions

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
    help="How many matches to play, rounded up to whole rounds.",
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
@options.JSON
@options.QUIET
def tournament(
    names: tuple[str, ...],
    choices: TableOptions,
    matches: int,
    precision: float | None,
    until_decided: bool,
    margin: float | None,
    all_lineups: bool,
    fresh: bool,
    level: float,
    working: WorkerOptions,
    saving: Saving,
    as_json: bool,
    quiet: bool,
) -> None:
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
    from zetema_sim.cli.output import finish, showing_so_far
    from zetema_sim.cli.progress import progress_of
    from zetema_sim.experiments.line_ups.field import field_of

    if as_json and level != options.DEFAULT_LEVEL:
        raise click.UsageError("--json has intervals at 0.95; leave --level out.")
    field = field_of(names, choices, all_lineups=all_lineups or None)
    from zetema_sim.experiments.line_ups.store import kept_here
    from zetema_sim.experiments.manifest import of_tournament
    from zetema_sim.experiments.shared.goal import Goal
    from zetema_sim.experiments.tournament.experiment import tournament as play
    from zetema_sim.experiments.tournament.text import plan_text

    goal = Goal.of(precision, until_decided, margin, field.size)
    manifest = of_tournament(field, matches, goal=goal, margin=margin, level=level)
    with saving.begun(manifest, quiet=quiet) as saving:
        if not quiet:
            plan = plan_text(field, matches, goal)
            options.tell_plan(plan, working.plan_text(field.strategies))
        so_far = partial(_output, manifest=manifest)
        with (
            options.naming_replay(field),
            working.workers(field.strategies, forfeits=choices.forfeits) as workers,
            showing_so_far(so_far, workers, as_json=as_json),
            progress_of("playing", quiet=quiet) as progress,
            kept_here(fresh=fresh) as store,
        ):
            found = play(
                field,
                matches,
                goal=goal,
                margin=margin,
                work=saving.work(workers),
                store=store,
                level=level,
                progress=progress,
                note=progress.note if progress else None,
            )
        output = _output(found, manifest)
        finish(output, workers=workers, saving=saving, as_json=as_json)


def _output(found: Tournament, manifest: Manifest) -> Output:
    from zetema_sim.cli.output import Folder, Output
    from zetema_sim.experiments.tournament.json_form import as_json
    from zetema_sim.experiments.tournament.tables import tables
    from zetema_sim.experiments.tournament.text import as_text

    return Output(
        found.playing,
        text=lambda: as_text(found),
        json=lambda: as_json(found),
        folder=lambda: Folder(manifest, tables(found)),
    )
