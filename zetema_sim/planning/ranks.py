"""What ranks promise, assemblies and zetemas, and what a discard does on its pile.

Assemblies count by the chance to draw all that lacks; one card in the tableau ends
them. Zetemas count for ranks that the hand may complete, the more surely the fewer
cards of it are elsewhere.
"""

from __future__ import annotations

from zetema_sim.bits import count_bits, rank_count
from zetema_sim.cards import PILE_SIZE, RANKS
from zetema_sim.planning.ahead import ONES, Ahead
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.scratch import Values, room
from zetema_sim.table_rules import EXTRA_FULL_TURN
from zetema_sim.toolkit import (
    is_on_my_side,
    known_of_rank,
    zetema_worth,
)
from zetema_sim.view import View

PART = (0.0, *(1.0 / whole for whole in range(1, 16)))  # one of so many


def rank_promise(view: View, plan: Plan, ahead: Ahead, ranks: int) -> float:
    """Return the points of assemblies and zetemas to come."""
    points = 0.0
    for rank in range(RANKS):
        held = rank_count(ranks, rank)
        if held > 0:
            points += rank_part(view, plan, ahead, rank, held)
    return points


def zetema_part(view: View, plan: Plan, ahead: Ahead, rank: int, held: int) -> float:
    """Return the points of a zetema to come of a rank, held and unseen or not.

    It counts the more, the fewer of its cards are elsewhere.
    """
    elsewhere = rank_count(ahead.of_rank, rank)
    height = rank_count(view.tableau_ranks, rank)
    if held + elsewhere + height < PILE_SIZE:
        return 0.0
    worth = completion_worth(view, plan, ahead, rank) * (plan.zetema / 100)
    return worth * (held * PART[held + 2 * elsewhere])


def assembly_part(view: View, plan: Plan, ahead: Ahead, rank: int, held: int) -> float:
    """Return the points of an assembly to come of a rank: of two cards or more."""
    elsewhere = rank_count(ahead.of_rank, rank)
    if held < 2 or held + elsewhere < PILE_SIZE or ahead.turns == 0:
        return 0.0
    chances, assembly = room(), int(view.rules.assembly[rank])
    fill_chances_of_all(ahead, chances)
    return plan.rank / 100 * assembly * float(chances[elsewhere])


def rank_part(view: View, plan: Plan, ahead: Ahead, rank: int, held: int) -> float:
    """Return the points to come of one rank of which the hand holds some cards.

    A card less, and neither can come any more: nothing else is left of them.
    """
    zetema = zetema_part(view, plan, ahead, rank, held)
    return zetema + assembly_part(view, plan, ahead, rank, held)


def whole_ranks(view: View, ahead: Ahead) -> int:
    """Return the ranks of which an assembly may come: two held and all others unseen.

    The lowest of each one's four bits is set.
    """
    hand = view.hand_ranks
    lacking = (hand + ahead.of_rank) ^ PILE_SIZE * ONES
    return (hand >> 1 | hand >> 2) & ~(lacking | lacking >> 1 | lacking >> 2) & ONES


def high_ranks(view: View, ahead: Ahead) -> int:
    """Return the ranks on whose pile a discard would do something (`pile_value`)."""
    piles, unseen = view.tableau_ranks, ahead.of_rank
    offers = (unseen | unseen >> 1 | unseen >> 2) & (piles >> 1)
    return (offers | piles >> 2) & ONES


def fill_chances_of_all(ahead: Ahead, chances: Values) -> None:
    """Write the chances to draw all of so many unseen cards before the stock is gone.

    By their number, three at most: of an assembly two are held.
    """
    turns, unknown = ahead.turns, ahead.unknown
    chances[0] = 1.0
    chances[1] = turns / unknown
    chances[2] = chances[1] * max(turns - 1, 0) / max(unknown - 1, 1)
    chances[3] = chances[2] * max(turns - 2, 0) / max(unknown - 2, 1)


def completion_worth(view: View, plan: Plan, ahead: Ahead, rank: int) -> float:
    """Return what completing a pile is worth: its points, and a free turn if any."""
    worth = float(zetema_worth(view, rank))
    if view.players == 2 and view.rules.two_player_extra == EXTRA_FULL_TURN:
        worth += draw_worth(view, plan, ahead)
    return worth


def draw_worth(view: View, plan: Plan, ahead: Ahead) -> float:
    """Return what one more card drawn is worth, in points."""
    if ahead.turns == 0:
        return 0.0
    return plan.draw * view.rules.flush_points / 300


# --- piles -------------------------------------------------------------------------


def pile_value(view: View, plan: Plan, ahead: Ahead, rank: int) -> float:
    """Return what a discard does on its pile: its points less what it offers others."""
    height = rank_count(view.tableau_ranks, rank)
    unseen = rank_count(ahead.of_rank, rank)
    if height < PILE_SIZE - 3 or (height < PILE_SIZE - 1 and unseen == 0):
        return 0.0
    worth = completion_worth(view, plan, ahead, rank)
    if height == PILE_SIZE - 1:
        return worth * max(plan.zetema, 100.0) / 100
    if height == PILE_SIZE - 2:
        return worth * offer(view, plan, ahead, rank) / 100
    return -plan.third * worth / 100 if unseen > 1 else 0.0


def offer(view: View, plan: Plan, ahead: Ahead, rank: int) -> float:
    """Return how a pile of four tells, in percent: what it offers opponents, negative.

    Who has the fifth card may lay it, in the order of turns; if it is in the stock,
    whoever draws it.
    """
    if plan.gift == 0:
        return 0.0
    shown = 0
    for seat in range(view.players):
        shown += known_of_rank(view, seat, rank) if seat != view.seat else 0
    hidden = 0.0 if shown else 1.0 / ahead.unknown  # the chance that a card is it
    nobody, offered = 1.0, 0.0
    drawn = view.stock / (ahead.unknown * view.players)
    for step in range(1, view.players):
        seat = view.seat + step
        seat -= view.players if seat >= view.players else 0
        held = hidden * hidden_cards(view, seat)
        if shown and known_of_rank(view, seat, rank):
            held = 1.0
        chance = nobody * min(1.0, held + drawn)
        nobody -= chance
        offered += 0.0 if is_on_my_side(view, seat) else chance
    return -plan.gift * offered


def hidden_cards(view: View, seat: int) -> int:
    """Return how many cards another seat holds that it has not shown."""
    shown = count_bits(int(view.shown_mask[seat]))
    return int(view.hand_sizes[seat]) - shown - count_bits(int(view.shown_twins[seat]))
