"""Keep a counter in a list of the module.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View

ASKED = [0]


def discard(view: View) -> int:
    ASKED[0] += 1
    return lowest_bit(view.legal_mask)
