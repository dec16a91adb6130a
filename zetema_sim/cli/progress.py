"""Progress on stderr, only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


class ProgressBar:
    """What is called with the matches played so far and of how many."""

    def __init__(self, bar: Bar, what: str) -> None:
        self._bar = bar
        self._task = bar.add_task(what, total=None, rate="", note="")

    def __call__(self, done: int, total: int) -> None:
        """Show how far a run is."""
        seconds = self._bar.tasks[0].elapsed or 0.0
        rate = f"{done / seconds:,.0f} a second" if seconds > 0.2 else ""
        self._bar.update(self._task, completed=done, total=total, rate=rate)

    def note(self, text: str) -> None:
        """Show what is known so far."""
        self._bar.update(self._task, note=text)


@contextmanager
def progress_of(what: str, *, quiet: bool) -> Iterator[ProgressBar | None]:
    """Give what is to be called with the matches played so far and of how many.

    Nothing is shown, and None given, where stderr is no terminal or quiet is asked.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    bar = Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        yield ProgressBar(bar, what)


@contextmanager
def status_of(what: str) -> Iterator[None]:
    """Say on a terminal what is being done, until it is done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(f"{what} …")):
        yield
