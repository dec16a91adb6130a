"""Some matches of a run that show what its numbers say, to be told in words.

Only the first matches of one line-up are looked through, so they are the most extreme
of those, not of the run; what is written says of how many.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import pandas as pd

from zetema_sim.playing.seating import Setup
from zetema_sim.playing.table import Table
from zetema_sim.replaying.events import match_events
from zetema_sim.view import NONE

LOOKED_THROUGH = 200  # matches, a quarter of a second
FILE = "examples.jsonl"


@dataclass(frozen=True)
class MatchSummary:
    """What one match came to; `strategies` are names by side."""

    number: int
    strategies: tuple[str, ...]
    scores: tuple[int, ...]
    turns: int
    dearest: int  # points of its dearest declaration
    declarer: str

    @property
    def margin(self) -> int:
        """The lead of the winner over the next side."""
        first, second = sorted(self.scores, reverse=True)[:2]
        return first - second

    @property
    def winner(self) -> str:
        """The strategy of the side that won, the first of them if they share it."""
        return self.strategies[self.scores.index(max(self.scores))]


def examples(
    setup: Setup, place: int = 0, count: int = LOOKED_THROUGH
) -> tuple[pd.DataFrame, str]:
    """Return which matches of a line-up show what, and the log of each as JSON Lines.

    Parameters
    ----------
    setup
        What was played.
    place
        Of the line-up among those of the run.
    count
        How many matches to look through, from match 0 on.
    """
    table, lineup = setup.tables[place], setup.run.lineups[place]
    table.prepare()
    count = min(count, setup.run.matches[place])
    seen = [_seen(table, number) for number in range(count)]
    names = shlex.join(setup.names_of(lineup))
    claims = list(_claims(seen, [strategy.name for strategy in table.strategies]))
    rows = [
        {
            "claim": claim,
            "lineup": names,
            "match": match.number,
            "strategy": strategy,
            "value": value,
            "of_matches": count,
            "replay": setup.replay_command(lineup, match.number),
        }
        for claim, match, strategy, value in claims
    ]
    numbers = dict.fromkeys(match.number for _, match, _, _ in claims)
    events = (
        json.dumps(event, ensure_ascii=False) + "\n"
        for number in numbers
        for event in match_events(table, setup.rules, setup.sides, number)
    )
    return pd.DataFrame(rows), "".join(events)


def _seen(table: Table, number: int) -> MatchSummary:
    log = table.play_match(number).log
    sides = table.rules.sides
    last = log[-1]["scores"][:sides].tolist()
    seating, _ = table.lineup.locate(number)
    seats = [table.strategies[entry].name for entry in seating]
    declared = log[log["kind"] != NONE]
    dearest, declarer = 0, ""
    if len(declared):
        row = declared[declared["points"].argmax()]
        dearest = int(row["points"])
        declarer = seats[int(row["seat"])]
    return MatchSummary(
        number, tuple(seats[:sides]), tuple(last), len(log), dearest, declarer
    )


def _claims(
    seen: Sequence[MatchSummary], names: Sequence[str]
) -> Iterator[tuple[str, MatchSummary, str, int]]:
    """Yield each claim with the first match that shows it, a strategy and a number."""
    every = Counter(match.winner for match in seen)
    wins = {name: every[name] for name in names if name in every}  # ties: the first
    most = max(wins, key=lambda name: wins[name])
    fewest = min(wins, key=lambda name: wins[name])

    typical = _typical([match for match in seen if match.winner == most])
    yield "typical", typical, typical.winner, typical.turns
    if fewest != most:
        upset = _typical([match for match in seen if match.winner == fewest])
        yield "rare_winner", upset, fewest, wins[fewest]
    points = max(seen, key=lambda match: max(match.scores))
    yield "most_points", points, points.winner, max(points.scores)
    dearest = max(seen, key=lambda match: match.dearest)
    if dearest.declarer:
        yield "dearest_declaration", dearest, dearest.declarer, dearest.dearest
    closest = min(seen, key=lambda match: match.margin)
    yield "closest", closest, closest.winner, closest.margin
    longest = max(seen, key=lambda match: match.turns)
    yield "longest", longest, longest.winner, longest.turns


def _typical(matches: Sequence[MatchSummary]) -> MatchSummary:
    """Return the match of about middle length and middle margin."""
    turns = median(match.turns for match in matches)
    margin = median(match.margin for match in matches)

    def strangeness(match: MatchSummary) -> float:
        return abs(match.turns - turns) / (1 + turns) + abs(match.margin - margin) / (
            1 + margin
        )

    return min(matches, key=strangeness)
