"""Look for a card that it does not find, for ever.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    card = lowest_bit(view.legal_mask)
    while view.turn > 6:
        card = (card + 1) % 64
    return card
