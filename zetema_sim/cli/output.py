"""What `compare` prints and writes when it is done."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from pathlib import Path

import click

from zetema_sim.cli.pages import draw_page
from zetema_sim.experiments.compare import Comparison
from zetema_sim.results import ResultsError
from zetema_sim.setup import Setup


def finish(
    setup: Setup,
    found: Comparison,
    *,
    threads: int | None,
    out: Path | None,
    as_json: bool,
    report: bool = True,
) -> None:
    """Write the run's folder if one is asked for, and print the answer in any case.

    Parameters
    ----------
    setup, found
        What was played and what came of it.
    threads
        How many played, as asked for.
    out
        The folder, if one is asked for.
    as_json
        Whether the answer is one JSON object.
    report
        Whether the folder gets its charts and its page.
    """
    lost = None
    if out is not None:
        try:
            _write(setup, found, threads, out)
        except ResultsError as error:
            lost = error
    _print(setup, found, as_json=as_json)
    if lost is not None:  # the run is over by now, its answer told
        raise click.ClickException(str(lost))
    if out is not None:
        draw_page(out, wanted=report)


def _print(setup: Setup, found: Comparison, *, as_json: bool) -> None:
    if as_json:
        from zetema_sim.experiments.compare_json import as_json as to_json

        click.echo(json.dumps(to_json(setup, found), allow_nan=False))
        return
    from rich.console import Console

    from zetema_sim.experiments.compare_text import as_text

    Console(highlight=False).print(as_text(setup, found))


def _write(setup: Setup, found: Comparison, threads: int | None, out: Path) -> None:
    from zetema_sim.experiments.compare_tables import tables
    from zetema_sim.experiments.examples import FILE, examples
    from zetema_sim.experiments.manifest import manifest_of, repeat_command
    from zetema_sim.results import observed_now, write_run
    from zetema_sim.simulate import default_threads

    level = found.standings.reading.level
    goal = found.goal
    repeat = repeat_command(setup, "compare", level)
    if goal is not None:
        repeat = shlex.join([*shlex.split(repeat), *goal.as_options()])
    manifest = manifest_of(setup, "compare", level, repeat)
    if goal is not None:
        manifest |= asdict(goal)
    played_on = threads or default_threads()
    observed = observed_now(found.seconds, played_on, found.turns)
    shown, log = examples(setup)
    write_run(
        out, manifest, observed, {**tables(found), "examples": shown}, {FILE: log}
    )
