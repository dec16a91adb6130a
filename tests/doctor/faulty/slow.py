"""Think for long.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    total = view.turn
    for step in range(3_000_000):
        total = (total * 31 + step) % 1_000_003
    return lowest_bit(view.legal_mask) + total // 1_000_003
