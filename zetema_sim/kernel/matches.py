"""The game compiled: a deal, a match, blocks of matches.

The normative procedure of rules.md section 4 on bit words. One compilation serves all
line-ups and rule sets; it holds no lock of Python's while it plays. The public part of
the table is the very record that strategies see (`view`), kept up to date as cards
move; hands and stock stand in a record of their own that no strategy can reach.

A fault of a strategy ends the run: the kernel returns a code and leaves in ``where``
what was being decided, so that an exception can be told as exactly.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.cards import ACE, DECK_SIZE, JACK, TWO
from zetema_sim.kernel import combinations, counters
from zetema_sim.kernel.chance import fill_deck
from zetema_sim.kernel.count_match import count_deal, count_ending, count_match
from zetema_sim.kernel.jit import (
    VIEW_RECORD,
    address_of,
    call_unit,
    clear_array,
    engine_jit,
    inlined,
    kernel_part,
)
from zetema_sim.kernel.moves import draw_up_to
from zetema_sim.kernel.records import (
    ENDLESS,
    GOES_ON,
    HIDDEN_RECORD,
    MATCH_OVER,
    NO_TURN,
    ROW_RECORD,
    Tally,
)
from zetema_sim.kernel.turn import play_turn, twins_of
from zetema_sim.table_rules import (
    EXTRA_DISCARD_AFTER_STOCK,
    EXTRA_FULL_TURN,
    MOST_SEATS,
)
from zetema_sim.view import MAX_TURNS, NONE, VIEW_DTYPE


@inlined
def end_row(table, hidden, log):
    """Enter a finished turn in the deal's history, and in the log if one is kept."""
    row, turn = hidden.row, table.turn
    table.past_seat[turn] = row.seat
    table.past_kind[turn] = row.kind
    table.past_points[turn] = row.points
    table.past_mask[turn] = row.mask | row.tableau_mask
    table.past_twins[turn] = twins_of(row)
    table.past_discard[turn] = row.discard
    table.turn = turn + 1
    if row.kind != NONE:
        table.declared_points = table.declared_mask = table.declared_twins = 0
    if log.shape[0]:
        for side in range(MOST_SEATS):
            row.scores[side] = table.scores[side]
        if hidden.n_logged < log.shape[0]:
            log[hidden.n_logged] = row
        hidden.n_logged += 1


@inlined
def earns_extra_turn(table, hidden, seat, stock):
    """Return whether a zetema earns two players' extra turn, and set its kind (step 8).

    `stock` is the number of cards in it when the turn began.
    """
    if table.rules.players != 2:
        return False
    extra = table.rules.two_player_extra
    if extra == EXTRA_FULL_TURN:
        table.discard_only = 0
        return True
    table.discard_only = 1
    was_empty = stock == hidden.row.drawn  # when the discard was made
    after_stock = extra == EXTRA_DISCARD_AFTER_STOCK
    return after_stock and was_empty and table.hand_sizes[seat] > 0


@inlined
def take_turns(table, hidden, seat, result, log):
    """Play a seat's turn, or its extra one, and the extra ones that follow it.

    `result` is what it comes to if there is no turn.
    """
    while table.turn < MAX_TURNS:
        stock = table.stock
        outcome = call_unit(hidden.turn_at, table, hidden, seat)
        if outcome < 0:
            return outcome
        if outcome == NO_TURN:
            return result
        end_row(table, hidden, log)
        if outcome == MATCH_OVER or outcome == GOES_ON:
            return outcome
        if not earns_extra_turn(table, hidden, seat, stock):
            return GOES_ON
        result = GOES_ON
    return ENDLESS


@kernel_part
def start_deal(table, hidden, deal):
    """Clear the table and deal the hands from ``hidden.deck``."""
    players = table.rules.players
    table.deal = deal
    table.turn = 0
    table.starter = deal % players
    table.tableau_mask = table.tableau_twins = table.tableau_ranks = 0
    hidden.next = 0
    combinations.clear_options(table)
    clear_array(table.tableau)
    clear_array(table.piles)
    clear_array(table.completed)
    clear_array(table.assembled)
    clear_array(table.married)
    clear_array(table.past_seat)
    clear_array(table.past_kind)
    clear_array(table.past_points)
    clear_array(table.past_mask)
    clear_array(table.past_twins)
    clear_array(table.past_discard)
    clear_array(hidden.cards)
    clear_array(hidden.held)
    for seat in range(players):
        table.shown_mask[seat] = table.shown_twins[seat] = 0
        table.hand_sizes[seat] = 0
        hidden.mask[seat] = hidden.twins[seat] = hidden.ranks[seat] = 0
        table.fresh[seat] = table.rules.draw_at_end
        hidden.just_married[seat] = 0
        hidden.before[seat] = table.scores[seat]
        hidden.counts[seat, counters.DEALS] += 1
        draw_up_to(table, hidden, seat, table.rules.deal_size)


@kernel_part
def play_deal(table, hidden, seating, log):
    """Play a deal to its last card, or until the match is over."""
    for seat in range(table.rules.players):
        hidden.entries[seat] = seating[seat]
    return play_from(table, hidden, table.starter, log)


@inlined
def play_from(table, hidden, seat, log):
    """Play a deal on from a seat's turn."""
    players, idle = table.rules.players, 0
    while idle < players or table.stock > 0:
        if idle > players:
            return ENDLESS
        table.discard_only = 0
        outcome = take_turns(table, hidden, seat, NO_TURN, log)
        if outcome < 0 or outcome == MATCH_OVER:
            return outcome
        idle = idle + 1 if outcome == NO_TURN else 0
        seat = seat + 1 if seat + 1 < players else 0
    return GOES_ON


@kernel_part
def deals_possible(rules):
    """Return a bound on a match's deals that legal play cannot reach (section 6)."""
    if rules.single_deal:
        return 1
    least = rules.zetema[JACK] + 2 * rules.zetema[ACE] + 8 * rules.zetema[TWO]
    return rules.sides * (rules.target - 1) // least + 1


@kernel_part
def start_match(table, hidden):
    """Clear scores and counts."""
    for seat in range(MOST_SEATS):
        table.scores[seat] = 0
    clear_array(hidden.counts)


@kernel_part
def play_match(table, hidden, block, seating, decks, tally, log):
    """Play a match and count it; return what it came to.

    `decks`, if it has rows, gives the decks of the deals in turn; else they are the
    shuffles of (seed, block).
    """
    start_match(table, hidden)
    for deal in range(deals_possible(table.rules)):
        hidden.where.deal = deal
        if decks.shape[0]:
            for place in range(DECK_SIZE):
                hidden.deck[place] = decks[deal % decks.shape[0], place]
        else:
            fill_deck(hidden.deck, hidden.seed, block, deal)
        start_deal(table, hidden, deal)
        outcome = play_deal(table, hidden, seating, log)
        if outcome < 0:
            return outcome
        count_deal(table, hidden, seating, tally)
        if outcome == MATCH_OVER or table.rules.single_deal:
            count_ending(table, hidden, outcome, deal + 1, tally)
            return outcome
    return ENDLESS


_words_1 = types.int64[::1]
_words_2 = types.int64[:, ::1]
_tally = types.NamedTuple(
    [_words_2, _words_2, _words_2, _words_1, _words_1, _words_1], Tally
)


@engine_jit(
    types.int64(
        types.Array(VIEW_RECORD, 1, "C"),
        types.Array(HIDDEN_RECORD, 1, "C"),
        _words_2,  # seatings: [seating, seat] -> entry
        _words_2,  # orders: [order] -> first seating, number of seatings
        types.int64,  # first block
        types.int64[:, :, ::1],  # sums: [block, entry, column]
        _tally,
        types.int8[:, ::1],  # decks: [deal, place], none for shuffles
        types.Array(ROW_RECORD, 1, "C"),  # log: a row a turn, none for no log
    )
)
def play_blocks(tables, hiddens, seatings, orders, first, sums, tally, decks, log):
    """Play the matches of some blocks and count them; return `GOES_ON` or a fault.

    The strategies' addresses, flags and settings stand in ``hidden``, and a fault's
    place is left in its ``where``.
    """
    table, hidden = tables[0], hiddens[0]
    for place in range(sums.shape[0]):
        block = first + place
        cycle, order = block // orders.shape[0], block % orders.shape[0]
        hidden.where.block = block
        for step in range(orders[order, 1]):
            if hidden.only_seating != NONE and hidden.only_seating != step:
                continue
            seating = seatings[orders[order, 0] + step]
            match = cycle * seatings.shape[0] + orders[order, 0] + step
            hidden.where.match = match
            outcome = play_match(table, hidden, block, seating, decks, tally, log)
            if outcome < 0:
                return outcome
            count_match(table, hidden, seating, outcome, sums[place], tally)
    return GOES_ON


def new_table(rules: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an empty public record for the rules in `rules` (`view.rules_record`)."""
    table = np.zeros(1, VIEW_DTYPE)
    table["rules"] = rules
    table["players"], table["sides"] = rules["players"], rules["sides"]
    return table


def fill_hidden(hidden: npt.NDArray[Any], seed: int, only_seating: int) -> None:
    """Make the kernel's own record, empty so far, ready; no strategies are in it."""
    hidden["seed"], hidden["only_seating"] = seed, only_seating
    hidden["turn_at"] = address_of(play_turn)
    hidden["options_at"] = address_of(combinations.list_options)
