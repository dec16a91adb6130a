"""Matches to be looked at: of a run's folder, of a line-up, or of a game log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from zetema_sim.analysis.decisions import Event, LogError, decisions_of
from zetema_sim.analysis.judged import Position
from zetema_sim.playing.seating import Setup
from zetema_sim.replaying.replay import replayed
from zetema_sim.results.line_up_of import run_line_up

MOST_BYTES = 100_000_000


def events_from(place: Path, names: Sequence[str], match: int) -> list[Event]:
    """Return the events of a match, by the number that its run or its log gives it.

    Parameters
    ----------
    place
        A run's folder, or a file of game-log.md.
    names
        The line-up, where a run has several.
    match
        Its number: in a log the one that stands there, else its place.

    Raises
    ------
    ValueError
        If there is no such match; one line for the user.
    """
    if place.is_file():
        return events_of_log(place, match)
    return events_of(run_line_up(place, names, (), match), match)


def events_of(setup: Setup, match: int) -> list[Event]:
    """Return the events of a match of a line-up."""
    return [*replayed(setup, match, 1, "kernel")]


def events_of_log(path: Path, match: int) -> list[Event]:
    """Return the events of a match of a log."""
    matches = _read(path)
    numbers = [each[0].get("number", place) for place, each in enumerate(matches)]
    if match not in numbers:
        told = ", ".join(map(str, numbers[:10]))
        raise LogError(f"{path} has no match {match}; it has {told}")
    return matches[numbers.index(match)]


def _read(path: Path) -> list[list[Event]]:
    """Return the matches of a log."""
    matches: list[list[Event]] = []
    if path.stat().st_size > MOST_BYTES:
        raise LogError(f"{path} is too large for a game log")
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            event = json.loads(line.decode("utf-8"))
        except ValueError:
            raise LogError(f"{path}:{number}: not a line of JSON") from None
        if not isinstance(event, dict) or "event" not in event:
            raise LogError(f"{path}:{number}: not an event of a game log")
        if event["event"] == "match":
            matches.append([])
        if not matches:
            raise LogError(f"{path}:{number}: a match event must come first")
        matches[-1].append(event)
    if not matches:
        raise LogError(f"{path} has no match")
    return matches


def position_at(events: Sequence[Event], turn: int, phase: str | None) -> Position:
    """Return the decision of a turn: the declaration, where one was possible.

    Raises
    ------
    LogError
        If there is no such turn or no such decision.
    """
    turns = sum(event["event"] == "turn" for event in events)
    if turn >= turns:
        raise LogError(f"the match has no turn {turn}: its turns are 0 to {turns - 1}")
    due = [each.position for each in decisions_of(events) if each.turn == turn]
    wanted = [each for each in due if phase in (None, each.phase)]
    if not wanted:
        raise LogError(f"in turn {turn} there was nothing to {phase or 'decide'}")
    return wanted[0]
