"""Declare one option more than there are.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def declare(view: View) -> int:
    return view.n_options


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask)
