"""Write into its view.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    view.hand[0, 0] = 2
    return lowest_bit(view.legal_mask)
