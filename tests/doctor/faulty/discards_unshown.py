"""Discard the first card of the hand, shown or not.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    return lowest_bit(view.hand_mask)
