"""Situations made from text: what is read, and what is refused."""

from typing import Any

import pytest

from tests.kit.situations import Situation, table_of
from zetema_sim.cards import DECK, card_text, parse_card, parse_cards
from zetema_sim.situations import SituationError, check_possible


@pytest.mark.parametrize("text", ["TS", "ts", "10S", "10s", "10♠", "T♠", "t♤"])
def test_a_card_as_players_write_it(text) -> None:
    """Letters of any case, 10 for T, the signs of the suits."""
    assert parse_card(text) == parse_card("TS")


@pytest.mark.parametrize(
    "text", ["", "S", "1S", "11S", "TSS", "T X", "10", "SS", "TSH"]
)
def test_what_is_no_card(text) -> None:
    """One line that says what a card is."""
    with pytest.raises(ValueError, match="is no card; a card is a rank of"):
        parse_card(text)


def test_every_card_is_somewhere_once() -> None:
    """Hands, piles, stock, the piles that left and the marriage pile are the deck."""
    told = Situation(
        "KH QH 7S 7S",
        piles="2S 3D, 10c",
        gone="A J",
        married="SSD",
        shown={1: "9S 9S", 0: "7S"},
        hand_sizes={2: 3},
        players=4,
    )
    table = table_of(told)
    placed = [*table.tableau, *table.stock]
    for hand in table.hands:
        placed += hand
    placed += [kind for kind in DECK if card_text(kind)[0] in "AJ"]
    placed += parse_cards("KS QS KS QS KD QD")
    assert sorted(placed) == sorted(DECK)
    size = table.rules.deal_size
    assert [len(hand) for hand in table.hands] == [4, size, 3, size]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"hand": "KH KH"}, "2 KH, but the deck has 1: 2 in the hand"),
    ({"hand": "7S", "piles": "7S 7S"}, "3 7S, .* has 2: 1 in the hand and 2 on the p"),
    ({"hand": "7S", "gone": "7"}, "3 7S, .* and 2 in a pile that left play"),
    ({"hand": "KH", "married": "H"}, "2 KH, .* and 1 in the marriage pile"),
    ({"hand": "2H", "married": "HH"}, "2 QH, but the deck has 1"),
    ({"hand": "KH", "shown": {2: "KH"}}, "2 KH, .* and 1 shown by seat 2"),
    ({"hand": "KH", "shown": {0: "QH"}}, "QH is shown by seat 0, but not in its hand"),
    ({"hand": "KH", "shown": {3: "QH"}}, "seat 3 is not at this table"),
    (
        {"hand": "KH", "seat": -1},
        "seat -1 is not at this table, whose seats are 0 to 2",
    ),
    ({"hand": "KH", "hand_sizes": {0: 3}}, "the hand of seat 0 is said card by card"),
    ({"hand": "KH", "hand_sizes": {1: -3}}, "-3 cards in the hand of seat 1"),
    ({"hand": "KH", "hand_sizes": {1: 1}, "shown": {1: "2H 3H"}}, "but holds 1"),
    ({"hand": "KH", "stock": 65}, "64 cards lie nowhere in sight, but .* take 65"),
    ({"hand": "KH", "stock": 3, "hand_sizes": {1: 2, 2: 3}}, "take 8 of them"),
    ({"hand": "KH", "piles": "7S 7S 7H 7D 7C"}, "a complete pile has left play"),
    ({"hand": "KH", "scores": (0, 0, 0, 0)}, "4 scores, but there are 3 sides"),
    ({"hand": "KH", "scores": (1000,)}, "a score of 1000; a match is over at"),
    ({"hand": "KH", "scores": (-5,)}, "a score of -5"),
    ({"hand": "KH", "gone": "1"}, "'1' in gone is no rank"),
    ({"hand": "KH", "married": "X"}, "'X' in married is no suit"),
    ({"hand": ""}, "no cards"),
]


@pytest.mark.parametrize(("told", "line"), REFUSED, ids=[line for _, line in REFUSED])
def test_what_cannot_be_is_refused(told, line) -> None:
    """In one line that says which cards or which number."""
    with pytest.raises(SituationError, match=line) as caught:
        table_of(Situation(**told))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "told",
    [
        {"hand": "2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C 5C 6C 7C"},
        {"hand": "2H", "stock": 2},
        {"hand": "2H", "hand_sizes": {1: 30}},
    ],
    ids=str,
)
def test_a_hand_holds_no_more_than_the_rules_have_it(told) -> None:
    """Of the deciding seat, of one whose size is said, of one that gets the rest."""
    with pytest.raises(SituationError, match="under these rules it holds at most"):
        check_possible(Situation(**told))
    check_possible(Situation("2H 3H 4H 5H"))
