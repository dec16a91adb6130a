"""What may still come in a deal: the draws that are left and the cards unseen."""

from __future__ import annotations

from typing import NamedTuple

from zetema_sim.bits import LANE_BITS, SUIT_MASK, lowest_bit
from zetema_sim.cards import KING, PILE_SIZE, QUEEN, RANKS, SUITS
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.toolkit import (
    ALL_CARDS,
    gone_ranks,
    married_cards,
    married_twins,
    points_to_target,
    turns_left,
    unknown_cards,
)
from zetema_sim.view import View

PACE = 9  # points a turn, of a side that is doing well
ONES = 0x1111111111111  # a card of each rank, as a word of rank counts
LOW_ACE = 15  # its four bits


class Ahead(NamedTuple):
    """What may still come.

    Attributes
    ----------
    turns
        Turns of its own in which the seat may expect to draw.
    share
        What share of the unknown cards it then draws: 0 to 1.
    unknown
        Cards in the stock and unshown ones of other hands, 1 at least.
    cards, twins
        The unseen cards, as mask and twins.
    of_rank
        How many cards of each rank are unseen, as a word of rank counts; the ace stands
        at 13 once more.
    """

    turns: int
    share: float
    unknown: int
    cards: int
    twins: int
    of_rank: int


def look_ahead(view: View, plan: Plan) -> Ahead:
    """Return what may still come, as far as the plan looks."""
    turns = turns_ahead(view, plan)
    unknown = max(unknown_cards(view), 1)
    share = min(turns / unknown, 1.0)
    gone, married = gone_ranks(view), married_cards(view)
    hand, tableau = view.hand_mask, view.tableau_mask
    seen = hand | tableau | married | gone * LANE_BITS
    both = view.hand_twins | view.tableau_twins | married_twins(view) | gone
    both |= hand & tableau | hand & married | tableau & married  # one here, one there
    cards = ~seen & ALL_CARDS & ~SUIT_MASK | ~both & SUIT_MASK
    of_rank = unseen_of_ranks(view, gone)
    return Ahead(turns, share, unknown, cards, ~seen & SUIT_MASK, of_rank)


def turns_ahead(view: View, plan: Plan) -> int:
    """Return in how many turns of its own the seat may draw, as far as a plan looks."""
    return max(min(turns_left(view), turns_of_match(view), plan.horizon), 0)


def turns_of_match(view: View) -> int:
    """Return how many turns may be left until the leading side is at the target."""
    lacking = view.rules.target
    for side in range(view.sides):
        lacking = min(lacking, points_to_target(view, side))
    return 1 + lacking // PACE


def unseen_of_ranks(view: View, gone: int) -> int:
    """Return how many cards of each rank are unseen: all but those that lie open."""
    married = 0
    for suit in range(SUITS):
        married += int(view.married[suit])
    ranks = PILE_SIZE * ONES - view.hand_ranks - view.tableau_ranks
    ranks -= married << (4 * QUEEN) | married << (4 * KING)
    while gone:
        ranks -= PILE_SIZE << (4 * lowest_bit(gone))
        gone &= gone - 1
    return ranks | (ranks & LOW_ACE) << (4 * RANKS)
