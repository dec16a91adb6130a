"""Ask for more memory than there is.

Source: the tests of the doctor.
"""

import numpy as np

from zetema_sim.bits import lowest_bit
from zetema_sim.view import View


def discard(view: View) -> int:
    table = np.zeros(1 << 40 + view.turn, np.int64)
    return lowest_bit(view.legal_mask) + table[0]
