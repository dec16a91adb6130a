"""Declare what is worth most, by default, and feed the fullest pile. Uses no chance.

Source: the tests.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    best, highest = -1, -1
    left = view.legal_mask
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if view.piles[card & 15] > highest:
            best, highest = card, view.piles[card & 15]
    return best
