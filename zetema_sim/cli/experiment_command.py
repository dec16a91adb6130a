"""Runs an experiment of any kind for its command: folder, progress, answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zetema_sim.answers import DEFAULT_FORM, print_answer
from zetema_sim.cli.options import DEFAULT_LEVEL

if TYPE_CHECKING:
    from zetema_sim.cli.saving import Saving
    from zetema_sim.experiments.runner import Answered
    from zetema_sim.results.unfinished import Unfinished
    from zetema_sim.work import WorkerOptions


@dataclass(frozen=True)
class Printing:
    """In which form an answer is printed: as one JSON object, or as `answers.FORMS`.

    Raises
    ------
    click.UsageError
        If two are asked for.
    """

    as_json: bool
    form: str

    def __post_init__(self) -> None:
        if self.as_json and self.form != DEFAULT_FORM:
            raise click.UsageError(f"--json and --format {self.form} are two forms.")

    def as_options(self) -> list[str]:
        """Return the words that ask for it on a command line."""
        return ["--json"] * self.as_json + ["--format", self.form] * (
            self.form != DEFAULT_FORM
        )


def run(
    command: str,
    *,
    working: WorkerOptions,
    printing: Printing,
    quiet: bool,
    saving: Saving | None = None,
    **options: Any,
) -> None:
    """Play what a command asks for, write its folder and print the answer.

    Parameters
    ----------
    command
        One of `experiments.kinds.KINDS`.
    working
        Who plays.
    printing
        In which form the answer is printed.
    quiet
        Whether nothing else is said.
    saving
        Where the run goes; None for what has no folder and no parts.
    **options
        The experiment's fields.

    Raises
    ------
    click.ClickException
        If the folder or its page cannot be written. The answer is printed by then: a
        run of hours is not lost to a full disk.
    """
    if (
        printing.as_json
        and saving
        and options.get("level", DEFAULT_LEVEL) != DEFAULT_LEVEL
    ):
        raise click.UsageError("--json has intervals at 0.95; leave --level out.")
    from zetema_sim.experiments.kinds import KINDS

    experiment = KINDS[command].load()(**options)
    from zetema_sim.cli.progress import progress_of
    from zetema_sim.experiments.runner import run as play
    from zetema_sim.work import Work

    folder = saving and saving.begun(experiment.manifest(), quiet=quiet)
    with folder or nullcontext() as begun:
        if not quiet:
            plans = experiment.plan_text, working.plan_text(experiment.strategies)
            for text in filter(None, plans):
                click.echo(text, err=True)
        with _telling_replay():
            answer = play(
                experiment,
                working,
                work=begun.work if begun else Work,
                progress=progress_of(experiment.doing, quiet=quiet),
                interrupted=partial(_show_part, printing=printing) if begun else None,
            )
        with _printing(answer, printing=printing):
            if begun and begun.run:
                _write(answer, begun.run)
        if begun and begun.run:
            from zetema_sim.cli.pages import draw_page

            draw_page(begun.run.folder, wanted=begun.draws)
            begun.run.finish()


@contextmanager
def _printing(answer: Answered, *, printing: Printing) -> Iterator[None]:
    """Print an answer after what is done with it, also if that cannot be done."""
    from zetema_sim.results.writing import ResultsError

    try:
        yield
    except ResultsError as error:
        raise click.ClickException(str(error)) from None
    finally:
        _print(answer, printing=printing)


@contextmanager
def _telling_replay() -> Iterator[None]:
    """Tell a strategy's fault with the command that its note has."""
    from zetema_sim.faults import StrategyFault

    try:
        yield
    except StrategyFault as fault:
        notes = getattr(fault, "__notes__", [])
        if not notes:
            raise
        raise click.ClickException(f"{fault}; to replay it: {notes[0]}") from fault


def _show_part(known: Answered | None, is_look: bool, *, printing: Printing) -> None:
    """Print what is known of a run that was interrupted, marked as such."""
    with suppress(OSError):  # a terminal that has hung up
        if known is None and is_look:
            click.echo("Unfinished: too little is saved to be shown.")
        elif known is not None:
            why = "Unfinished" if is_look else "Interrupted"
            if not printing.as_json:
                told = f"{why}: what follows rests on the {known.matches:,} matches"
                click.echo(f"{told} that are finished.\n")
            _print(known, printing=printing, interrupted=True)


def _write(answer: Answered, run: Unfinished) -> None:
    from zetema_sim.results.writing import observed_now

    experiment, found = answer.experiment, answer.found
    observed = observed_now(*experiment.seconds_and_turns(found), answer.workers)
    run.write(experiment.manifest(), observed, *experiment.files(found))


def _print(answer: Answered, *, printing: Printing, **more: bool) -> None:
    if not printing.as_json:
        print_answer(answer.parts, printing.form)
    elif answer.json is not None:
        click.echo(json.dumps(answer.json | more, allow_nan=False))
