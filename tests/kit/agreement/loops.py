"""Go through cards by loops within loops that are left early, or not.

Source: a test.
"""

from zetema_sim.toolkit import cards_in
from zetema_sim.view import View


def worth(view: View, card: int) -> int:
    total = 0
    for other in cards_in(view.hand_mask):
        if other == card:
            continue
        for third in cards_in(view.hand_mask & ~(1 << other)):
            if third > 2 * card + 7:
                break
            total += third % 7 - other % 5
        else:
            total += other
    for _ in cards_in(~view.hand_mask):
        total += 1
    return total
