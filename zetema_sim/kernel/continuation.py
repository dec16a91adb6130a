"""A deal played on from a decision whose answer is given.

What everybody knows stands in the public record as the deciding seat sees it. What is
hidden, hands and the order of the stock, comes as a *world*: the hands seat by seat, as
many cards as `hand_sizes` says, and in the last places the stock, first drawn first.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.cards import DECK_SIZE
from zetema_sim.kernel import combinations
from zetema_sim.kernel.jit import (
    VIEW_RECORD,
    address_of,
    call_unit,
    clear_array,
    engine_jit,
    inlined,
    kernel_part,
)
from zetema_sim.kernel.matches import (
    earns_extra_turn,
    end_row,
    fill_hidden,
    play_from,
    take_turns,
)
from zetema_sim.kernel.moves import take_card
from zetema_sim.kernel.records import (
    GOES_ON,
    HIDDEN_RECORD,
    ILLEGAL_CARD,
    ILLEGAL_OPTION,
    MATCH_OVER,
    ROW_RECORD,
    UNIT,
    ZETEMA_MADE,
)
from zetema_sim.kernel.turn import (
    declare,
    describe,
    finish_turn,
    lay_down,
    refill,
    refill_married,
    start_row,
)
from zetema_sim.view import MARRIAGES, NONE


@inlined
def is_discard(table):
    """Return whether the decision that is due is a discard, not a declaration."""
    return table.legal_mask != 0


@kernel_part
def note_marriage_turns(table, hidden):
    """Note whose last turn was a marriage turn, from the turns so far."""
    clear_array(hidden.just_married)
    for turn in range(table.turn):
        seat = table.past_seat[turn]
        hidden.just_married[seat] = table.past_kind[turn] == MARRIAGES
    hidden.just_married[table.seat] = 0


@kernel_part
def place_cards(table, hidden, world):
    """Put the cards of a world into the hands and the stock."""
    clear_array(hidden.mask)
    clear_array(hidden.twins)
    clear_array(hidden.ranks)
    clear_array(hidden.cards)
    clear_array(hidden.held)
    place = 0
    for seat in range(table.rules.players):
        for _ in range(table.hand_sizes[seat]):
            take_card(hidden, seat, np.int64(world[place]))
            place += 1
    for place in range(DECK_SIZE):
        hidden.deck[place] = world[place]
    hidden.next = DECK_SIZE - table.stock


@inlined
def restart_row(table, hidden):
    """Begin the row of the turn, with what was declared in it already."""
    start_row(table, hidden, table.seat)
    if is_discard(table) and table.declared != NONE:
        row = hidden.row
        row.kind, row.points = table.declared, table.declared_points
        row.mask, row.twins = table.declared_mask, table.declared_twins


@inlined
def answer_declaration(table, hidden, option, seat):
    """Declare an option, or none, and finish the turn; return what it came to."""
    if option < NONE or option >= table.n_options:
        return ILLEGAL_OPTION
    pairs = describe(table, hidden.row, option) if option >= 0 else 0
    combinations.clear_options(table)
    if option >= 0 and declare(table, hidden, pairs, seat):
        return MATCH_OVER
    return finish_turn(table, hidden, hidden.entries[seat], seat)


@inlined
def answer_discard(table, hidden, card, seat):
    """Discard a card and finish the turn; return what it came to."""
    if card < 0 or card > 63 or not table.legal_mask >> card & 1:
        return ILLEGAL_CARD
    outcome = lay_down(table, hidden, card, seat)
    if table.declared == MARRIAGES:
        return refill_married(table, hidden, seat, outcome)
    return refill(table, hidden, seat, outcome)


@engine_jit(UNIT)
def resume_turn(table, hidden, answer):
    """Play the rest of a turn from its decision; return what it came to."""
    seat = table.seat
    if is_discard(table):
        return answer_discard(table, hidden, answer, seat)
    return answer_declaration(table, hidden, answer, seat)


@kernel_part
def play_on(table, hidden, answer, log):
    """Play a deal on from its decision to its end; return what it came to.

    The hidden record is ready (`place_cards`, `note_marriage_turns`), and so are its
    `entries` and how they are called.
    """
    seat, stock = table.seat, table.stock
    restart_row(table, hidden)
    outcome = call_unit(hidden.resume_at, table, hidden, answer)
    if outcome < 0:
        return outcome
    end_row(table, hidden, log)
    if outcome == ZETEMA_MADE and earns_extra_turn(table, hidden, seat, stock):
        outcome = take_turns(table, hidden, seat, GOES_ON, log)
    if outcome < 0 or outcome == MATCH_OVER:
        return outcome
    seat = seat + 1 if seat + 1 < table.rules.players else 0
    return play_from(table, hidden, seat, log)


@engine_jit(
    types.int64(
        types.Array(VIEW_RECORD, 1, "C"),
        types.Array(HIDDEN_RECORD, 1, "C"),
        types.int8[::1],  # the world
        types.int64,  # the answer
        types.Array(ROW_RECORD, 1, "C"),  # log: a row a turn, none for no log
    )
)
def continue_deal(tables, hiddens, world, answer, log):
    """Play a deal on in a world, the decision answered; return what it came to.

    The answer is an option's number, `NONE` or a card. The log's first row has of the
    turn only what follows the decision.
    """
    table, hidden = tables[0], hiddens[0]
    late = is_discard(table) and table.declared != NONE
    place_cards(table, hidden, world)
    note_marriage_turns(table, hidden)
    outcome = play_on(table, hidden, answer, log)
    if late and hidden.n_logged and log.shape[0]:
        row = log[0]
        row.kind, row.points = NONE, 0
        row.mask = row.twins = 0
    return outcome


def prepare_hidden(hidden: npt.NDArray[Any]) -> None:
    """Make the kernel's own record ready to play on; no strategies are in it."""
    fill_hidden(hidden, 0, NONE)
    hidden["resume_at"] = address_of(resume_turn)
