"""A run's folder around the playing: begun before, kept if it is interrupted."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zetema_sim.results.unfinished import Unfinished
    from zetema_sim.work import Journal, Work, Workers

LOOKED_AT = f"{__name__}.looked_at"  # in click's meta: an unfinished run to be shown
NOTHING = "nothing was written; the same command starts anew."
NOT_ASKED = (
    "nothing is kept; with --out DIR what was played would be, and zetema resume DIR "
    "would go on."
)


@dataclass(frozen=True)
class Saving:
    """Where a run goes.

    Attributes
    ----------
    out
        The folder asked for.
    number
        Whether the next free name is taken where that exists.
    report
        Whether the folder is to get charts and a page; None if nothing was said.
    run
        The folder while the run is played; None if none is asked for.
    looked_at
        What an unfinished run has saved, where nothing is to be played.

    Raises
    ------
    click.UsageError
        If something is said of a folder that is not asked for.
    """

    out: Path | None
    number: bool
    report: bool | None
    run: Unfinished | None = None
    looked_at: Journal | None = None

    def __post_init__(self) -> None:
        if self.out is None:
            if self.number:
                raise click.UsageError("--number belongs to --out.")
            if self.report is not None:
                said = "--report" if self.report else "--no-report"
                raise click.UsageError(f"{said} belongs to --out.")

    @property
    def draws(self) -> bool:
        """Whether charts and a page are drawn."""
        return self.report is not False

    def work(self, workers: Workers) -> Work:
        """Return the work of some workers, saved if it is to be."""
        from zetema_sim.work import Nobody, Work

        if self.looked_at is not None:
            return Work(Nobody(), self.looked_at)
        return Work(workers, None if self.run is None else self.run.journal)

    @contextmanager
    def begun(self, manifest: Mapping[str, Any], *, quiet: bool) -> Iterator[Saving]:
        """Begin the folder, or continue what it has; let it go in the end.

        Parameters
        ----------
        manifest
            What determines the run.
        quiet
            Whether nothing is said of it.

        Raises
        ------
        ResultsError
            If the folder cannot take the run.
        """
        if self.out is None:
            folder = click.get_current_context().meta.get(LOOKED_AT)
            with _looking() if folder else _telling(lambda: NOT_ASKED):
                yield self if folder is None else _look(self, folder, manifest)
            return
        from zetema_sim.results.unfinished import begin
        from zetema_sim.work import JournalError

        run = begin(self.out, manifest, number=self.number, report=self.draws)
        if run.is_continued and not quiet:
            click.echo(f"Continuing what was played in {run.folder}.", err=True)
        try:
            with _telling(lambda: _kept(run)):
                yield replace(self, run=run)
        except JournalError as error:
            raise click.ClickException(f"{error}; {_kept(run)}") from None
        except click.ClickException as error:
            run.leave()
            if run.is_written or not run.folder.exists():
                raise
            told = f"{error.format_message()}; what was played is kept in {run.folder}"
            raise click.ClickException(told) from None
        finally:
            run.leave()


def _look(saving: Saving, folder: Path, manifest: Mapping[str, Any]) -> Saving:
    from zetema_sim.results.unfinished import saved_of

    return replace(saving, looked_at=saved_of(folder, manifest))


@contextmanager
def _looking() -> Iterator[None]:
    """Take the end of what is saved as an end."""
    from zetema_sim.work import UnplayedError

    with suppress(UnplayedError):
        yield


@contextmanager
def _telling(kept: Callable[[], str]) -> Iterator[None]:
    """Say of an interruption what was kept."""
    try:
        yield
    except KeyboardInterrupt as interruption:
        interruption.args = (kept(),)
        raise


def _kept(run: Unfinished) -> str:
    run.leave()
    if not run.folder.exists():
        return NOTHING
    command = f"zetema resume {shlex.quote(str(run.folder))}"
    return f"what was saved is kept; {command} continues it."
