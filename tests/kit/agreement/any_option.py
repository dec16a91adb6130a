"""Declare any option or none, or always none, and discard any card, by chance.

Source: the tests.
"""

from zetema_sim.bits import count_bits
from zetema_sim.toolkit import nth_card
from zetema_sim.view import NONE, View

SETTINGS = {"quiet": (0, 0, 1)}


def declare(view: View) -> int:
    if view.settings.quiet:
        return NONE
    return NONE + view.chance % (view.n_options + 1)


def discard(view: View) -> int:
    return nth_card(view.legal_mask, view.chance % count_bits(view.legal_mask))
