"""What the kernel counts of a block is what the logs of its matches say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pytest

from tests.kit.tables import cycled, rules_at, sides_text, table_of
from zetema_sim.kernel import counters
from zetema_sim.kernel import matches as kernel_matches
from zetema_sim.playing.lineups import Seating, sides_of
from zetema_sim.playing.table import MAX_TURNS_SHOWN, Table
from zetema_sim.replaying.events import match_events
from zetema_sim.rules.ruleset import Rules
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.view import Words

Event = dict[str, Any]

LINE_UPS = [
    ("parlett", "solo", ["any-option", "fullest-pile"]),
    ("parlett", "solo", ["fullest-pile", "any-option", "any-option"]),
    ("parlett", "2x2", ["any-option", "any-option", "fullest-pile", "fullest-pile"]),
    ("official", "2x2", ["any-option", "every-field", "every-field", "fullest-pile"]),
    ("official", "solo", ["every-field", "every-field:salt=3", "any-option"]),
    ("sackson", "solo", cycled(["any-option", "fullest-pile"], 5)),
    ("sackson", "2x3", cycled(["any-option", "any-option", "fullest-pile"], 6)),
    ("cassell-1881", "3x2", cycled(["fullest-pile", "any-option"], 6)),
    ("cassell-1881", "solo", ["any-option", "every-field", "every-field"]),
    ("parlett", "solo", ["royal", "fullest-pile"]),
]
HOUSE_RULES = [
    [],
    ["match.mode=single_deal"],
    ["match.mode=single_deal", "match.target=1000"],
    ["run.length=3", "draw.to=8", "endgame.declarations=all"],
    ["run.length=4", "flush.points=0", "turn.marriage_also_discards=true"],
    ["match.target=4000"],
    ["draw.to=10", "run.length=9", "marriage.tableau_cards=one_per_declaration"],
    ["zetema.J=0", "zetema.A5=0", "marriage.base=0,0,0,0,0", "match.target=60"],
]


# Counting from logs


def share_of(side: int, end: Event) -> int:
    """Return a side's share of the win, in 60ths."""
    winners = end["winner"] if isinstance(end["winner"], list) else [end["winner"]]
    return SIXTIETHS // len(winners) if side in winners else 0


def group_of(rank: str) -> str:
    names = {"K": "KQ", "Q": "KQ", "J": "J", "A": "A5", "5": "A5"}
    return names.get(rank, "other")


def points_of(turn: Event) -> Iterator[tuple[str, int]]:
    """Yield what a turn scored: source and points, also where they are none."""
    declared = turn["declared"]
    if declared:
        yield source_of(declared), turn["declared_points"]
    if turn["zetema"]:
        yield f"zetema_{group_of(turn['zetema'])}", turn["zetema_points"]


def source_of(declared: Event) -> str:
    kind = declared["kind"]
    if kind == "marriages":
        return f"marriages_{len(declared['pairs'])}"
    if kind == "assembly":
        return f"assembly_{group_of(declared['cards'][0][0])}"
    if kind == "sequence":
        return "sequence"
    imperial = declared["cards"][0].endswith("S")
    return f"{kind}_imperial" if imperial else f"{kind}_plain"


def count_seat(row: Words, seat: int, events: list[Event]) -> None:
    """Add what one seat did in a match to the row of its entry."""
    row[counters.SEATS] += 1
    row[counters.DEALS] += sum(event["event"] == "deal" for event in events)
    for turn in events:
        if turn["event"] == "turn" and turn["seat"] == seat:
            row[counters.TURNS] += 1
            for source, points in points_of(turn):
                place = counters.SOURCES.index(source)
                row[counters.POINTS] += points
                row[counters.SOURCE_POINTS + place] += points
                row[counters.SOURCE_COUNTS + place] += 1


def count_match(rows: Words, seating: Seating, sides: int, events: list[Event]) -> None:
    """Add a match to the rows of its entries."""
    end = events[-1]
    for entry in set(seating):
        seats_on = sides_of(seating, sides, entry)
        won = sum(share_of(side, end) for side in seats_on)
        rows[entry, counters.WINS] += won
        rows[entry, counters.WIN_SQUARES] += won**2
        rows[entry, counters.MATCHES] += 1
        rows[entry, counters.SIDES] += len(seats_on)
    for seat, entry in enumerate(seating):
        count_seat(rows[entry], seat, events)
        rows[entry, counters.SEAT_WINS + seat] += share_of(seat % sides, end)
        rows[entry, counters.SEAT_MATCHES + seat] += 1


def histograms(
    seating: Seating, sides: int, events: list[Event]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield name and place of each entry that a match makes in the histograms."""
    end = events[-1]
    for entry in set(seating):
        for side in sides_of(seating, sides, entry):
            score = end["scores"][side]
            yield "scores", (entry, score)
            others = end["scores"][:side] + end["scores"][side + 1 :]
            if share_of(side, end):
                yield "margins", (entry, score - max(others))
            for points in deal_points(side, events):
                yield "deal_points", (entry, points)
    turns = [event for event in events if event["event"] == "turn"]
    yield "deals", (min(end["deals"], counters.MAX_DEALS_SHOWN),)
    yield "turns", (min(len(turns), MAX_TURNS_SHOWN),)
    yield "totals", (counters.ALL_MATCHES,)
    yield "totals", (ending(events),)
    yield from [("totals", (counters.ALL_DEALS,))] * end["deals"]
    yield from [("totals", (counters.ALL_TURNS,))] * len(turns)


def deal_points(side: int, events: list[Event]) -> list[int]:
    """Return what a side scored in each deal."""
    ends = [0]
    for is_turn, group in groupby(events, key=lambda event: event["event"] == "turn"):
        if is_turn:
            ends.append([*group][-1]["scores"][side])
    return [after - before for before, after in pairwise(ends)]


def ending(events: list[Event]) -> int:
    """Return how a match ended."""
    if events[-2]["event"] == "deal_end":
        return counters.ENDED_BY_LAST_CARD
    zetema = events[-2]["zetema"]
    return counters.ENDED_BY_ZETEMA if zetema else counters.ENDED_BY_DECLARATION


def logged(table: Table, rules: Rules, block: int) -> list[tuple[Seating, list[Event]]]:
    """Return seating and log of each match of a block."""
    sides = sides_text(table)
    return [
        (table.lineup.locate(match)[0], [*match_events(table, rules, sides, match)][1:])
        for match in table.lineup.matches_of(block)
    ]


# The tests


@pytest.mark.parametrize("overrides", HOUSE_RULES, ids=" ".join)
@pytest.mark.parametrize(("name", "sides", "strategies"), LINE_UPS)
def test_counts_are_those_of_the_logs(
    name: str, sides: str, strategies: list[str], overrides: list[str]
) -> None:
    """Sums by block, and histograms over all blocks, are what the logs say."""
    rules = rules_at(name, *overrides)
    table = table_of(rules, sides, strategies)
    first, blocks = 3, 2
    played = table.play_blocks(first, blocks)
    found: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for block in range(blocks):
        rows = np.zeros_like(played.sums[block])
        for seating, events in logged(table, rules, first + block):
            count_match(rows, seating, table.rules.sides, events)
            found.update(histograms(seating, table.rules.sides, events))
        assert played.sums[block].tolist() == rows.tolist()
    for histogram in kernel_matches.Tally._fields:
        counts = getattr(played.tally, histogram)
        bins = {
            place: int(counts[place]) for place in zip(*counts.nonzero(), strict=True)
        }
        assert bins == {place: n for (of, place), n in found.items() if of == histogram}


def test_every_source_occurs() -> None:
    """The line-ups above earn points from every source."""
    found: Counter[str] = Counter()
    for name, sides, strategies in LINE_UPS:
        for overrides in HOUSE_RULES:
            table = table_of(rules_at(name, *overrides), sides, strategies)
            sums = table.play_blocks(0, 40).sums.sum(axis=(0, 1))
            counts = sums[counters.SOURCE_COUNTS :][: counters.N_SOURCES]
            found.update(dict(zip(counters.SOURCES, counts.tolist(), strict=True)))
    assert not [source for source in counters.SOURCES if not found[source]]


def test_shared_wins_occur() -> None:
    """Under single_deal wins are shared, and what is shared adds up to one win."""
    rules = rules_at("parlett", "match.mode=single_deal", "match.target=1000")
    table = table_of(rules, "solo", ["any-option", "fullest-pile", "fullest-pile"])
    sums = table.play_blocks(0, 300).sums
    wins, matches = sums[:, :, counters.WINS], sums[:, 0, counters.MATCHES]
    assert (wins.sum(axis=1) == SIXTIETHS * matches).all()
    assert (wins % SIXTIETHS != 0).any()
