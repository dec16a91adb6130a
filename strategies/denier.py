"""Deny: offer no fourth card, and spoil what the next seat collects.

A fourth card goes only when nothing else can, a third one unwillingly. Of a rank that
the next seat has shown or may be collecting for an assembly it lays one in the
tableau, which ends that assembly for good; a king or queen whose match the next seat
is known to hold, or that lies waiting in the tableau, it keeps back. What it gives up
of its own plans for that is `spite`, in percent; 0 plays without it.

Source: EN (rules.md section 8): watch the tableau and the opponents' discards for what
they collect. The denial is our own.
"""

from zetema_sim.cards import rank_of
from zetema_sim.planning import (
    Plan,
    best_card,
    declare_by,
    discard_values,
    look_ahead,
    plan_with,
)
from zetema_sim.toolkit import (
    cards_in,
    is_on_my_side,
    known_in_hand,
    known_of_rank,
    next_seat,
    partner_of,
    pile_height,
    unseen_copies,
)
from zetema_sim.view import NONE, View

SETTINGS = {"spite": (100, 0, 500)}

SPOILT = 4.0  # points, of ending an assembly of which the next seat showed two cards
MATCH = 10.0  # points, of a marriage that a discard would offer


def plan_of(view: View) -> Plan:
    spite = view.settings.spite
    return plan_with(gift=100 + 9 * spite, third=5 + 13 * spite // 20)


def spoils(view: View, card: int) -> float:
    """Return what a discard takes from the next seat, less what it gives it."""
    rank, seat = rank_of(card), next_seat(view)
    if is_on_my_side(view, seat):
        return 0.0
    points = 0.0
    if pile_height(view, rank) == 0 and known_of_rank(view, seat, rank) > 1:
        points += SPOILT
    match = partner_of(card)
    if match != NONE:
        if known_in_hand(view, seat, match):
            points -= MATCH
        elif unseen_copies(view, match):
            points -= MATCH * int(view.hand_sizes[seat]) / (view.stock + 30)
    return points


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    ahead = look_ahead(view, plan_of(view))
    values = discard_values(view, plan_of(view), ahead, view.legal_mask)
    for card in cards_in(view.legal_mask):
        values[card] += spoils(view, card) * view.settings.spite / 100
    return best_card(values, view.legal_mask)
