"""Play for the side: feed a partner who can complete, spare what a partner needs.

It counts a partner's points as its own. A fourth card is laid when the partner holds
the fifth, or is likelier to than the opponents who come before; and it is held back
from them all the more. A king or queen that a partner has shown a match for goes to
the tableau, where the partner can marry it, and is not married away from there. Alone
it plays as `balanced`; with `plan` 0 it does so at any table.

Source: our own; rules.md has partnerships from EN and PB.
"""

from typing import Any

from _promise import look_ahead, plans
from _weighing import best_card, declare_by, discard_values

from zetema_sim.bits import lowest_bit
from zetema_sim.toolkit import is_on_my_side, known_in_hand, partner_of
from zetema_sim.view import NONE, View

SETTINGS = {"plan": (1, 0, 1), "feed": (100, 0, 300)}

MATCH = 6.0  # points, of laying a card that a partner can marry


def weights(view: View) -> Any:
    feed = view.settings.feed if view.settings.plan else 0
    return plans(feed=feed)


def partners_match(view: View, card: int) -> int:
    """Return how many partners are known to hold the match of a king or queen."""
    match, known = partner_of(card), 0
    if match == NONE:
        return 0
    for seat in range(view.players):
        if seat != view.seat and is_on_my_side(view, seat):
            known += min(known_in_hand(view, seat, match), 1)
    return known


def declare(view: View) -> int:
    return declare_by(view, weights(view))


def discard(view: View) -> int:
    ahead = look_ahead(view, weights(view))
    values = discard_values(view, weights(view), ahead, view.legal_mask)
    left = view.legal_mask
    while left and view.settings.plan:
        card = lowest_bit(left)
        left &= left - 1
        values[card] += MATCH * partners_match(view, card)
    return best_card(values, view.legal_mask)
