"""Read another hand from the frames of whoever asks.

Source: the tests of the doctor.
"""

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    frames = (card for card in range(64))
    engine = frames.gi_frame.f_back.f_back
    return lowest_bit(engine.f_locals["state"].hands[1][0] & view.legal_mask)
