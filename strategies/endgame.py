"""Play like balanced, and the rest by exact search once nothing can be drawn.

With two players and an empty stock the other hand is what is unseen, so it tries every
order in which the last cards can be laid and takes the best against the best answer.
It looks at no more than `positions` positions a decision (in hundreds); beyond, and
at larger tables, where hands stay hidden, it lays the card of the best expectation.
With `plan` 0 it does so always.

Source: our own; rules.md section 8: with two players and an empty stock everything is
known, the rest can be solved.
"""

from _search import (
    ENDLESS,
    MOST_CARDS,
    idle_ranks,
    laid,
    their_ranks,
    value_of,
)

from zetema_sim.bits import LANE_BITS
from zetema_sim.cards import rank_of
from zetema_sim.planning import (
    Plan,
    Values,
    best_card,
    declare_by,
    discard_values,
    look_ahead,
    plan_with,
)
from zetema_sim.toolkit import points_to_target
from zetema_sim.view import NONE, View

SETTINGS = {"plan": (1, 0, 1), "positions": (100, 1, 10000)}


def plan_of(view: View) -> Plan:
    return plan_with()


def is_solvable(view: View) -> bool:
    """Return whether both hands are known and only zetemas are left to score."""
    if view.players != 2 or view.stock > 0 or view.rules.endgame_declarations:
        return False
    cards = view.hand_size + int(view.hand_sizes[1 - view.seat])
    return view.settings.plan == 1 and cards <= MOST_CARDS


def solved(view: View, values: Values) -> int:
    """Return the best card by search, of equals that of highest value, or `NONE`."""
    theirs = their_ranks(view)
    idle = idle_ranks(view, theirs)
    piles = view.tableau_ranks & ~(15 * idle)
    start = (view.hand_ranks, theirs, piles, 0, 0, 0)
    lacks = (points_to_target(view, view.side), points_to_target(view, 1 - view.side))
    left, budget = view.legal_mask, 100 * view.settings.positions
    best, most = NONE, -ENDLESS
    while left:
        card = best_card(values, left)
        left &= ~(LANE_BITS << rank_of(card))
        after = laid(view, start, 4 * rank_of(card), idle)
        value, looked = value_of(view, after, idle, lacks, most, budget)
        budget -= looked
        if budget <= 0:
            return NONE
        if value > most:
            best, most = card, value
    return best


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    ahead = look_ahead(view, plan_of(view))
    values = discard_values(view, plan_of(view), ahead, view.legal_mask)
    if is_solvable(view):
        card = solved(view, values)
        if card != NONE:
            return card
    return best_card(values, view.legal_mask)
