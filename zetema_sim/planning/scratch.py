"""Room for numbers while a hand is weighed.

Compiled, it stands on the stack (`compiled`): an array of numpy's costs an allocation
and the counting of its references, some 70 ns. So it must not be returned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zetema_sim.view import LISTED, NOTES, View

Values = npt.NDArray[np.float64]
ROOM = LISTED  # numbers: enough for each card or each option that is listed


def room() -> Values:
    """Return room for `ROOM` numbers, of any value."""
    return np.empty(ROOM)


def notes(view: View) -> Values:
    """Return what was noted in this turn (`planning.notes`).

    Compiled, it stands in the view's record; plain code finds it empty.
    """
    return np.zeros(NOTES)


class Parts(NamedTuple):
    """What is worked out of a hand once, for all that may be discarded or married.

    Attributes
    ----------
    steps
        By place: what the promise of a run is multiplied by that lacks the rank there.
    runs, nears
        By place: the points of all sequences to come that start below it, and of those
        among them that may lack one card more.
    hopes
        By suit: the weighted flushes to come.
    pairs
        By suit: the pairs that may be expected.
    """

    steps: Values
    runs: Values
    nears: Values
    hopes: Values
    pairs: Values
