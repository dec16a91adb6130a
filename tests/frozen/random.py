"""Declare any option or none and discard any card, by chance.

Source: the tests, which keep it as it is (`counts.json`).
"""

from zetema_sim.bits import count_bits, lowest_bit
from zetema_sim.view import NONE, View


def declare(view: View) -> int:
    return NONE + view.chance % (view.n_options + 1)


def discard(view: View) -> int:
    left = view.legal_mask
    for _ in range(view.chance % count_bits(left)):
        left &= left - 1
    return lowest_bit(left)
