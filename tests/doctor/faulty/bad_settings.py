"""Have a default that is out of range.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View

SETTINGS = {"boldness": (9, 0, 5)}


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask) + 0 * view.settings.boldness
