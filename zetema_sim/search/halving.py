"""Choosing an answer by search: sequential halving over worlds.

All answers are played on in the same worlds. After an eighth, a quarter and a half of
them the worse half of the answers is dropped (sequential halving: Karnin, Koren and
Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). The policy's
own answer stays to the end, and another is chosen only if it is a standard error ahead
of it, paired by world: what is a little ahead by chance alone is worse on average.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from zetema_sim.cards import DECK_SIZE
from zetema_sim.kernel.jit import (
    VIEW_RECORD,
    VIEW_TYPE,
    copy_array,
    decide,
    engine_jit,
    kernel_part,
)
from zetema_sim.kernel.records import (
    HAS_DECLARE,
    HIDDEN_DTYPE,
    HIDDEN_RECORD,
    ROW_RECORD,
)
from zetema_sim.search.bank import Bank
from zetema_sim.search.evaluate import play_out
from zetema_sim.search.worlds import deal_world, worlds_there_are
from zetema_sim.table_rules import MOST_SEATS
from zetema_sim.view import LISTED, MAX_SETTINGS, NONE, VIEW_DTYPE

MORE_LATE = 4  # times as many worlds more where nothing is left to draw
CUTS = 3  # after 1/8, 1/4 and 1/2 of the worlds
FAULT = -1000  # no answer: the policy failed, or the cards did not fit

# The words behind the settings by which a search finds what it needs.
WORLDS, TEMPLATE, FIRSTS, SEATS, POINTS, DEALS, EVENTS = range(7)


@intrinsic  # type: ignore[untyped-decorator]
def _copy_record(typing_context: Any, target: Any, source: Any) -> Any:
    """Copy a record of `VIEW_DTYPE` from where a view points."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, VIEW_RECORD.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic  # type: ignore[untyped-decorator]
def _words_at(typing_context: Any, address: Any) -> Any:
    """Return a pointer to int64 at an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _copy_hidden(typing_context: Any, target: Any, address: Any) -> Any:
    """Copy the kernel's own record from an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, HIDDEN_RECORD.size)
        pointer = builder.inttoptr(args[1], ir.IntType(8).as_pointer())
        cgutils.raw_memcpy(
            builder, builder.bitcast(args[0], pointer.type), pointer, size, 1
        )
        return context.get_dummy_value()

    return types.void(target, types.int64), generate


@kernel_part
def own_answer(table, hidden):
    """Return what the policy would answer."""
    if table.legal_mask:
        return decide(hidden.discards[0], table)
    if hidden.flags[0] & HAS_DECLARE:
        return decide(hidden.declares[0], table)
    return table.best_option


@kernel_part
def list_answers(table, answers):
    """Write all answers that are allowed; return how many."""
    count = 0
    if table.legal_mask:
        for card in range(64):
            if table.legal_mask >> card & 1:
                answers[count] = card
                count += 1
        return count
    answers[0] = NONE
    for option in range(table.n_listed):
        answers[1 + option] = option
    return 1 + table.n_listed


@kernel_part
def worlds_for(table, worlds):
    """Return in how many worlds a decision is judged: in more where less is to come."""
    if worlds_there_are(table) == 1:
        return min(worlds, 1)
    rules = table.rules
    whole = max(DECK_SIZE - rules.players * rules.deal_size, 1)
    return worlds + MORE_LATE * worlds * (whole - min(table.stock, whole)) // whole


@kernel_part
def drop_worse(sums, alive, own):
    """Drop the worse half of the answers that are left beside the policy's own."""
    left = -1
    for place in range(len(alive)):
        left += alive[place]
    for _ in range(left // 2):
        worst = -1
        for place in range(len(alive)):
            if alive[place] and place != own:
                if worst < 0 or sums[place] < sums[worst]:
                    worst = place
        if worst >= 0:
            alive[worst] = 0


@kernel_part
def is_ahead(total, squares, worlds):
    """Return whether a sum of differences is a standard error above zero."""
    mean = total / worlds
    if mean <= 0.0 or worlds == 1:
        return mean > 0.0
    variance = (squares - worlds * mean * mean) / (worlds - 1)
    return mean * mean >= variance / worlds


@kernel_part
def play_world(tables, hiddens, views, world, bank, number, log, answers, alive, found):
    """Play the answers that are left on in a world; return whether all could be.

    The chances of the deciding side are written into `found`, an answer a place.
    """
    table = views[0]
    outcomes = np.zeros((2, MOST_SEATS))
    for place in range(len(alive)):
        if not alive[place]:
            continue
        outcomes[:] = 0.0
        outcome = play_out(
            *(tables, hiddens, views, world, answers[place], bank),
            *(table.chance, number, log, outcomes),
        )
        if outcome < 0:
            return False
        found[place] = outcomes[0, table.side]
    return True


@kernel_part
def add_world(found, alive, own, sums, ahead, squares):
    """Add what a world came to, and by how much each is ahead of the policy's own."""
    for place in range(len(alive)):
        if alive[place]:
            lead = found[place] - found[own]
            sums[place] += found[place]
            ahead[place] += lead
            squares[place] += lead * lead


@kernel_part
def best_of(sums, ahead, squares, alive, own, worlds):
    """Return the place of the answer to be given."""
    best = own
    for place in range(len(alive)):
        if alive[place] and sums[place] > sums[best]:
            best = place
    return best if is_ahead(ahead[best], squares[best], worlds) else own


@kernel_part
def place_of(answers, count, answer):
    """Return the place of an answer, or -1: of an option that is not listed."""
    for place in range(count):
        if answers[place] == answer:
            return place
    return -1


@kernel_part
def choose(tables, hiddens, views, bank, worlds, log):
    """Return the answer that search gives to the decision that is due, or `FAULT`."""
    table, hidden = views[0], hiddens[0]
    copy_array(table.settings, hidden.settings[0])
    hidden.seed = table.chance
    own_one = own_answer(table, hidden)
    answers = np.empty(1 + LISTED, np.int64)
    count, worlds = list_answers(table, answers), worlds_for(table, worlds)
    own = place_of(answers, count, own_one)
    if own < 0 or count == 1 or worlds == 0:
        return own_one
    cards, world = np.zeros(DECK_SIZE, np.int8), np.zeros(DECK_SIZE, np.int8)
    alive, found = np.ones(count, np.int8), np.zeros(count)
    sums, ahead, squares = np.zeros(count), np.zeros(count), np.zeros(count)
    for number in range(worlds):
        for cut in range(1, CUTS + 1):
            if number > 0 and number == worlds >> cut:
                drop_worse(sums, alive, own)
        if not deal_world(table, cards, world, table.chance, number):
            return FAULT
        if not play_world(
            *(tables, hiddens, views, world, bank, number, log, answers, alive, found)
        ):
            return FAULT
        add_world(found, alive, own, sums, ahead, squares)
    return answers[best_of(sums, ahead, squares, alive, own, worlds)]


@kernel_part
def bank_at(words):
    """Return the bank that the words of a search say where it is."""
    deals, events = words[DEALS], words[EVENTS]
    return Bank(
        numba.carray(_words_at(words[FIRSTS]), (deals + 1,), np.int64),
        numba.carray(_words_at(words[SEATS]), (events,), np.int64),
        numba.carray(_words_at(words[POINTS]), (events,), np.int64),
    )


@kernel_part
def search(views, words):
    """Return the answer to the decision of a view's copy, which is changed."""
    tables, hiddens = np.empty(1, VIEW_DTYPE), np.empty(1, HIDDEN_DTYPE)
    _copy_hidden(hiddens[0], words[TEMPLATE])
    log = np.empty(0, ROW_RECORD)
    return choose(tables, hiddens, views, bank_at(words), words[WORLDS], log)


@engine_jit(types.int64(VIEW_TYPE))
def decide_by_search(view):
    """Decide as a strategy in compiled play: `discard` and `declare` in one."""
    views, words = np.empty(1, VIEW_DTYPE), np.empty(MAX_SETTINGS, np.int64)
    for place in range(MAX_SETTINGS):
        words[place] = view.settings[place]
    _copy_record(views[0], view)
    return search(views, words)


@engine_jit(types.int64(types.Array(VIEW_RECORD, 1, "C"), types.int64[::1]))
def answer_of(views, words):
    """Decide from plain Python: a record of the view, and the words."""
    return search(views.copy(), words)
