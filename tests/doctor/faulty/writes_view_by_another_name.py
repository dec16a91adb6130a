"""Write into its view through a helper.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def changed(cards):
    held = cards * 1
    held = cards
    held[0] = 2
    return held[0]


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask) + 0 * changed(view.piles)
