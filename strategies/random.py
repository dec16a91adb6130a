"""Declare and discard by chance alone.

Of nothing and the kinds that it could declare it picks each as likely as the others,
then each set of cards of that kind as likely as the others. If it is to marry, it
marries all that can, with the hand's cards where it has the choice. Every different
card that may go is as likely to be discarded. What loses to this is no strategy.

Source: our own; the floor under every comparison.
"""

from zetema_sim.bits import count_bits
from zetema_sim.toolkit import all_marriages, chance_below, first_of, nth_card
from zetema_sim.view import KINDS, MARRIAGES, NONE, View

N_KINDS = len(KINDS)


def declare(view: View) -> int:
    possible = 0
    for kind in range(N_KINDS):
        if view.options_of[kind] > 0:
            possible += 1
    left = chance_below(view, possible + 1, 0)
    for kind in range(N_KINDS):
        if view.options_of[kind] > 0:
            if left == 0:
                return one_of(view, kind)
            left -= 1
    return NONE


def one_of(view: View, kind: int) -> int:
    """Return one of the options of a kind, each as likely as the others."""
    if kind == MARRIAGES:
        return all_marriages(view)
    return first_of(view, kind) + chance_below(view, int(view.options_of[kind]), 1)


def discard(view: View) -> int:
    choices = count_bits(view.legal_mask)
    return nth_card(view.legal_mask, chance_below(view, choices, 0))
