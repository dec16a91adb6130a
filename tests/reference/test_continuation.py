"""Both engines play a deal on from any decision, event for event."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.kit.drawn_rules import CHANGEABLE, overrides
from tests.kit.played_deals import Decision, PlayedDeal
from tests.kit.tables import TABLES, rules_at
from zetema_sim.common.wording import RulesError
from zetema_sim.reference.continuation import World
from zetema_sim.rules.ruleset import PRESETS
from zetema_sim.rules.sides import arrangements
from zetema_sim.table_rules import TableRules
from zetema_sim.view import NONE, View


def another_world(at: Decision, rng: random.Random) -> World:
    """Return a world with the other hands and the stock shuffled."""
    seats = [seat for seat in range(len(at.world.hands)) if seat != at.view.seat]
    cards = [card for seat in seats for card in at.world.hands[seat]]
    cards = rng.sample([*cards, *at.world.stock], len(cards) + len(at.world.stock))
    hands = [*at.world.hands]
    for seat in seats:
        size = len(hands[seat])
        hands[seat], cards = cards[:size], cards[size:]
    return World(hands, cards)


def any_answer(view: View, rng: random.Random) -> int:
    if view.legal_mask:
        return rng.choice([card for card in range(64) if view.legal_mask >> card & 1])
    return rng.randrange(NONE, view.n_options)


def some(played: PlayedDeal, rng: random.Random) -> Iterator[Decision]:
    """Yield a few decisions, some of them after a declaration or in an extra turn."""
    odd = [
        at
        for at in played.decisions
        if at.view.declared != NONE or at.view.discard_only or at.view.stock < 2
    ]
    yield from rng.sample(played.decisions, min(6, len(played.decisions)))
    yield from rng.sample(odd, min(6, len(odd)))


def check(rules: TableRules, names: list[str], rng: random.Random) -> None:
    played = PlayedDeal.of(rules, names, rng)
    for at in some(played, rng):
        rest = played.rest(at)
        assert played.by_reference(at, at.world, at.answer) == rest
        assert played.by_kernel(at, at.world, at.answer) == rest
        world, answer = another_world(at, rng), any_answer(at.view, rng)
        other = played.by_reference(at, world, answer)
        assert played.by_kernel(at, world, answer) == other


LINE_UPS = [["every-field", "every-field:reserve=2"], ["any-option"], ["royal"]]


@pytest.mark.parametrize(("name", "players", "sides"), TABLES)
@pytest.mark.parametrize("names", LINE_UPS, ids=lambda names: names[0])
def test_every_table(name: str, players: int, sides: str, names: list[str]) -> None:
    """At every table: the true world to its true end, and any other alike in both."""
    rules = rules_at(name).at_table(players, sides)
    check(rules, names, random.Random(f"{name} {players} {sides}"))


LATE_REFILL = ("draw.when=turn_end", "draw.marriage_refill=next_turn")
ODD = {
    "late refill": LATE_REFILL,
    "late refill, discards": (*LATE_REFILL, "turn.marriage_also_discards=true"),
    "discards": ("turn.marriage_also_discards=true", "endgame.declarations=all"),
    "short runs": ("run.length=3", "draw.to=12", "marriage.tableau_cards=none"),
}


@pytest.mark.parametrize("changes", ODD.values(), ids=ODD)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_odd_rules(changes: tuple[str, ...], players: int) -> None:
    """So it is where much of a turn is over, or comes later."""
    rules = rules_at("parlett", *changes).at_table(players)
    for deal in range(4):
        check(rules, LINE_UPS[deal % 3], random.Random(deal))


@settings(max_examples=40)
@given(data=st.data())
def test_house_rules(data: st.DataObject) -> None:
    """So it is whatever three parameters are."""
    three = st.lists(st.sampled_from(CHANGEABLE), min_size=3, max_size=3, unique=True)
    changes = data.draw(overrides(data.draw(three)))
    players = data.draw(st.integers(2, 6), "players")
    sides = data.draw(st.sampled_from(arrangements(players)), "sides")
    try:
        rules = rules_at(data.draw(st.sampled_from([*PRESETS]), "preset"), *changes)
        table = rules.at_table(players, sides)
    except RulesError:
        assume(False)
    names = data.draw(st.sampled_from(LINE_UPS), "strategies")
    check(table, names, random.Random(data.draw(st.integers(0, 10**6))))
