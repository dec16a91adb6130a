"""Keep kings and queens, and marry only at least four pairs at once.

Source: the tests.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.cards import QUEEN
from zetema_sim.view import NONE, View


def declare(view: View) -> int:
    for option in range(view.n_listed):
        if view.option_pairs[option] >= 4 + view.chance % 2:
            return option
    return NONE


def discard(view: View) -> int:
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if card & 15 < QUEEN:
            return card
    return lowest_bit(view.legal_mask)
