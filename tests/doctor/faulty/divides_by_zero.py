"""Divide by the cards in the stock.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask) + 0 * (100 // view.stock)
