"""Single matches told from their numbers: which engine, and what a fault leaves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from typing import Any

from zetema_sim.faults import StrategyError, StrategyFault
from zetema_sim.playing.seating import MOST_MATCHES, Setup, check_range
from zetema_sim.playing.table import Table
from zetema_sim.replaying.events import match_events
from zetema_sim.replaying.story import tell
from zetema_sim.roster.strategy_lines import place_of_error

Event = dict[str, Any]


def replayed(setup: Setup, first: int, matches: int, engine: str) -> Iterator[Event]:
    """Return the events of consecutive matches of a set-up's one line-up.

    Parameters
    ----------
    setup
        What is played, from `setup.full_line_up`.
    first
        The number of the first match, as `compare` counts them.
    matches
        How many matches.
    engine
        One of `match_log.ENGINES`; the reference engine asks strategies as plain
        Python and compiles none.

    Raises
    ------
    StrategyFault
        While the events are taken: if a strategy raises an error or answers what is
        not allowed. The events before it have been yielded.
    ValueError
        If there are no matches of such numbers.
    """
    check_range("match", first, 0, MOST_MATCHES)
    check_range("the last match", first + matches - 1, 0, MOST_MATCHES)
    (table,) = setup.tables
    if engine == "kernel":
        _compile(table)

    def events() -> Iterator[Event]:
        for match in range(first, first + matches):
            try:
                yield from match_events(table, setup.rules, setup.sides, match, engine)
            except StrategyFault as fault:
                if engine == "kernel":
                    yield from _before(fault, setup, match)
                raise

    return events()


def _compile(table: Table) -> None:
    try:
        table.prepare()
    except StrategyError as error:
        reason = f"{error.reason}; --uncompiled plays it as plain Python"
        raise StrategyError(error.path, error.line, reason) from None


def _before(fault: StrategyFault, setup: Setup, match: int) -> Iterator[Event]:
    """Yield a match's events before a fault, but for the first one, `match`.

    The kernel tells nothing of a match that it could not finish, so the other engine
    tells it, up to the turn of the fault.
    """
    (table,) = setup.tables
    events = match_events(table, setup.rules, setup.sides, match, "reference")
    deal = turn = -1
    next(events)
    try:
        for event in events:
            if event["event"] == "deal":
                deal, turn = event["deal"], 0
            elif event["event"] == "turn":
                if (deal, turn) >= (fault.deal, fault.turn):
                    return
                turn += 1
            yield event
    except StrategyFault:
        return


def as_text(events: Iterable[Event]) -> Iterator[str]:
    """Yield the lines that tell the events to a person."""
    return tell(events)


def as_jsonl(events: Iterable[Event]) -> Iterator[str]:
    """Yield the events as lines of the game log.

    What strategies print goes to stderr meanwhile, so that every line is an event.
    """
    waiting = iter(events)
    while True:
        with redirect_stdout(sys.stderr):
            event = next(waiting, None)
        if event is None:
            return
        yield json.dumps(event)


def place_of(fault: StrategyFault) -> str | None:
    """Return file and line in the strategy of the error behind a fault, if known."""
    return place_of_error(fault.__cause__) if fault.__cause__ else None
