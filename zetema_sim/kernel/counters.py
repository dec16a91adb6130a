"""What is counted: the sources of points, and the columns of a block's counts.

The kernel adds whole numbers into an array ``[block, entry, column]``; an entry is a
strategy of the run. Sums over blocks are exact in any order.
"""

from __future__ import annotations

from zetema_sim.cards import ACE, FIVE, JACK, QUEEN

RANK_GROUPS = ("KQ", "J", "A5", "other")
SOURCES = (
    "sequence",
    "flush_plain",
    "flush_imperial",
    "flush_sequence_plain",
    "flush_sequence_imperial",
    *(f"assembly_{group}" for group in RANK_GROUPS),
    *(f"marriages_{pairs}" for pairs in range(1, 6)),
    *(f"zetema_{group}" for group in RANK_GROUPS),
)
N_SOURCES = len(SOURCES)
FROM_SEQUENCE, FROM_FLUSH, FROM_FLUSH_SEQUENCE = 0, 1, 3
FROM_ASSEMBLY, FROM_MARRIAGES, FROM_ZETEMA = 5, 9, 14

# The columns of a block's counts. An entry's wins: see design.md section 2; the rest
# counts over the seats that play it.
WINS, WIN_SQUARES, MATCHES, SIDES = range(4)  # 60ths; their squares, by match
SEATS, DEALS, TURNS, POINTS = range(4, 8)
SOURCE_POINTS = 8
SOURCE_COUNTS = SOURCE_POINTS + N_SOURCES
SEAT_WINS = SOURCE_COUNTS + N_SOURCES  # the win, in 60ths, of the side it sits on
SEAT_MATCHES = SEAT_WINS + 6
FAULTS = SEAT_MATCHES + 6  # matches that the entry forfeited
N_COLUMNS = FAULTS + 1

# What a whole run counts besides.
ALL_MATCHES, ALL_DEALS, ALL_TURNS = range(3)
ENDED_BY_DECLARATION, ENDED_BY_ZETEMA, ENDED_BY_LAST_CARD = range(3, 6)
ENDED_BY_FORFEIT = 6
N_TOTALS = 7
ENDINGS = ("declaration", "zetema", "end_of_deal", "forfeit")
MAX_DEALS_SHOWN = 32  # deals a match, in a histogram whose last bin is "or more"


def rank_group(rank: int) -> int:
    """Return the group of a rank by worth: 0 K and Q, 1 J, 2 A and 5, 3 other."""
    if rank >= QUEEN:
        return 0
    if rank == JACK:
        return 1
    return 2 if rank in (ACE, FIVE) else 3
