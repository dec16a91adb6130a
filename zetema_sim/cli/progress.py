"""Progress on stderr, only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]


@contextmanager
def progress_of(what: str, *, quiet: bool) -> Iterator[Progress | None]:
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
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(what, total=None, rate="")

        def show(done: int, total: int) -> None:
            seconds = bar.tasks[0].elapsed or 0.0
            rate = f"{done / seconds:,.0f} a second" if seconds > 0.2 else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield show
