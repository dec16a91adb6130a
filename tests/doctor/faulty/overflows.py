"""Multiply until 64 bits do not suffice.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    product = view.hand_mask * view.hand_mask * view.hand_mask
    left = view.legal_mask
    if product % 1_000_003 % 2:
        left &= left - 1
    return lowest_bit(left) if left else lowest_bit(view.legal_mask)
