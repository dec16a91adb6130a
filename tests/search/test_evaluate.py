"""Worlds, the bank, and what answers come to in them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numba
import numpy as np
import pytest

from tests.kit.situations import Situation, random_views, to_discard
from tests.kit.tables import rules_at
from zetema_sim.analysis.decisions import decisions_of
from zetema_sim.analysis.evaluated import policy_named
from zetema_sim.cards import DECK, DECK_SIZE, parse_cards
from zetema_sim.playing.seating import TableOptions, full_line_up
from zetema_sim.replaying.replay import replayed
from zetema_sim.rules.ruleset import PRESETS
from zetema_sim.search.bank import DEALS, bank_of, share_out
from zetema_sim.search.evaluate import evaluate, knows_all
from zetema_sim.search.worlds import deal_world
from zetema_sim.situations import table_rules
from zetema_sim.view import view_record

TABLES = [(2, "solo"), (3, "solo"), (4, "2x2"), (5, "solo"), (6, "3x2")]


@numba.njit
def dealt(views, cards, world, key, number):
    """Deal a world."""
    return deal_world(views[0], cards, world, key, number)


@numba.njit
def shared_out(scores, wins):
    """Share a win out."""
    share_out(scores, len(scores), wins, 1.0)


def world_of(view, key=1, number=0):
    """Return a world's hands and stock."""
    cards, world = np.zeros(DECK_SIZE, np.int8), np.zeros(DECK_SIZE, np.int8)
    assert dealt(view_record(view), cards, world, key, number)
    hands, place = [], 0
    for size in view.hand_sizes[: view.players]:
        hands.append([int(card) for card in world[place : place + size]])
        place += size
    return hands, [int(card) for card in world[DECK_SIZE - view.stock :]]


def gone_from(view):
    """Return the cards that lie in no hand and not in the stock."""
    gone = [
        16 * suit + rank
        for rank in range(13)
        for suit in range(4)
        for _ in range(int(view.tableau[rank][suit]))
    ]
    gone += [card for card in DECK if view.completed[card & 15]]
    for suit, pairs in enumerate(view.married):
        gone += [16 * suit + 11, 16 * suit + 12] * int(pairs)
    return gone


@pytest.mark.parametrize("name", sorted(PRESETS))
@pytest.mark.parametrize(("players", "sides"), TABLES, ids=str)
def test_a_world_is_the_deck(name, players, sides):
    """Every card is in one place; the own hand and what was shown stay."""
    for number, view in enumerate(random_views(name, players, sides)):
        hands, stock = world_of(view, number=number)
        placed = [card for hand in hands for card in hand] + stock + gone_from(view)
        assert sorted(placed) == sorted(DECK)
        for seat, hand in enumerate(hands):
            shown = Counter()
            for suit_and_rank in range(64):
                shown[suit_and_rank] += int(view.shown_mask[seat]) >> suit_and_rank & 1
            assert not shown - Counter(hand)
        for rank in range(13):
            for suit in range(4):
                held = hands[view.seat].count(16 * suit + rank)
                assert held == view.hand[rank][suit]


def test_every_place_is_as_likely():
    """An unseen card is where it is as often as places say."""
    view = to_discard(Situation("KH QH 7S 7S 4S 2D 9C", shown={1: "9S"}))
    unseen = parse_cards("AH")[0]
    found, worlds = Counter(), 4000
    for number in range(worlds):
        hands, _ = world_of(view, number=number)
        where = next((s for s, hand in enumerate(hands) if unseen in hand), "stock")
        found[where] += 1
        assert parse_cards("9S")[0] in hands[1]
    hidden = view.stock + sum(view.hand_sizes[1:3]) - 1
    for where, places in ((1, view.hand_sizes[1] - 1), (2, view.hand_sizes[2])):
        expected = places / hidden
        error = (expected * (1 - expected) / worlds) ** 0.5
        assert found[where] / worlds == pytest.approx(expected, abs=4 * error)


def evaluated(situation, answers, key=3, worlds=range(8), policy="balanced"):
    """Return what cards to be discarded come to."""
    view = view_record(to_discard(situation))
    cards = [parse_cards(text)[0] for text in answers.split()]
    policy = policy_named(policy)
    return evaluate(view, table_rules(situation), policy, cards, key, worlds)


HAND = Situation("KH QH 7S 7S 4S 2D 9C", piles="7H 7D")


def test_worlds_are_numbered():
    """However the numbers are cut, and whoever plays them; another key is another."""
    whole = evaluated(HAND, "7S 2D", worlds=range(8))
    parts = [evaluated(HAND, "7S 2D", worlds=range(n, n + 4)) for n in (0, 4)]
    together = np.concatenate([part.wins for part in parts], axis=1)
    assert (whole.wins == together).all()
    assert (whole.wins != evaluated(HAND, "7S 2D", key=4).wins).any()


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_wins_are_shared_out(name):
    """In each world all sides together win one match; points come in whole numbers."""
    for players, sides in ((2, "solo"), (3, "solo"), (4, "2x2")):
        hand = Situation("KH QH 2D 9C 4S", players=players, sides=sides, rules=name)
        found = evaluated(hand, "2D 4S")
        assert found.wins.sum(axis=2) == pytest.approx(1)
        assert found.points.min() >= 0


def test_what_does_not_fit_is_refused():
    """A view whose cards do not fill hands and stock, an answer that is not allowed."""
    view = view_record(to_discard(HAND))
    policy, rules = policy_named("greedy"), table_rules(HAND)
    with pytest.raises(ValueError, match="an answer is not allowed"):
        evaluate(view, rules, policy, [parse_cards("AH")[0]], 1, range(1))
    view["stock"] += 1
    with pytest.raises(ValueError, match="do not fill the hands and the stock"):
        evaluate(view, rules, policy, [parse_cards("2D")[0]], 1, range(1))


def test_nothing_is_hidden_from_two_at_the_end():
    """With an empty stock each knows the other's hand; not so at three."""
    gone = {"gone": "A345689TJ", "stock": 0}
    two = Situation("KH QH 7S 7S 2D", players=2, piles="KS QS 7H 7D 7C", **gone)
    three = Situation("KH QH 7S 7S 2D", players=3, piles="KS QS 7H 7D", **gone)
    assert knows_all(view_record(to_discard(two._replace(piles="KS QS 7H 7D"))))
    assert not knows_all(view_record(to_discard(three)))


def test_bank_is_the_policy_by_itself():
    """As many deals as the recipe says, each with points."""
    rules = rules_at("parlett").at_table(3, "solo")
    bank = bank_of(rules, policy_named("greedy"))
    assert len(bank.firsts) == DEALS + 1
    assert bank.firsts[-1] == len(bank.seats) == len(bank.points)
    assert (np.diff(bank.firsts) > 0).all()
    assert set(bank.seats.tolist()) == {0, 1, 2}
    assert bank.points.min() > 0


def test_equal_scores_share():
    """The highest total wins; equal ones share."""
    wins = np.zeros(3)
    shared_out(np.array([5, 9, 9]), wins)
    assert wins.tolist() == [0, 0.5, 0.5]


@cache
def matches(names, options, count):
    """Return the events of some matches."""
    setup = full_line_up(names, options)
    return [[*replayed(setup, match, 1, "kernel")] for match in range(count)]


@pytest.mark.parametrize(
    "options",
    [TableOptions(players=2), TableOptions(players=4, sides="2x2")],
    ids=["two", "partners"],
)
def test_chances_are_what_comes(options):
    """Where the policy plays on all seats, matches end as often as was foretold."""
    errors = []
    for events in matches(("greedy",), options, 120):
        decided = [*decisions_of(events)]
        winner = events[-1]["winner"]
        winners = winner if isinstance(winner, list) else [winner]
        at = decided[len(decided) // 3]
        view = view_record(at.position.view)
        found = evaluate(
            *(view, at.position.rules, policy_named("greedy"), [at.answer]),
            *(7, range(24)),
        )
        side = at.position.view.side
        share = (side in winners) / len(winners)
        errors.append(found.wins[0, :, side].mean() - share)
    error = np.std(errors, ddof=1) / len(errors) ** 0.5
    assert abs(np.mean(errors)) < 4 * error
    assert np.mean(np.square(errors)) < 0.25
