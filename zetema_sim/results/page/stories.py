"""Example matches of a run, told in words, and which claim each of them shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zetema_sim.replaying.story import KIND_WORDS, tell
from zetema_sim.results.reading import RunFolder

Event = dict[str, Any]
LOG, TABLE = "examples.jsonl", "examples"

# What is claimed of a match, and the chart beside which it is named.
CLAIMS = {
    "typical": (
        "a typical win of {strategy}: of about middle length and lead",
        "win_shares",
    ),
    "rare_winner": (
        "a win of {strategy}, which won {value} of the first {of_matches}",
        "win_shares",
    ),
    "most_points": ("the most points: {strategy} ends at {value}", "final_score"),
    "dearest_declaration": (
        "the highest-scoring declaration: {strategy} gets {value} points",
        "points",
    ),
    "closest": ("the closest end: {value} points apart", "margin_of_victory"),
    "longest": ("the longest: {value} turns", "lengths"),
}
_HIGHLIGHTS = 4


@dataclass(frozen=True)
class Story:
    """A match told in words.

    Attributes
    ----------
    number
        Of the match.
    claims
        What it shows.
    end
        How it ended, in a line.
    highlights
        Its highest-scoring turns.
    lines
        The whole of it.
    replay
        The command that tells it.
    """

    number: int
    claims: Sequence[str]
    end: str
    highlights: Sequence[str]
    lines: Sequence[str]
    replay: str


def stories(run: RunFolder) -> list[Story]:
    """Return the example matches of a run, by number."""
    if TABLE not in run.tables or LOG not in run.texts:
        return []
    events: dict[int, list[Event]] = {}
    number = -1
    for line in run.texts[LOG].splitlines():
        event = json.loads(line)
        if event["event"] == "match":
            number = event["number"]
        events.setdefault(number, []).append(event)
    table = run.tables[TABLE]
    return [
        _story(number, table[table.match == number], events[number])
        for number in sorted(set(table.match.tolist()))
        if number in events
    ]


def links(run: RunFolder) -> dict[str, list[tuple[str, int]]]:
    """Return for each chart which matches show what."""
    found: dict[str, list[tuple[str, int]]] = {}
    if TABLE in run.tables:
        for row in run.tables[TABLE].itertuples():
            if row.claim in CLAIMS:
                text, chart = CLAIMS[row.claim]
                told = text.format(**row._asdict())
                found.setdefault(chart, []).append((told, int(row.match)))
    return found


def _story(number: int, rows: Any, events: list[Event]) -> Story:
    claims = [
        CLAIMS[row.claim][0].format(**row._asdict())
        for row in rows.itertuples()
        if row.claim in CLAIMS
    ]
    lines = list(tell(events))
    last = next(e for e in reversed(events) if e["event"] == "match_end")
    names = _side_names(events[0])
    best = max(last["scores"])
    ended = [f"{n} {s}" for n, s in zip(names, last["scores"], strict=True)]
    winners = [n for n, s in zip(names, last["scores"], strict=True) if s == best]
    verb = "wins" if len(winners) == 1 else "share the win"
    deals = f"{last['deals']} deal{'s' if last['deals'] > 1 else ''}"
    end = f"{' and '.join(winners)} {verb} after {deals}: {', '.join(ended)}"
    return Story(
        number, claims, end, _highlights(events), lines, str(rows.iloc[0].replay)
    )


def _side_names(match: Event) -> list[str]:
    """Return what each side is called: its strategies."""
    names = []
    for seats in match["sides"]:
        strategies = dict.fromkeys(match["strategies"][seat] for seat in seats)
        names.append(f"{' + '.join(strategies)} (seat {' and '.join(map(str, seats))})")
    return names


def _highlights(events: list[Event]) -> list[str]:
    """Return the turns that brought most points, as they came."""
    names = events[0]["strategies"]
    deal = turn = 0
    found: list[tuple[int, int, str]] = []
    for event in events:
        if event["event"] == "deal":
            deal, turn = event["deal"], 0
        elif event["event"] == "turn":
            points = event["declared_points"] + event["zetema_points"]
            told = f"Deal {deal}, turn {turn}: seat {event['seat']} "
            told += f"({names[event['seat']]}) {_what(event)}"
            found.append((points, len(found), told))
            turn += 1
    highest = sorted(found, key=lambda each: (-each[0], each[1]))[:_HIGHLIGHTS]
    return [told for points, _, told in sorted(highest, key=lambda e: e[1]) if points]


def _what(event: Event) -> str:
    """Return what scored in a turn."""
    told = []
    declared = event["declared"]
    if declared and declared["kind"] == "marriages":
        pairs = len(declared["pairs"])
        told.append(
            f"declares {pairs} marriage{'s' if pairs > 1 else ''} for "
            f"{event['declared_points']}"
        )
    elif declared:
        cards = " ".join(declared["cards"])
        kind = KIND_WORDS[declared["kind"]]
        told.append(f"shows {kind} for {event['declared_points']}: {cards}")
    if event["zetema"]:
        told.append(
            f"completes the zetema {event['zetema']} for {event['zetema_points']}"
        )
    return " and ".join(told)
