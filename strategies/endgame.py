"""Play like balanced, and the rest by exact search once nothing can be drawn.

With two players and an empty stock the other hand is what is unseen, so it tries every
order in which the last cards can be laid and takes the best against the best answer.
It looks at no more than `positions` positions a decision (in hundreds); beyond, and
at larger tables, where hands stay hidden, it lays the card of the best expectation.
With `plan` 0 it does so always.

Source: our own; rules.md section 8: with two players and an empty stock everything is
known, the rest can be solved.
"""

from typing import Any

import numpy as np

from zetema_sim.bits import LANE_BITS, lowest_bit, rank_count
from zetema_sim.cards import PILE_SIZE, RANKS, rank_of
from zetema_sim.planning import (
    Plan,
    Values,
    best_card,
    declare_by,
    discard_values,
    look_ahead,
    plan_with,
)
from zetema_sim.table_rules import EXTRA_NONE
from zetema_sim.toolkit import points_to_target, unseen_of_rank, zetema_worth
from zetema_sim.view import NONE, View

SETTINGS = {"plan": (1, 0, 1), "positions": (100, 1, 10000)}

ONES = 0x1111111111111  # the lowest of the four bits of each rank

# A position, and what the search notes with it.
MINE, THEIRS, PILES, TURN, GAINED, LOST = range(6)
MOVES, BEST, ALPHA, BETA = range(6, 10)

WIN = 10_000  # points, of reaching the target first
ENDLESS = 1 << 40  # beyond any value
MOST_CARDS = 32


def plan_of(view: View) -> Plan:
    return plan_with()


def is_solvable(view: View) -> bool:
    """Return whether both hands are known and only zetemas are left to score."""
    if view.players != 2 or view.stock > 0 or view.rules.endgame_declarations:
        return False
    cards = view.hand_size + int(view.hand_sizes[1 - view.seat])
    return view.settings.plan == 1 and cards <= MOST_CARDS


def solved(view: View, values: Values) -> int:
    """Return the best card by search, of equals that of highest value, or `NONE`."""
    theirs = their_ranks(view)
    idle = idle_ranks(view, theirs)
    piles = view.tableau_ranks & ~(15 * idle)
    start = (view.hand_ranks, theirs, piles, 0, 0, 0)
    lacks = (points_to_target(view, view.side), points_to_target(view, 1 - view.side))
    left, budget = view.legal_mask, 100 * view.settings.positions
    best, most = NONE, -ENDLESS
    while left:
        card = best_card(values, left)
        left &= ~(LANE_BITS << rank_of(card))
        after = laid(view, start, 4 * rank_of(card), idle)
        value, looked = value_of(view, after, idle, lacks, most, budget)
        budget -= looked
        if budget <= 0:
            return NONE
        if value > most:
            best, most = card, value
    return best


def declare(view: View) -> int:
    return declare_by(view, plan_of(view))


def discard(view: View) -> int:
    ahead = look_ahead(view, plan_of(view))
    values = discard_values(view, plan_of(view), ahead, view.legal_mask)
    if is_solvable(view):
        card = solved(view, values)
        if card != NONE:
            return card
    return best_card(values, view.legal_mask)


# --- the search --------------------------------------------------------------------

# Only zetemas are left to score, so suits do not matter: a position is how many cards
# of each rank both hands and the piles have, as words of rank counts (`bits`), whose
# turn it is, and what both have scored since. Sets of ranks are words with the lowest
# of each rank's four bits set. The search (minimax, cut off by alpha and beta) gives up
# after a number of positions, never after a time.


def their_ranks(view: View) -> int:
    """Return the other seat's hand as a word of rank counts: all that is unseen."""
    ranks = 0
    for rank in range(RANKS):
        ranks |= unseen_of_rank(view, rank) << (4 * rank)
    return ranks


def idle_ranks(view: View, theirs: int) -> int:
    """Return the ranks that can score nothing any more, so that one is as another."""
    idle = 0
    for rank in range(RANKS):
        cards = rank_count(view.hand_ranks, rank) + rank_count(theirs, rank)
        cards += rank_count(view.tableau_ranks, rank)
        if cards < PILE_SIZE or zetema_worth(view, rank) == 0:
            idle |= 1 << (4 * rank)
    return idle


def ranks_held(ranks: int) -> int:
    """Return the ranks of which a word of rank counts has a card."""
    return (ranks | ranks >> 1 | ranks >> 2 | ranks >> 3) & ONES


def moves_in(position: Any, idle: int) -> int:
    """Return the ranks to try: each that may score, and one of the idle ones."""
    mine, theirs = position[MINE], position[THEIRS]
    ranks = ranks_held(theirs if position[TURN] else mine)
    return ranks & ~idle | (ranks & idle & -(ranks & idle))


def first_of_moves(moves: int, piles: int) -> int:
    """Return the place of the move to try first: what completes, gifts last."""
    fours, threes = piles >> 2 & ONES, piles & piles >> 1 & ONES
    if moves & fours:
        return lowest_bit(moves & fours)
    quiet = moves & ~threes
    return lowest_bit(quiet) if quiet else lowest_bit(moves)


def laid(view: View, position: Any, place: int, idle: int) -> Any:
    """Return the position after the seat in turn lays a card of a rank."""
    mine, theirs, piles, turn, gained, lost = position
    card, points = 1 << place, 0
    if turn:
        theirs -= card
    else:
        mine -= card
    again = False
    if not idle & card:
        piles += card
        if (piles >> place) & 15 == PILE_SIZE:
            piles -= PILE_SIZE * card
            points = zetema_worth(view, place // 4)
            again = view.rules.two_player_extra != EXTRA_NONE
    if turn:
        lost += points
    else:
        gained += points
    if not again:
        turn = 1 - turn
    if (theirs if turn else mine) == 0:
        turn = 1 - turn
    return mine, theirs, piles, turn, gained, lost


def final_value(view: View, position: Any, lacks: Any) -> int:
    """Return a position's value if the deal or match ends in it, else `ENDLESS`."""
    gained, lost = position[GAINED], position[LOST]
    if gained >= lacks[0]:
        return WIN + gained - lost
    if lost >= lacks[1]:
        return gained - lost - WIN
    return gained - lost if position[MINE] + position[THEIRS] == 0 else ENDLESS


def value_of(
    view: View, start: Any, idle: int, lacks: Any, alpha: int, most: int
) -> Any:
    """Return what a position is worth with best play, and the positions looked at.

    Parameters
    ----------
    view : View
        The table.
    start : tuple of int
        The position.
    idle : int
        The ranks that can score nothing.
    lacks : tuple of int
        What the own side and the other lack to the target, in points.
    alpha : int
        A value that is already sure: a worse one need not be exact.
    most : int
        Positions to look at; with more it gives up, and answers no value.
    """
    table = np.zeros((MOST_CARDS + 1, 10), np.int64)
    depth, looked = 0, 1
    value = final_value(view, start, lacks)
    if value != ENDLESS:
        return value, looked
    for column in range(6):
        table[0, column] = start[column]
    table[0, MOVES] = moves_in(start, idle)
    table[0, BEST] = ENDLESS if start[TURN] else -ENDLESS
    table[0, ALPHA], table[0, BETA] = alpha, ENDLESS
    while looked < most:
        row = table[depth]
        moves, turn = row[MOVES], row[TURN]
        if moves:
            position = (row[0], row[1], row[2], turn, row[4], row[5])
            place = first_of_moves(moves, row[PILES])
            row[MOVES] = moves ^ (1 << place)
            after = laid(view, position, place, idle)
            looked += 1
            value = final_value(view, after, lacks)
            if value == ENDLESS:
                depth += 1
                for column in range(6):
                    table[depth, column] = after[column]
                table[depth, MOVES] = moves_in(after, idle)
                table[depth, BEST] = ENDLESS if after[TURN] else -ENDLESS
                table[depth, ALPHA], table[depth, BETA] = row[ALPHA], row[BETA]
                continue
        else:
            value = row[BEST]
            depth -= 1
            if depth < 0:
                return value, looked
            row = table[depth]
            turn = row[TURN]
        if turn:
            row[BEST] = min(row[BEST], value)
            row[BETA] = min(row[BETA], value)
        else:
            row[BEST] = max(row[BEST], value)
            row[ALPHA] = max(row[ALPHA], value)
        if row[ALPHA] >= row[BETA]:
            row[MOVES] = 0
    return -ENDLESS, looked
