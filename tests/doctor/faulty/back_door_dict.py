"""Read what the view does not show.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    return lowest_bit(view.__class__.__dict__["legal_mask"].__get__(view))
