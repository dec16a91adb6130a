"""What the kernel keeps beside the public record, and the words of its parts.

No strategy can reach any of it: the hands, the stock, the seed, and what is counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from zetema_sim.cards import DECK_SIZE, RANKS, SUITS
from zetema_sim.kernel import counters
from zetema_sim.kernel.jit import VIEW_RECORD
from zetema_sim.table_rules import MOST_SEATS
from zetema_sim.view import MAX_SETTINGS

# How a strategy is called; one a line-up's entry.
HAS_DECLARE, USES_CHANCE = 1, 2

# What a turn, deal or match came to.
GOES_ON, NO_TURN, MATCH_OVER, ZETEMA_MADE = range(4)
ILLEGAL_OPTION, ILLEGAL_CARD, ENDLESS = -1, -2, -3

# What is asked of `combinations.list_options`.
ONLY_MARRIAGES, BEST_ONLY = 1, 2

# What tells a decision from the others of its match.
DECISION = ("deal", "turn", "seat", "phase")

# What is being decided, and what was answered if that is no such option or card.
WHERE_DTYPE = np.dtype(
    [(name, np.int64) for name in ("block", "match", *DECISION, "answer")]
)

# A turn, as a row of the log; the deck says which cards were drawn.
ROW_DTYPE = np.dtype(
    [
        ("deal", np.int64),
        ("seat", np.int64),
        ("drawn_from", np.int64),  # place in the deck of the first card drawn
        ("drawn", np.int64),  # how many
        ("kind", np.int64),  # of the declaration, or NONE
        ("mask", np.int64),  # its cards, of the hand
        ("twins", np.int64),
        ("tableau_mask", np.int64),  # and of the tableau
        ("tableau_twins", np.int64),
        ("points", np.int64),
        ("discard", np.int64),  # or NONE
        ("zetema", np.int64),  # its rank, or NONE
        ("zetema_points", np.int64),
        ("refilled", np.int64),  # how many cards were drawn at the end of the turn
        ("scores", np.int64, MOST_SEATS),  # the sides', after the turn
    ]
)
ROW_RECORD = numba.from_dtype(ROW_DTYPE)

HIDDEN_DTYPE = np.dtype(
    [
        ("seed", np.int64),
        ("only_seating", np.int64),  # of a block, to replay one match; or NONE
        ("next", np.int64),  # place in the deck of the first card of the stock
        ("mask", np.int64, MOST_SEATS),
        ("twins", np.int64, MOST_SEATS),
        ("ranks", np.int64, MOST_SEATS),
        ("just_married", np.int64, MOST_SEATS),  # its last turn was a marriage turn
        ("cards", np.int8, (MOST_SEATS, RANKS, SUITS)),  # how many of each are held
        ("held", np.int8, (MOST_SEATS, RANKS, SUITS)),  # 1 for each that is held
        ("deck", np.int8, DECK_SIZE),
        ("before", np.int64, MOST_SEATS),  # the sides' scores when the deal began
        ("entries", np.int64, MOST_SEATS),  # of each seat
        ("flags", np.int64, MOST_SEATS),  # of each entry: how it is called
        ("discards", np.int64, MOST_SEATS),  # of each entry: `jit.address_of`
        ("declares", np.int64, MOST_SEATS),
        ("has_settings", np.int64),  # whether any entry has some
        ("settings", np.int64, (MOST_SEATS, MAX_SETTINGS)),  # of each entry
        ("where", WHERE_DTYPE),
        ("row", ROW_DTYPE),  # the turn being played
        ("n_logged", np.int64),
        ("turn_at", np.int64),  # `jit.address_of` the units that others call
        ("options_at", np.int64),
        ("resume_at", np.int64),
        ("counts", np.int64, (MOST_SEATS, counters.N_COLUMNS)),  # of this match
        ("won", np.int64, MOST_SEATS),  # by each entry in this match, in 60ths
    ],
    align=True,
)
HIDDEN_RECORD = numba.from_dtype(HIDDEN_DTYPE)

# The kernel is compiled in units that call each other by address: table, hidden, and a
# number. In one piece numba would compile each part again within each that calls it,
# which takes over three times as long.
UNIT = types.int64(VIEW_RECORD, HIDDEN_RECORD, types.int64)


class Tally(NamedTuple):
    """Histograms and totals of a stretch of blocks, all int64.

    Scores are in points, one bin a point.
    """

    scores: Any  # [entry, score of its side when the match ended]
    margins: Any  # [entry, lead of its side over the best other, in matches won]
    deal_points: Any  # [entry, points of its side in a deal]
    deals: Any  # [deals of a match], the last bin "or more"
    turns: Any  # [turns of a match], the last bin "or more"
    totals: Any  # counters.ALL_MATCHES …


class Played(NamedTuple):
    """What some blocks of a line-up came to.

    `sums` is int64 ``[block, entry, counters column]``, `log` has a `ROW_DTYPE` a turn.
    """

    sums: Any
    tally: Tally
    log: Any
