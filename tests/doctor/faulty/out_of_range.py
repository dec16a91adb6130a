"""Read the pile of a rank that there is not.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    card = lowest_bit(view.legal_mask)
    return card if view.piles[view.turn] >= 0 else 0
