from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask)
