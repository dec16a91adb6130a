"""What the reference engine shows a strategy, and how it takes bad answers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest

from tests.kit.engines import no_chance, stacked_deck
from tests.kit.matches import random_decider, whole_log
from zetema_sim.cards import NINE, card, parse_card, parse_cards
from zetema_sim.faults import StrategyFault
from zetema_sim.reference.match import Chance, Decider, Event, play_match
from zetema_sim.rules.ruleset import preset
from zetema_sim.view import (
    ASSEMBLY,
    LISTED,
    MARRIAGES,
    MAX_TURNS,
    NONE,
    VIEW_DTYPE,
    View,
)

HANDS = ["KS KS QS KH 9H 9C", "QH 2S 2S 2H 2D 2C", "3S 3H 4S 4H 5S 5H"]


def lowest(view: View) -> int:
    return (view.legal_mask & -view.legal_mask).bit_length() - 1


def watch(
    declare: Callable[[View], int] | None = None,
    discard: Callable[[View], int] = lowest,
    chance: Chance = no_chance,
) -> tuple[list[View], list[Event]]:
    """Return the views of the decisions of a first deal, and its events."""
    rules = preset("official").at_table(3)
    deck = stacked_deck(rules, HANDS, stock="QS 6C 6D")
    views: list[View] = []

    def seen_declare(view: View) -> int:
        views.append(view)
        return NONE if declare is None else declare(view)

    def seen_discard(view: View) -> int:
        views.append(view)
        return discard(view)

    decider = Decider(seen_discard, seen_declare, "its settings", "watcher")
    match = play_match(rules, [decider] * 3, lambda _: deck, chance)
    events = []
    for event in match:
        events.append(event)
        if event["event"] == "deal_end":
            break
    return views, events


def faulty(answer: object) -> StrategyFault:
    """Return the fault of a strategy that discards something odd."""
    with pytest.raises(StrategyFault) as caught:
        watch(discard=lambda view: answer)  # type: ignore[return-value,arg-type]
    return caught.value


def test_view_has_the_shapes_of_the_record() -> None:
    """Arrays have the shape of their field, wide numbers, and cannot be written."""
    views, _ = watch()
    for view in views[:40]:
        for field in fields(View):
            value, kind = getattr(view, field.name), VIEW_DTYPE[field.name]
            if isinstance(value, np.ndarray):
                assert (value.dtype, value.shape) == (np.int64, kind.shape)
                assert not value.flags.writeable
            elif field.name not in ("settings", "rules"):
                assert type(value) is int, field.name


def test_view_of_the_first_decision() -> None:
    """The first seat sees its hand, the empty table and its options."""
    views, _ = watch()
    view = views[0]
    assert (view.seat, view.turn, view.live, view.declared) == (0, 0, 1, NONE)
    assert view.hand_mask == sum(1 << kind for kind in set(parse_cards(HANDS[0])))
    assert view.hand_twins == 1 << 12
    assert view.hand_ranks == 3 << 48 | 1 << 44 | 2 << 32
    assert view.hand[12].tolist() == [2, 1, 0, 0]
    assert (view.legal_mask, view.legal.sum()) == (0, 0)
    assert (view.n_options, view.best_option, view.n_listed) == (1, 0, 1)
    assert view.first_option.tolist() == [NONE, NONE, 0, NONE, NONE]
    assert view.option_points[:2].tolist() == [10, 0]
    assert view.settings == "its settings"


def test_view_after_declarations() -> None:
    """Everybody sees what was married, shown and discarded."""
    views, _ = watch(declare=lambda view: 0)
    view = next(view for view in views if view.turn == 2)
    assert view.past_seat[:3].tolist() == [0, 1, 0]
    assert view.past_kind[:3].tolist() == [MARRIAGES, ASSEMBLY, 0]
    assert view.past_points[:3].tolist() == [10, 100, 0]
    assert view.past_mask[0] == 1 << parse_card("KS") | 1 << parse_card("QS")
    assert view.past_discard[:2].tolist() == [NONE, parse_card("2S")]
    assert view.past_twins[:2].tolist() == [0, 1 << 1]
    assert len(view.past_seat) == MAX_TURNS
    assert view.married.tolist() == [1, 0, 0, 0]
    assert view.assembled.tolist() == [0, 1] + [0] * 11
    assert view.hand_sizes.tolist() == [4, 5, 6, 0, 0, 0]
    # Of the two twos of spades, one was discarded.
    assert view.shown_mask[1] == sum(1 << card(1, suit) for suit in range(4))
    assert view.shown_twins[1] == 0
    assert view.scores.tolist() == [10, 100, 0, 0, 0, 0]


def test_view_when_discarding_after_a_declaration() -> None:
    """Only cards that were shown may go; there are no options then."""
    views, _ = watch(declare=lambda view: 0)
    view = next(view for view in views if view.turn == 1 and view.legal_mask)
    assert view.declared == ASSEMBLY
    assert view.legal_mask == sum(1 << card(1, suit) for suit in range(4))
    assert (view.n_options, view.n_listed, view.best_option) == (0, 0, NONE)
    assert view.first_option.tolist() == [NONE] * 5
    assert not any(view.option_kind)
    assert view.scores[1] == 100


def test_views_stay_as_they_were() -> None:
    """A view that was kept does not change as the deal goes on."""
    views, _ = watch()
    assert views[0].hand.sum() == 6
    assert views[0].stock == 47
    assert views[0].past_discard.sum() == 0


def test_chance_is_that_of_the_decision() -> None:
    """A strategy gets the chance number of its deal, turn and phase."""
    views, _ = watch(chance=lambda deal, turn, phase: 100 * deal + 2 * turn + phase)
    for view in views[:60]:
        assert view.chance == 2 * view.turn + int(view.legal_mask > 0)


def test_default_declares_the_first_of_those_worth_most() -> None:
    """A strategy without `declare` declares the best option."""
    rules = preset("parlett").at_table(3)
    deck = stacked_deck(rules, ["KS QS KH QH KD QD"])
    decider = Decider(lowest, None, None, "default")
    events = play_match(rules, [decider] * 3, lambda _: deck, no_chance)
    _, turn = next(events), next(events)
    assert turn["declared_points"] == 70


def test_more_options_than_are_listed() -> None:
    """Beyond the listed rows, options are counted and can be declared."""
    rules = preset("parlett").with_overrides(["deal.size=18"]).at_table(3)
    hand = " ".join(f"{rank}{suit}" for rank in "456789" for suit in "HDC")
    seen: list[int] = []

    def declare(view: View) -> int:
        seen.extend((view.n_options, view.n_listed, view.option_kind.size))
        return view.n_options - 1

    decider = Decider(lowest, declare, None, "last")
    deck = stacked_deck(rules, [hand])
    events = play_match(rules, [decider] * 3, lambda _: deck, no_chance)
    _, turn = next(events), next(events)
    assert seen[:3] == [3**6, LISTED, LISTED]
    # All clubs would be a flush sequence, so the last sequence ends with a diamond.
    assert turn["declared"]["cards"] == ["4C", "5C", "6C", "7C", "8C", "9D"]


@pytest.mark.parametrize(
    "answer", [True, 2.0, None, "KS", np.float64(1), np.bool_(True)]
)
def test_answers_that_are_no_whole_number(answer: object) -> None:
    """Bools, floats and the like are refused."""
    assert "not a whole number" in str(faulty(answer))


@pytest.mark.parametrize("answer", [-1, 13, 64, 10**30, card(NINE, 2), np.int64(99)])
def test_illegal_discards(answer: object) -> None:
    """A card that is not legal is refused, with those that are."""
    fault = faulty(answer)
    assert (fault.strategy, fault.seat, fault.deal, fault.turn) == ("watcher", 0, 0, 0)
    assert (fault.phase, "not one of" in fault.reason) == ("discard", True)
    assert "40 (9D)" in str(fault) or str(answer) in str(fault)


@pytest.mark.parametrize("answer", [-2, 1, 500])
def test_illegal_options(answer: int) -> None:
    """An option that is none is refused."""
    with pytest.raises(StrategyFault, match=r"declare.*answered"):
        watch(declare=lambda view: answer)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, int])
def test_whole_numbers_of_numpy(kind: Callable[[int], int]) -> None:
    """Whole numbers of numpy are as good as others."""
    _, events = watch(discard=lambda view: kind(lowest(view)))
    assert events[-1]["event"] == "deal_end"


def test_error_in_a_strategy() -> None:
    """An error is named in one line, and stays the cause."""

    def discard(view: View) -> int:
        raise ValueError("two\nlines")

    with pytest.raises(StrategyFault, match="raised ValueError: two lines") as caught:
        watch(discard=discard)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value.__cause__, ValueError)


def test_strategy_that_writes_into_its_view() -> None:
    """A view cannot be changed."""

    def discard(view: View) -> int:
        view.piles[0] = 4
        return lowest(view)

    with pytest.raises(StrategyFault, match="read-only"):
        watch(discard=discard)


def test_faults_travel_between_processes() -> None:
    """A fault survives pickling."""
    fault = StrategyFault("me", 1, 2, 3, "discard", "did wrong")
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)


def test_letter_of_the_imperial_suit() -> None:
    """The imperial suit's letter is a label: nothing else changes."""
    decider = random_decider()
    spades = whole_log(preset("parlett"), 3, None, 1, decider)
    diamonds = preset("parlett").with_overrides(["deck.imperial_suit=D"])
    other = whole_log(diamonds, 3, None, 1, decider)
    assert other[-1] == spades[-1]
    assert other[1]["hands"] != spades[1]["hands"]
