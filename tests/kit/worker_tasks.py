"""Tasks that end the process which does them, and strategies that do not answer."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from zetema_sim.faults import Replay
from zetema_sim.playing.decision_record import Seated, here, replayed_as

ENDLESS = '''"""Look for ever.

Source: a test.
"""

from zetema_sim.bits import lowest_bit


def discard(view):
    card = lowest_bit(view.legal_mask)
    while view.turn == 3:
        card = (card + 1) % 64
    return card
'''

# It answers after a second or so, so that no thread is left when a test has ended.
SLOW = '''"""Look for long, once.

Source: a test.
"""

from zetema_sim.bits import lowest_bit


def discard(view):
    card = view.hand_size
    if view.turn == 3:
        for step in range(300_000_000):
            card = card * card + step
    return -1 if card == 77 else lowest_bit(view.legal_mask)
'''

# A list that grows for ever; arrays that are kept for ever.
GREEDY_FOR_MEMORY = '''"""Take memory bit by bit.

Source: a test.
"""

import numpy as np

from zetema_sim.bits import lowest_bit


def discard(view):
    card = lowest_bit(view.legal_mask)
    if view.turn == 3:
        kept = [{bit}]
        while len(kept) > 0:
            kept.append({bit})
    return card
'''


def die_at(turns: Path) -> int:
    """Die at the decision of each turn listed in a file, one a call; then answer."""
    left = turns.read_text().split()
    if not left:
        return 42
    turns.write_text(" ".join(left[1:]))
    with replayed_as(Replay(("--players", "2"))):
        hidden = here().begin(Seated(("greedy", "mine.py:x=1"), (0, 1)))
    where = hidden["where"][0]
    where["match"], where["deal"], where["turn"], where["seat"] = 7, 1, int(left[0]), 1
    hidden["entries"][0, :2] = 0, 1
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def use_up_memory() -> int:
    """Take more memory than there is, outside of any strategy."""
    return len(bytearray(1 << 45))


def raise_what_cannot_travel() -> None:
    """Raise an error that cannot be pickled."""
    error = LookupError("told")
    error.cannot = lambda: 0  # type: ignore[attr-defined]
    raise error
