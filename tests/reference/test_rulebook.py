"""The worked cases of rules.md section 7, each by its number, on every engine."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from tests.kit.engines import (
    Engine,
    Event,
    Move,
    Script,
    Situation,
    each_engine,
    record,
    stacked_deck,
)
from zetema_sim.cards import DECK, SEVEN, card, parse_card, rank_of
from zetema_sim.rules.ruleset import RulesError, preset
from zetema_sim.table_rules import TableRules
from zetema_sim.view import View

pytestmark = each_engine


def by_preset(
    official: object, parlett: object, cassell: object
) -> pytest.MarkDecorator:
    """Run a test under each preset, with what the table expects there."""
    expected = {
        "official": official,
        "sackson": official,
        "parlett": parlett,
        "cassell-1881": cassell,
    }
    return pytest.mark.parametrize(
        ("preset_name", "expected"), expected.items(), ids=expected
    )


def table(
    preset_name: str, players: int = 3, sides: str | None = None, *overrides: str
) -> TableRules:
    return preset(preset_name).with_overrides(overrides).at_table(players, sides)


def marriage(
    engine: Engine, rules: TableRules, suits: str, imperial_before: int = 0
) -> int:
    """Return the points of marrying these suits, four queens from the tableau."""
    kings = [f"K{suit}" for suit in suits]
    queens = [f"Q{suit}" for suit in suits]
    hand, tableau = " ".join(kings + queens[4:]), " ".join(queens[:4])
    situation = Situation(rules, hand, tableau, imperial_before)
    (points,) = [
        option.points
        for option in engine.options(situation)
        if option.kind == "marriages"
        and len(option.hand_cards + option.table_cards) == 2 * len(suits)
    ]
    return points


def shown(
    engine: Engine, preset_name: str, cards: str, players: int = 3
) -> list[tuple[str, int]]:
    """Return the labels and points under which a hand can be declared whole."""
    options = engine.options(Situation(table(preset_name, players), cards))
    whole = tuple(sorted(cards.split()))
    return [(each.kind, each.points) for each in options if each.hand_cards == whole]


def turns(events: list[Event]) -> list[Event]:
    return [event for event in events if event["event"] == "turn"]


def points_of(seat: int, events: list[Event]) -> int:
    return sum(
        event["declared_points"] + event["zetema_points"]
        for event in turns(events)
        if event["seat"] == seat
    )


def play_first_deal(
    engine: Engine,
    rules: TableRules,
    hands: list[str],
    script: Script,
    stock: str = "",
) -> list[Event]:
    """Return the events of a match whose first deal has this deck."""
    deck = stacked_deck(rules, hands, stock)
    return engine.play(rules, lambda _: deck, script)


# Marriages


@pytest.mark.parametrize(
    ("suits", "official", "parlett"),
    [
        pytest.param("S", 10, 20, id="case 1"),
        pytest.param("HS", 30, 40, id="case 2"),
        pytest.param("SS", 50, 50, id="case 3"),
        pytest.param("DHS", 60, 70, id="case 4"),
        pytest.param("DHCS", 100, 110, id="case 5"),
        pytest.param("DHSS", 120, 120, id="case 6"),
        pytest.param("SSHDC", 150, 150, id="case 7"),
    ],
)
@by_preset("official", "parlett", "cassell")
def test_cases_1_to_7_marriages_declared_together(
    engine: Engine,
    preset_name: str,
    expected: str,
    suits: str,
    official: int,
    parlett: int,
) -> None:
    """Marriages declared together count as the table says."""
    points = parlett if expected == "parlett" else official
    assert marriage(engine, table(preset_name), suits) == points


@by_preset(60, 70, 60)
def test_case_8_five_marriages_one_by_one(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """The five marriages one by one add up to the same in any order."""
    rules = table(preset_name)
    for order in set(permutations("SSHDC")):
        before = [order[:place].count("S") for place in range(5)]
        points = [
            marriage(engine, rules, suit, imperial_before)
            for suit, imperial_before in zip(order, before, strict=True)
        ]
        assert sum(points) == expected


@by_preset(10, 10, 10)
def test_case_9_queen_from_the_tableau(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """A king of the hand marries the queen in the tableau."""
    options = engine.options(Situation(table(preset_name), "KH 2S", "QH 3D"))
    assert options == [("marriages", ("KH",), ("QH",), expected)]


@by_preset(10, 10, 10)
@pytest.mark.parametrize("tableau_cards", ["one_per_marriage", "one_per_declaration"])
def test_case_10_pair_wholly_in_the_tableau(
    engine: Engine, preset_name: str, expected: int, tableau_cards: str
) -> None:
    """A pair in the tableau comes along only under one_per_declaration."""
    override = f"marriage.tableau_cards={tableau_cards}"
    rules = table(preset_name, 3, None, override)
    options = engine.options(Situation(rules, "KH", "QH KC QC"))
    best = 30 if tableau_cards == "one_per_declaration" else expected
    assert max(option.points for option in options) == best


# Sequences and flushes


@pytest.mark.parametrize(
    ("cards", "official", "parlett", "cassell"),
    [
        pytest.param("AS 2H 3D 4C 5S 6H", 10, 20, 20, id="case 11"),
        pytest.param("9S TH JD QC KS AH", 0, 0, 20, id="case 12"),
        pytest.param("JS QH KD AC 2S 3H", 0, 0, 0, id="case 13"),
    ],
)
@by_preset("official", "parlett", "cassell")
def test_cases_11_to_13_sequences(
    engine: Engine,
    preset_name: str,
    expected: str,
    cards: str,
    official: int,
    parlett: int,
    cassell: int,
) -> None:
    """Sequences begin with an ace, may end with one under ace both, and go no round."""
    points = {"official": official, "parlett": parlett, "cassell": cassell}[expected]
    labels = [("sequence", points)] if points else []
    assert shown(engine, preset_name, cards) == labels


@by_preset([("flush", 30)], [("flush", 30)], [])
def test_case_14_imperial_flush(
    engine: Engine, preset_name: str, expected: object
) -> None:
    """Six imperial cards are a flush, twins too, but not in 1881."""
    assert shown(engine, preset_name, "5S 5S 7S 9S JS KS") == expected


@by_preset([("flush_sequence", 50)], [("flush_sequence", 50)], [("sequence", 20)])
def test_case_15_imperial_flush_sequence(
    engine: Engine, preset_name: str, expected: object
) -> None:
    """An imperial flush sequence was a plain sequence in 1881."""
    assert shown(engine, preset_name, "4S 5S 6S 7S 8S 9S") == expected


@by_preset(50, 50, 50)
def test_case_16_plain_flush_sequence(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """A flush sequence of a plain suit stands under that label alone."""
    labels = [("flush_sequence", expected)]
    assert shown(engine, preset_name, "4H 5H 6H 7H 8H 9H") == labels


# Assemblies and zetemas

FIVE = "{0}S {0}S {0}H {0}D {0}C"


@pytest.mark.parametrize(
    ("rank", "official", "cassell"),
    [pytest.param("J", 140, 110, id="case 17"), pytest.param("K", 180, 150, id="18")],
)
@by_preset("official", "parlett", "cassell")
def test_cases_17_and_18_assembly_then_zetema(
    engine: Engine,
    preset_name: str,
    expected: str,
    rank: str,
    official: int,
    cassell: int,
) -> None:
    """Five of a rank declared and then all discarded count for both."""
    cards = FIVE.format(rank)
    script = {
        (0, 3 * n): Move(-1, parse_card(code)) for n, code in enumerate(cards.split())
    }
    script[0, 0] = script[0, 0]._replace(option=0)
    events = play_first_deal(engine, table(preset_name), [cards], script)
    assert turns(events)[12]["zetema"] == rank
    points = cassell if expected == "cassell" else official
    assert points_of(0, turns(events)[:13]) == points


@by_preset(50, 50, 0)
def test_case_19_kings_of_different_seats(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """Five kings without an assembly left play for nothing in 1881."""
    kings = ["KS", "KS", "KH", "KD", "KC"]
    hands = ["KS KD 2S 2H 2D 2C", "KS KC 3S 3H 3D 3C", "KH 4S 4S 4H 4D 4C"]
    script = {(0, turn): Move(-1, parse_card(king)) for turn, king in enumerate(kings)}
    events = play_first_deal(engine, table(preset_name), hands, script)
    last = turns(events)[4]
    assert last["zetema_points"] == expected
    assert last["zetema"] == ("K" if expected else None)


# Hands


@pytest.mark.parametrize("players", [3, 6], ids=["case 20", "case 21"])
@by_preset({3: 6, 6: 6}, {3: 7, 6: 6}, {3: 6, 6: 5})
def test_cases_20_and_21_cards_when_deciding(
    engine: Engine, preset_name: str, expected: dict[int, int], players: int
) -> None:
    """The first seat decides with as many cards as the draw gives."""
    events = play_first_deal(engine, table(preset_name, players), [], {})
    held = len(events[0]["hands"][0]) + len(events[1]["drawn"])
    assert held == expected[players]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@by_preset(2, 6, 6)
def test_case_22_cards_after_two_marriages(
    engine: Engine, preset_name: str, expected: int, players: int
) -> None:
    """After marriages the hand is filled up at once, or not before the next turn."""
    if players not in preset(preset_name)["players"]:
        with pytest.raises(RulesError, match="players"):
            table(preset_name, players)  # five have none in 1881
        return
    hands = ["KS QS KH QH 2D 9C"]
    script = {(0, 0): Move(2)}  # hearts, spades, both
    events = play_first_deal(
        engine, table(preset_name, players), hands, script, stock="4D"
    )
    first = turns(events)[0]
    assert len(first["declared"]["pairs"]) == 2
    assert first["discard"] is None
    assert 6 + len(first["drawn"]) - 4 + len(first["refilled"]) == expected


# Extra turns of two players


@by_preset("other seat", "same seat", "other seat")
def test_case_23_zetema_while_the_stock_lasts(
    engine: Engine, preset_name: str, expected: str
) -> None:
    """Two players: under full_turn a zetema brings a whole new turn, with a draw."""
    hands = ["7S 7S 7H 2D 9C JC", "7D 7C 3D TC JD 4C"]
    sevens = ["7S", "7D", "7S", "7C", "7H"]
    script = {(0, turn): Move(-1, parse_card(code)) for turn, code in enumerate(sevens)}
    events = play_first_deal(engine, table(preset_name, 2), hands, script)
    fourth, after = turns(events)[4:6]
    assert (fourth["zetema"], fourth["zetema_points"]) == ("7", 5)
    assert after["seat"] == (0 if expected == "same seat" else 1)
    assert bool(after["drawn"]) == (preset_name != "cassell-1881")


def sevens_last(view: View) -> int:
    """Discard no seven while there is a stock, and then sevens first."""
    cards = [kind for kind in DECK if view.legal_mask >> kind & 1]
    sevens = [kind for kind in cards if rank_of(kind) == SEVEN]
    others = [kind for kind in cards if rank_of(kind) != SEVEN]
    return min(others or sevens) if view.stock else min(sevens or others)


def play_sevens_last(engine: Engine, rules: TableRules) -> tuple[Event, Event, bool]:
    """Return the turn that completes the sevens, the next, and if cards are held."""
    sevens = FIVE.format("7").split()
    deck = [kind for kind in DECK if rank_of(kind) != SEVEN]
    random.Random(1).shuffle(deck)
    deck += [parse_card(code) for code in sevens]  # the last of the stock
    script = record(rules, lambda _: deck, sevens_last)
    played = turns(engine.play(rules, lambda _: deck, script))
    place = next(n for n, event in enumerate(played) if event["zetema"] == "7")
    rest = [event["seat"] for event in played[place + 1 :]]
    return played[place], played[place + 1], played[place]["seat"] in rest


@by_preset("discard", "turn", "passes")
def test_case_24_zetema_after_the_stock(
    engine: Engine, preset_name: str, expected: str
) -> None:
    """Two players, no stock: the seat must discard again, or the turn passes."""
    rules = table(preset_name, 2, None, "match.mode=single_deal", "match.target=500")
    sevens, after, has_cards = play_sevens_last(engine, rules)
    assert has_cards
    assert sevens["zetema_points"] == 5
    assert (after["seat"] == sevens["seat"]) == (expected != "passes")
    assert after["drawn"] == after["refilled"] == []
    assert after["declared"] is None
    assert after["discard"] is not None


@by_preset(5, 5, 5)
def test_case_25_three_players_have_no_extra_turn(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """With three players the turn passes after a zetema."""
    rules = table(preset_name, 3, None, "match.mode=single_deal", "match.target=500")
    sevens, after, has_cards = play_sevens_last(engine, rules)
    assert has_cards
    assert sevens["zetema_points"] == expected
    assert after["seat"] == (sevens["seat"] + 1) % 3


# The end of a deal


def keep_hearts(view: View) -> int:
    """Discard the king and queen of hearts last of all."""
    cards = [kind for kind in DECK if view.legal_mask >> kind & 1]
    royal = (parse_card("KH"), parse_card("QH"))
    return min(cards, key=lambda kind: (kind in royal, kind))


@pytest.mark.parametrize("declarations", ["none", "marriages", "all"])
@by_preset(10, 10, 10)
def test_case_26_no_marriage_after_the_stock(
    engine: Engine, preset_name: str, expected: int, declarations: str
) -> None:
    """A turn that is not live allows what endgame.declarations says."""
    rules = table(preset_name, 3, None, f"endgame.declarations={declarations}")
    deck = stacked_deck(rules, ["KH QH"])
    script = {
        (deal, turn): move
        for (deal, turn), move in record(rules, lambda _: deck, keep_hearts).items()
        if (deal, turn) < (0, 54)
    }
    script[0, 54] = Move(0)  # seat 0, with three or four cards and no stock
    event = turns(engine.play(rules, lambda _: deck, script))[54]
    assert event["seat"] == 0
    assert event["declared_points"] == (0 if declarations == "none" else expected)


# The end of a match


@by_preset(200, 200, 200)
def test_case_27_partners_win_together(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """The points of partners count together, and the match ends at the target."""
    rules = table(preset_name, 4, "2x2", "assembly.other=195")
    hands = [FIVE.format("8") + " 7D", "7S 2H", "7S 7C 2D", "7H 2C"]
    codes = ["8S", "7S", "7S", "7H", "7D", "2H", "7C"]
    script = {(0, turn): Move(-1, parse_card(code)) for turn, code in enumerate(codes)}
    script[0, 0] = Move(0, parse_card("8S"))
    events = play_first_deal(engine, rules, hands, script)
    assert turns(events)[-1]["scores"] == [expected, 0]
    assert turns(events)[-1]["seat"] == 2
    assert events[-1]["winner"] == 0


def three_left(view: View) -> int:
    """On seat 0, keep a seven until four cards are left and complete nothing else."""
    cards = [kind for kind in DECK if view.legal_mask >> kind & 1]
    if view.seat != 0 or view.deal != 0:
        return min(cards)
    last_seven = view.hand_size == 4 and view.stock == 0

    def dislike(kind: int) -> tuple[bool, int]:
        if rank_of(kind) == SEVEN:
            return (not last_seven, -1)
        return (bool(view.piles[rank_of(kind)] == 4), kind)

    return min(cards, key=dislike)


def declare_first(view: View) -> int:
    return 0 if view.deal == view.turn == 0 else -1


def three_left_deck(seed: int) -> list[int]:
    """Return a deck that gives seat 0 five eights and a seven."""
    eights = [parse_card(code) for code in FIVE.format("8").split()]
    rest = [*DECK]
    for kind in [*eights, card(SEVEN, 3)]:
        rest.remove(kind)
    random.Random(seed).shuffle(rest)
    return [*eights, card(SEVEN, 3), *rest]


def is_sevens_at_target(event: Event) -> bool:
    place = event["seat"], event["zetema"], event["scores"][0]
    return place == (0, "7", 300)


@by_preset(300, 300, 300)
def test_case_28_win_with_cards_left(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """A zetema that reaches the target ends the match with cards in the hand."""
    rules = table(preset_name, 2, None, "assembly.other=295")
    for seed in range(100):
        decks = {deal: three_left_deck(seed + deal) for deal in range(10)}
        script = record(rules, decks.__getitem__, three_left, declare_first)
        events = engine.play(rules, decks.__getitem__, script)
        if any(is_sevens_at_target(event) for event in turns(events)):
            break
    assert is_sevens_at_target(events[-2])
    assert sum(event["event"] == "deal" for event in events) == 1
    assert held_at_end(0, events) == 3
    assert events[-1]["event"] == "match_end"
    assert events[-1]["winner"] == 0
    assert events[-1]["scores"][0] == expected


def held_at_end(seat: int, events: list[Event]) -> int:
    """Return how many cards a seat holds after a deal without marriages."""
    mine = [event for event in turns(events) if event["seat"] == seat]
    gained = [len(event["drawn"]) + len(event["refilled"]) - 1 for event in mine]
    return len(events[0]["hands"][seat]) + sum(gained)


def test_case_29_five_players_in_1881(engine: Engine) -> None:
    """There is no table for five in 1881."""
    with pytest.raises(RulesError, match="players"):
        table("cassell-1881", 5)


# The second imperial marriage


@by_preset(20, 20, 20)
def test_case_30_second_imperial_marriage(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """The second imperial marriage of a deal counts as such, whoever had the first."""
    hands = ["KS QS 2H 2D 4C 4D", "KS QS 3H 3D 5C 5D"]
    script = {(0, 0): Move(0), (0, 1): Move(0)}
    events = play_first_deal(engine, table(preset_name), hands, script)
    assert turns(events)[1]["declared_points"] == expected
    assert marriage(engine, table(preset_name), "S", imperial_before=1) == expected


@by_preset(10, 20, 10)
def test_case_31_imperial_marriage_of_the_deal_before(
    engine: Engine, preset_name: str, expected: int
) -> None:
    """An imperial marriage of an earlier deal does not count as the first."""
    hands = ["KS QS 2H 2D 4C 4D", "KS QS 3H 3D 5C 5D"]
    script = {(0, 0): Move(0), (1, 0): Move(0)}
    events = play_first_deal(engine, table(preset_name), hands, script)
    second = next(n for n, event in enumerate(events) if event.get("deal") == 1)
    first_turn = turns(events[second:])[0]
    assert first_turn["seat"] == 1
    assert first_turn["declared_points"] == expected
