"""What marriages promise: the pairs in reach and, in part, pairs that wait."""

from __future__ import annotations

from typing import NamedTuple

from zetema_sim.bits import LANE_BITS, SUIT_MASK, has_card, lowest_bit
from zetema_sim.cards import IMPERIAL, KING, QUEEN, SUITS
from zetema_sim.planning.ahead import Ahead
from zetema_sim.planning.plan_weights import Plan
from zetema_sim.planning.scratch import Values
from zetema_sim.table_rules import TABLEAU_NONE
from zetema_sim.view import View

APPEARS = 0.3  # the chance that others lay a partner in the tableau
COURT = LANE_BITS << QUEEN | LANE_BITS << KING  # kings and queens


class Hand(NamedTuple):
    """A hand after marriages: its words (`bits`), and how many cards left it."""

    mask: int
    twins: int
    ranks: int
    gone: int


def hand_after(view: View, option: int) -> Hand:
    """Return what is left of the hand after an option's marriages."""
    married, both = int(view.option_mask[option]), int(view.option_twins[option])
    ranks, gone = view.hand_ranks, 0
    for suit in range(SUITS):
        for rank in range(QUEEN, KING + 1):
            leaving = copies(married, both, suit, rank)
            ranks -= leaving << (4 * rank)
            gone += leaving
    one_stays = married & view.hand_twins & ~both & SUIT_MASK  # of twins
    mask = view.hand_mask & ~married | one_stays
    return Hand(mask, view.hand_twins & ~married, ranks, gone)


def copies(mask: int, twins: int, suit: int, rank: int) -> int:
    """Return how many copies of a card a set holds."""
    twin = has_card(twins, rank) if suit == IMPERIAL else 0
    return has_card(mask, 16 * suit + rank) + twin


def marriage_promise(
    view: View, plan: Plan, ahead: Ahead, mask: int, twins: int
) -> float:
    """Return the points of the pairs in reach, and of those that wait, together."""
    pairs = 0.0
    for suit in range(SUITS):
        if COURT & mask & SUIT_MASK << 16 * suit:
            pairs += pairs_of(view, ahead, mask, twins, suit)
    return plan.marriage * base_points(view, pairs) / 100


def pairs_of(view: View, ahead: Ahead, mask: int, twins: int, suit: int) -> float:
    """Return the pairs of a suit that a hand may be expected to make."""
    kings = copies(mask, twins, suit, KING)
    queens = copies(mask, twins, suit, QUEEN)
    if kings + queens == 0:
        return 0.0
    all_kings, all_queens = kings, queens
    if view.rules.tableau_cards != TABLEAU_NONE:
        all_kings += copies(view.tableau_mask, view.tableau_twins, suit, KING)
        all_queens += copies(view.tableau_mask, view.tableau_twins, suit, QUEEN)
    now = min(all_kings, all_queens, kings + queens)
    more = 0
    if kings > now:
        more = copies(ahead.cards, ahead.twins, suit, QUEEN)
    elif queens > now:
        more = copies(ahead.cards, ahead.twins, suit, KING)
    return now + min(more, 1) * min(APPEARS + ahead.share, 1.0)


def base_points(view: View, pairs: float) -> float:
    """Return the points of a number of marriages together, also between two numbers."""
    whole = min(int(pairs), 4)
    below = float(view.rules.marriage_base[whole - 1]) if whole > 0 else 0.0
    above = float(view.rules.marriage_base[whole])
    return below + (above - below) * (pairs - whole)


def take_lost_marriages(
    view: View, plan: Plan, ahead: Ahead, pairs: Values, cards: int, values: Values
) -> None:
    """Take off kings and queens what the marriages to come lose with each.

    Writes the pairs of each suit.
    """
    mask, twins, every = view.hand_mask, view.hand_twins, 0.0
    for suit in range(SUITS):
        pairs[suit] = 0.0
        if COURT & mask & SUIT_MASK << 16 * suit:
            pairs[suit] = pairs_of(view, ahead, mask, twins, suit)
            every += pairs[suit]
    points, worth = base_points(view, every), plan.marriage / 100 * (plan.later / 100)
    left = cards & COURT
    while left:
        card = lowest_bit(left)
        left &= left - 1
        bit, suit = 1 << card, card >> 4
        without = mask if twins & bit else mask ^ bit
        fewer = pairs_of(view, ahead, without, twins & ~bit, suit)
        after = base_points(view, every - pairs[suit] + fewer)
        values[card] -= worth * (points - after)


def lost_marriages(
    view: View, plan: Plan, ahead: Ahead, pairs: Values, mask: int, twins: int
) -> float:
    """Return what marriages to come lose where a smaller hand is left."""
    every = pairs[0] + pairs[1] + pairs[2] + pairs[3]
    points = plan.marriage * base_points(view, every) / 100
    return points - marriage_promise(view, plan, ahead, mask, twins)
