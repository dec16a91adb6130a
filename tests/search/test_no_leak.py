"""Search sees what its seat sees: hidden cards may lie anywhere."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.kit.played_deals import PlayedDeal
from tests.kit.tables import TABLES, rules_at, table_of
from zetema_sim.cards import DECK, DECK_SIZE
from zetema_sim.reference.asking import Asker
from zetema_sim.reference.continuation import World, cards_of, rebuilt
from zetema_sim.reference.match import DealPlay
from zetema_sim.reference.seen import build_view
from zetema_sim.roster.lookup import load
from zetema_sim.view import view_record

FEW = "search:worlds=3"
POSITIONS = 32  # of a table: over a thousand of all 32

each_table = pytest.mark.parametrize(("name", "players", "sides"), TABLES)


def permuted(at, rng):
    """Return the world of a decision with its hidden cards in other places."""
    known = [
        cards_of(int(mask), int(twins))
        for mask, twins in zip(at.view.shown_mask, at.view.shown_twins, strict=True)
    ][: at.view.players]
    known[at.view.seat] = at.world.hands[at.view.seat]
    hidden = [*at.world.stock]
    for hand, shown in zip(at.world.hands, known, strict=True):
        left = [*hand]
        for card in shown:
            left.remove(card)
        hidden += left
    rng.shuffle(hidden)
    hands = []
    for hand, shown in zip(at.world.hands, known, strict=True):
        unknown = len(hand) - len(shown)
        hands.append([*shown, *hidden[:unknown]])
        hidden = hidden[unknown:]
    return World(hands, hidden)


def seen_in(played, at, world):
    """Return what the seat sees if that is the world."""
    state, view, moment = rebuilt(played.rules, at.view, world), at.view, at.moment
    if moment.options:
        play = DealPlay(state, Asker([], lambda *_: 0, "S"))
        moment = moment._replace(options=play.options(view.seat, bool(view.live)))
    return build_view(state, moment, view.chance, load(FEW).plain_settings())


@each_table
def test_hidden_cards_change_no_answer(name, players, sides):
    """The same view and the same answer, and so also the same costs."""
    rules = rules_at(name).at_table(players, sides)
    search, rng = load(FEW).file.plain, random.Random(f"{name} {players} {sides}")
    decisions = []
    while len(decisions) < POSITIONS:
        played = PlayedDeal.of(rules, ["any-option", "royal", "fullest-pile"], rng)
        decisions += [(played, at) for at in played.decisions]
    for played, at in rng.sample(decisions, POSITIONS):
        true, other = (
            seen_in(played, at, world) for world in (at.world, permuted(at, rng))
        )
        seen = replace(at.view, settings=true.settings)
        assert view_record(true).tobytes() == view_record(seen).tobytes()
        assert view_record(other).tobytes() == view_record(seen).tobytes()
        assert search.discard(other) == search.discard(seen)


@each_table
def test_first_turn_in_the_kernel(name, players, sides):
    """The kernel's first turn is the same whatever lies beyond the starter's cards."""
    rules = rules_at(name, "match.mode=single_deal")
    table = table_of(rules, sides, [FEW, *["fullest-pile"] * (players - 1)])
    match = next(
        match
        for match in range(table.lineup.cycle_length)
        if table.strategies[table.lineup.locate(match)[0][0]].file.stem == "search"
    )
    size, rng = table.rules.deal_size, random.Random(players)
    drawn = table.rules.players * size
    own = [*range(size), drawn]  # its hand, and the card that it may draw
    turns = set()
    for _ in range(4):
        deck = random.Random(1).sample(DECK, DECK_SIZE)
        places = [place for place in range(DECK_SIZE) if place not in own]
        for place, card in zip(
            places, rng.sample([deck[p] for p in places], len(places)), strict=True
        ):
            deck[place] = card
        row = table.play_match(match, np.array([deck], np.int8)).log[0]
        turns.add((int(row["kind"]), int(row["mask"]), int(row["discard"])))
    assert len(turns) == 1
