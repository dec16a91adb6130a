"""What a command does with its answer when all is played: the same for every one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import click

from zetema_sim.cli.pages import draw_page
from zetema_sim.cli.terminal import print_answer
from zetema_sim.results.writing import ResultsError

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

    from zetema_sim.cli.saving import Saving
    from zetema_sim.results.unfinished import Unfinished
    from zetema_sim.work import Workers


class Played(Protocol):
    """What every answer knows of its playing."""

    @property
    def seconds(self) -> float:
        """How long it took."""

    @property
    def turns(self) -> int:
        """How many turns were played."""


@dataclass(frozen=True)
class Folder:
    """What a run's folder holds, beside what was observed: see `results.write_run`."""

    manifest: Mapping[str, Any]
    tables: Mapping[str, pd.DataFrame]
    texts: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Output:
    """An answer and its forms, of which only those asked for are made.

    Part of a verdict is no JSON and no folder.
    """

    found: Played
    text: Callable[[], RenderableType]
    json: Callable[[], dict[str, Any]] | None = None
    folder: Callable[[], Folder] | None = None


def finish(
    output: Output,
    *,
    workers: Workers,
    saving: Saving,
    as_json: bool,
) -> None:
    """Write the run's folder if one is asked for, and print the answer in any case.

    Parameters
    ----------
    output
        The answer.
    workers
        Who played.
    saving
        Where the run goes.
    as_json
        Whether the answer is printed as one JSON object.

    Raises
    ------
    click.ClickException
        If the folder or its page cannot be written. The answer is printed by then: a
        run of hours is not lost to a full disk.
    """
    run = saving.run
    try:
        if run is not None:
            _write(output, workers, run)
    except ResultsError as error:
        raise click.ClickException(str(error)) from None
    finally:
        _print(output, workers, as_json=as_json)
    if run is not None:
        draw_page(run.folder, wanted=saving.draws)
        run.finish()


@contextmanager
def showing_so_far(
    output: Callable[[Any], Output], workers: Workers, *, as_json: bool
) -> Iterator[None]:
    """Print what is known when the playing within is interrupted, marked as such.

    Parameters
    ----------
    output
        Returns the forms of what an interruption carries (`work.left`).
    workers
        Who plays.
    as_json
        Whether it is printed as JSON.
    """
    from zetema_sim.work import INTERRUPTIONS, UnplayedError, left

    try:
        yield
    except INTERRUPTIONS as interruption:
        found = left(interruption)
        is_look = isinstance(interruption, UnplayedError)
        with suppress(OSError):  # a terminal that has hung up
            if found is None and is_look:
                click.echo("Unfinished: too little is saved to be shown.")
            elif found is not None:
                why = "Unfinished" if is_look else "Interrupted"
                if not as_json:
                    told = f"{why}: what follows rests on the {found.matches:,} matches"
                    click.echo(f"{told} that are finished.\n")
                _print(output(found), workers, as_json=as_json, interrupted=True)
        raise


def _write(output: Output, workers: Workers, run: Unfinished) -> None:
    from zetema_sim.results.writing import observed_now
    from zetema_sim.work import workers_as_json

    assert output.folder is not None
    found, folder = output.found, output.folder()
    observed = observed_now(found.seconds, found.turns, workers_as_json(workers))
    run.write(folder.manifest, observed, folder.tables, folder.texts)


def _print(output: Output, workers: Workers, *, as_json: bool, **more: bool) -> None:
    if as_json:
        from zetema_sim.work import workers_as_json

        if output.json is not None:
            found = output.json() | workers_as_json(workers) | more
            click.echo(json.dumps(found, allow_nan=False))
        return
    print_answer(output.text())
