"""Play for the side: feed a partner who can complete, lay what a partner can marry.

A partner's points are the side's. Where the partner is known to hold the fifth card of
a pile it lays the fourth. A king or queen whose match the partner has shown goes to
the tableau, where the partner can marry it. And since two or three seats bring a side
to its target sooner, it plans less far and takes more at once. Alone it plays as
`balanced`; with `plan` 0 it does so at any table. `feed` says how much a partner's
zetema counts, in percent.

Source: our own; rules.md has partnerships from EN and PB.
"""

from zetema_sim.cards import PILE_SIZE, rank_of
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
    partner_of,
    pile_height,
    points_to_target,
    zetema_worth,
)
from zetema_sim.view import NONE, View

SETTINGS = {"plan": (1, 0, 1), "feed": (100, 0, 300)}

MATCH = 10.0  # points, of laying a card that a partner can marry
PACE = 14  # points that a side makes from one turn of a seat to its next


def has_plan(view: View) -> bool:
    """Return whether there is a partner to play with."""
    return view.players > view.sides and view.settings.plan == 1


def plan_of(view: View) -> Plan:
    if not has_plan(view):
        return plan_with()
    lacking = view.rules.target
    for side in range(view.sides):
        lacking = min(lacking, points_to_target(view, side))
    horizon = 1 + lacking // PACE
    return plan_with(flush_0=65, marriage=65, zetema=3, horizon=horizon)


def gift_to_partners(view: View, card: int) -> float:
    """Return the points that a discard is sure to offer to partners."""
    rank, match, points = rank_of(card), partner_of(card), 0.0
    for seat in range(view.players):
        if seat == view.seat or not is_on_my_side(view, seat):
            continue
        if pile_height(view, rank) == PILE_SIZE - 2 and known_of_rank(view, seat, rank):
            points += zetema_worth(view, rank) * view.settings.feed / 100
        if match != NONE and known_in_hand(view, seat, match):
            points += MATCH
    return points


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    ahead = look_ahead(view, plan_of(view))
    values = discard_values(view, plan_of(view), ahead, view.legal_mask)
    if has_plan(view):
        for card in cards_in(view.legal_mask):
            values[card] += gift_to_partners(view, card)
    return best_card(values, view.legal_mask)
