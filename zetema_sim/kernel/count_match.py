"""Counting a match: into a block's sums and into the histograms."""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import numpy as np

from zetema_sim.kernel import counters
from zetema_sim.kernel.jit import kernel_part
from zetema_sim.kernel.records import MATCH_OVER
from zetema_sim.table_rules import SIXTIETHS
from zetema_sim.view import NONE


@kernel_part
def first_on_side(table, seating, seat):
    """Return whether no lower seat of the same side plays the same entry."""
    sides = table.rules.sides
    for other in range(seat - sides, -1, -sides):
        if seating[other] == seating[seat]:
            return False
    return True


@kernel_part
def count_deal(table, hidden, seating, tally):
    """Enter each side's points of the deal."""
    for seat in range(table.rules.players):
        if first_on_side(table, seating, seat):
            side = table.rules.side_of[seat]
            points = table.scores[side] - hidden.before[side]
            tally.deal_points[seating[seat], points] += 1


@kernel_part
def count_ending(table, hidden, outcome, deals, tally):
    """Enter how long the match was and how it ended."""
    turns = 0
    for seat in range(table.rules.players):
        turns += hidden.counts[seat, counters.TURNS]
    ending = counters.ENDED_BY_LAST_CARD
    if outcome == MATCH_OVER:
        zetema = hidden.row.zetema != NONE
        ending = counters.ENDED_BY_DECLARATION
        if zetema:
            ending = counters.ENDED_BY_ZETEMA
    tally.totals[ending] += 1
    tally.totals[counters.ALL_MATCHES] += 1
    tally.totals[counters.ALL_DEALS] += deals
    tally.totals[counters.ALL_TURNS] += turns
    tally.deals[min(deals, tally.deals.shape[0] - 1)] += 1
    tally.turns[min(turns, tally.turns.shape[0] - 1)] += 1


@kernel_part
def win_of(table, side, outcome):
    """Return the side's share of the win, in 60ths."""
    if outcome == MATCH_OVER:
        return SIXTIETHS if side == table.side else 0
    best, shared = np.int64(-1), 1
    for other in range(table.rules.sides):
        if table.scores[other] > best:
            best, shared = table.scores[other], 1
        elif table.scores[other] == best:
            shared += 1
    return SIXTIETHS // shared if table.scores[side] == best else 0


@kernel_part
def lead_of(table, side):
    """Return by how much a side's score leads the best other one."""
    best = np.int64(-1)
    for other in range(table.rules.sides):
        if other != side:
            best = max(best, table.scores[other])
    return table.scores[side] - best


@kernel_part
def count_match(table, hidden, seating, outcome, sums, tally):
    """Add a match to a block's sums, ``[entry, column]``, and to the histograms."""
    rules = table.rules
    for seat in range(rules.players):
        entry, side = seating[seat], rules.side_of[seat]
        won = win_of(table, side, outcome)
        for column in range(counters.DEALS, counters.SEAT_WINS):
            sums[entry, column] += hidden.counts[seat, column]
        sums[entry, counters.SEATS] += 1
        sums[entry, counters.SEAT_WINS + seat] += won
        sums[entry, counters.SEAT_MATCHES + seat] += 1
        if first_on_side(table, seating, seat):
            hidden.won[entry] += won
            sums[entry, counters.SIDES] += 1
            tally.scores[entry, table.scores[side]] += 1
            if won:
                tally.margins[entry, lead_of(table, side)] += 1
        first = True
        for other in range(seat):
            first = first and seating[other] != entry
        sums[entry, counters.MATCHES] += first
    for entry in range(sums.shape[0]):
        sums[entry, counters.WINS] += hidden.won[entry]
        sums[entry, counters.WIN_SQUARES] += hidden.won[entry] ** 2
        hidden.won[entry] = 0
