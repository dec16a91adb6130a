"""A deal played on from a decision whose answer is given: part of the reference engine.

The deal is built anew from what a seat saw and from a world, which says what it did not
see: every hand and the order of the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zetema_sim.cards import rank_of
from zetema_sim.reference.asking import Asker, Chance, Decider
from zetema_sim.reference.deal import DealTable, PastTurn
from zetema_sim.reference.declarations import Option
from zetema_sim.reference.match import DealPlay, Event, blank_turn
from zetema_sim.table_rules import TableRules
from zetema_sim.view import NONE, View


class World(NamedTuple):
    """What is hidden: the hands, seat by seat, and the stock, first drawn first."""

    hands: Sequence[Sequence[int]]
    stock: Sequence[int]


def cards_of(mask: int, twins: int) -> list[int]:
    """Return the cards that a mask and twins stand for, as in `bits`."""
    kinds = [kind for kind in range(64) if mask >> kind & 1]
    return kinds + [rank for rank in range(16) if twins >> rank & 1]


def rebuilt(rules: TableRules, view: View, world: World) -> DealTable:
    """Return the deal as it stands when a seat sees `view` and the rest is `world`."""
    scores = [int(score) for score in view.scores[: rules.sides]]
    state = DealTable(rules, view.deal, [], scores)
    state.hands = [[*hand] for hand in world.hands]
    state.stock = [*world.stock]
    for kind in cards_of(view.tableau_mask, view.tableau_twins):
        state.piles[rank_of(kind)].append(kind)
    ranks = range(len(state.piles))
    state.completed = {rank for rank in ranks if view.completed[rank]}
    state.assembled = {rank for rank in ranks if view.assembled[rank]}
    state.married = [int(pairs) for pairs in view.married]
    for seat in range(rules.players):
        shown = int(view.shown_mask[seat]), int(view.shown_twins[seat])
        state.shown[seat] = Counter(cards_of(*shown))
        state.filled[seat] = bool(view.fresh[seat])
    columns = [getattr(view, f"past_{name}")[: view.turn] for name in PastTurn._fields]
    rows = zip(*columns, strict=True)
    state.past = [PastTurn(*(int(value) for value in row)) for row in rows]
    return state


def play_on(
    rules: TableRules,
    view: View,
    world: World,
    answer: int,
    deciders: Sequence[Decider],
    chance: Chance,
    imperial_suit: str = "S",
) -> Iterator[Event]:
    """Play a deal on, a seat's decision answered, and yield its turns to its end.

    Parameters
    ----------
    rules : TableRules
        The rules of the table.
    view : View
        What the seat saw when it was to decide.
    world : World
        What it did not see; its own hand is in it, too.
    answer : int
        The number of an option, or -1 for none; the card to discard.
    deciders, chance, imperial_suit
        As of `match.play_match`.

    Yields
    ------
    dict
        The events of the turns. The first one has of its turn only what follows the
        decision.
    """
    state = rebuilt(rules, view, world)
    deal = DealPlay(state, Asker(deciders, chance, imperial_suit))
    event = _finished(deal, view, answer)
    yield event
    if not deal.is_won():
        yield from deal.play_from(*deal.next_turn(view.seat, event))


def _finished(deal: DealPlay, view: View, answer: int) -> Event:
    """Play the rest of the turn of the decision."""
    seat, live = view.seat, bool(view.live)
    event = blank_turn(seat, [])
    if not view.legal_mask:  # to declare
        option = deal.show(seat, deal.options(seat, live), answer, event)
        return deal.finish_turn(seat, live, False, option, event)
    option = None
    if view.declared != NONE:
        cards = tuple(cards_of(view.declared_mask, view.declared_twins))
        option = Option(view.declared, view.declared_points, cards)
    deal.lay_down(seat, answer, event)
    return deal.end_turn(seat, option, answer, event)
