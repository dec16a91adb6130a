"""What holds in every match: rules.md section 6, and every log by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.log_checker import check_match
from tests.kit.tables import table_of
from zetema_sim.replaying.events import ENGINES, match_events
from zetema_sim.rules.ruleset import PRESETS, Rules, preset
from zetema_sim.rules.sides import arrangements

Event = dict[str, Any]

TABLES = [
    (name, players, sides)
    for name in PRESETS
    for players in preset(name)["players"]
    for sides in arrangements(players)
]
each_engine = pytest.mark.parametrize("engine", ENGINES)
each_table = pytest.mark.parametrize(("name", "players", "sides"), TABLES)

# House rules that change the course of a deal.
HOUSE_RULES = [
    ["draw.when=turn_end"],
    ["draw.when=turn_end", "draw.marriage_refill=next_turn"],
    ["draw.when=turn_end", "two_player.extra=discard_after_stock"],
    ["draw.to=9", "deal.size=4"],
    ["draw.to=3", "deal.size=10", "run.length=5"],
    ["deal.size=10", "draw.to=1", "endgame.declarations=all"],
    ["turn.marriage_also_discards=true"],
    ["turn.marriage_also_discards=true", "draw.marriage_refill=next_turn"],
    ["endgame.declarations=all"],
    ["endgame.declarations=marriages", "two_player.extra=discard_after_stock"],
    ["marriage.tableau_cards=one_per_declaration"],
    ["marriage.tableau_cards=none", "marriage.imperial_mode=none"],
    ["marriage.bonus_at_five=true", "marriage.imperial_mode=each"],
    ["zetema.kq_condition=assembly_declared"],
    ["sequence.ace=high", "flush.imperial=distinct_ranks"],
    ["flush.points=70", "sequence.points=60", "run.length=3"],
    ["run.length=2", "flush.imperial=never"],
    ["match.mode=single_deal"],
    ["deck.imperial_suit=D"],
]


def play(
    engine: str, rules: Rules, players: int, sides: str | None, seed: int
) -> list[Event]:
    """Return the log of a match of which every choice is random."""
    return log_of(engine, rules, players, sides, seed, "any-option")


def log_of(
    engine: str,
    rules: Rules,
    players: int,
    sides: str | None,
    seed: int,
    name: str,
) -> list[Event]:
    """Return the log of a match that a strategy of tests/kit/agreement plays alone."""
    arrangement = rules.arrangement(players, sides)
    table = table_of(rules, arrangement, [name] * players, seed)
    return [*match_events(table, rules, arrangement, 0, engine)]


def complete_deals(events: list[Event]) -> Iterator[list[Event]]:
    """Yield the turns of each deal that was played to its end."""
    turns: list[Event] = []
    for event in events:
        if event["event"] == "turn":
            turns.append(event)
        elif event["event"] == "deal":
            turns = []
        elif event["event"] == "deal_end":
            yield turns


def declared(turns: list[Event], kind: str) -> list[Any]:
    return [
        turn["declared"]
        for turn in turns
        if turn["declared"] and turn["declared"]["kind"] == kind
    ]


@each_engine
@each_table
def test_logs_check_by_themselves(
    engine: str, name: str, players: int, sides: str
) -> None:
    """A third reading of the rules finds nothing wrong in a log."""
    for seed in range(3):
        check_match(play(engine, preset(name), players, sides, seed))


@each_engine
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("overrides", HOUSE_RULES, ids=" ".join)
def test_logs_of_house_rules(engine: str, overrides: list[str], players: int) -> None:
    """The logs of house rules check too."""
    for name in ("parlett", "cassell-1881"):
        for seed in range(2):
            rules = preset(name).with_overrides(overrides)
            check_match(play(engine, rules, players, None, seed))


@each_engine
@each_table
def test_cards_of_a_deal(engine: str, name: str, players: int, sides: str) -> None:
    """Discards and marriage cards of hands make 65 in every complete deal."""
    for turns in complete_deals(play(engine, preset(name), players, sides, seed=5)):
        discards = sum(turn["discard"] is not None for turn in turns)
        pairs = [
            pair for each in declared(turns, "marriages") for pair in each["pairs"]
        ]
        places = [pair[rank] for pair in pairs for rank in ("king", "queen")]
        assert discards + places.count("hand") == 65


@each_engine
@each_table
def test_zetema_points_of_a_deal(
    engine: str, name: str, players: int, sides: str
) -> None:
    """Zetema points of a complete deal are what section 6 says."""
    for turns in complete_deals(play(engine, preset(name), players, sides, seed=6)):
        points = sum(turn["zetema_points"] for turn in turns)
        ranks = {each["cards"][0][0] for each in declared(turns, "assembly")}
        if declared(turns, "marriages"):
            assert points == 90
        elif name != "cassell-1881":
            assert points == 190
        else:
            assert points in ((140, 190) if ranks & set("KQ") else (90,))


@each_engine
@each_table
def test_scores_are_sums(engine: str, name: str, players: int, sides: str) -> None:
    """Scores are the sums of the points of a side, all multiples of 5."""
    match, *events = play(engine, preset(name), players, sides, seed=7)
    scores = [0] * len(match["sides"])
    for turn in events:
        if turn["event"] == "turn":
            side = turn["seat"] % len(scores)
            scores[side] += turn["declared_points"] + turn["zetema_points"]
            assert turn["scores"] == scores
            assert all(score % 5 == 0 for score in scores)
    assert events[-1]["scores"] == scores


@each_engine
@each_table
def test_deals_of_a_match(engine: str, name: str, players: int, sides: str) -> None:
    """A match ends within the bound of section 6, even if nobody declares."""
    quiet = "any-option:quiet=1"
    match, *events = log_of(engine, preset(name), players, sides, 8, quiet)
    n_sides, target = len(match["sides"]), 200 if players > 3 else 300
    assert 1 <= events[-1]["deals"] <= n_sides * (target - 5) // 90 + 1


@pytest.mark.parametrize(
    ("players", "sides", "bound"),
    [
        (2, "solo", 7),
        (3, "solo", 10),
        (4, "solo", 9),
        (5, "solo", 11),
        (6, "solo", 14),
        (4, "2x2", 5),
        (6, "3x2", 7),
        (6, "2x3", 5),
    ],
)
def test_bounds_by_number(players: int, sides: str, bound: int) -> None:
    """The bound on deals is the number that section 6 names."""
    table = preset("parlett").at_table(players, sides)
    assert table.sides * (table.target - 5) // 90 + 1 == bound


TAMPERINGS = [
    {"seat": 2},
    {"drawn": []},
    {"discard": "??"},
    {"discard": None},
    {"zetema": "5"},
    {"declared_points": 5},
    {"zetema_points": 5},
    {"refilled": ["KS"]},
    {"scores": [5, 0, 0]},
    {"declared": {"kind": "flush", "cards": ["2S", "3S", "4S", "5S", "6S", "8S"]}},
    {"extra": 0},
]


@pytest.mark.parametrize("change", TAMPERINGS, ids=str)
def test_checker_finds_what_is_wrong(change: dict[str, Any]) -> None:
    """A log with one field changed does not pass."""
    events = play("reference", preset("parlett"), 3, None, seed=2)
    assert events[2]["declared"] is None
    events[2] = {**events[2], **change}
    with pytest.raises(AssertionError):
        check_match(events)
