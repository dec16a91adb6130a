"""Keep a counter in the module.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View

asked = 0


def discard(view: View) -> int:
    global asked
    asked += 1
    return lowest_bit(view.legal_mask)
