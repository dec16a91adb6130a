"""The replay of a fault that was met where only the experiment knew the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


@contextmanager
def telling_replay() -> Iterator[None]:
    """Tell a strategy's fault with the command that its note has."""
    from zetema_sim.faults import StrategyFault

    try:
        yield
    except StrategyFault as fault:
        notes = getattr(fault, "__notes__", [])
        if not notes:
            raise
        raise click.ClickException(f"{fault}; to replay it: {notes[0]}") from fault
