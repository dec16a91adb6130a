"""What comes after a deal: a bank of deals that the rollout policy played by itself.

A match does not end with the deal in hand. The rest of it is drawn from deals that the
policy played on all seats at the same table, from shuffles of a seed of the bank's own.
Of each deal the bank keeps what scored, in order: the seat, counted from the starter,
and the points. So a match ends at the very event that brings a side to its target, in
the middle of a deal too. Its deals began at no score; who reaches the target from none
reaches it from any score, so that deals which ended early leave nothing out.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.kernel.chance import fill_deck, philox
from zetema_sim.kernel.jit import VIEW_RECORD, engine_jit, kernel_part
from zetema_sim.kernel.matches import new_table, play_deal, start_deal, start_match
from zetema_sim.kernel.records import HIDDEN_RECORD, ROW_DTYPE, ROW_RECORD
from zetema_sim.search.policy import Policy, hidden_of
from zetema_sim.table_rules import MOST_SEATS, TableRules
from zetema_sim.view import MAX_TURNS, rules_record

# The recipe; it is part of what the results of a search hang on.
SEED = 1870_1881
DEALS = 4096
RECIPE = f"bank of {DEALS} deals, seed {SEED}"

MOST_EVENTS = 2 * MAX_TURNS  # of a deal: a declaration and a zetema a turn
_DRAWS = 1 << 29  # what the numbers are for, in the key's counter
_MOST_DEALS = 200  # of the rest of a match; legal play takes far fewer
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


class Bank(NamedTuple):
    """Deals played before.

    Attributes
    ----------
    firsts
        int64 ``[deal + 1]``: where its events begin; the last one, where all end.
    seats, points
        int64 ``[event]``: the seat, counted from the starter, and what it scored.
    """

    firsts: Any
    seats: Any
    points: Any


_words = types.int64[::1]
BANK = types.NamedUniTuple(_words, len(Bank._fields), Bank)


@engine_jit(
    types.int64(
        types.Array(VIEW_RECORD, 1, "C"),
        types.Array(HIDDEN_RECORD, 1, "C"),
        types.Array(ROW_RECORD, 1, "C"),  # log: a row a turn of a deal
        BANK,
    )
)
def _fill_bank(tables, hiddens, log, bank):
    """Play the deals of a bank and write what scored; return how many events."""
    table, hidden = tables[0], hiddens[0]
    seating = np.zeros(MOST_SEATS, np.int64)
    count = 0
    for deal in range(len(bank.firsts) - 1):
        start_match(table, hidden)
        hidden.where.match = deal
        hidden.n_logged = 0
        fill_deck(hidden.deck, hidden.seed, deal, 0)
        start_deal(table, hidden, 0)
        outcome = play_deal(table, hidden, seating, log)
        if outcome < 0:
            return outcome
        bank.firsts[deal] = count
        for turn in range(hidden.n_logged):
            row = log[turn]
            for points in (row.points, row.zetema_points):
                if points:
                    bank.seats[count] = row.seat
                    bank.points[count] = points
                    count += 1
    bank.firsts[len(bank.firsts) - 1] = count
    return count


_banks: dict[tuple[bytes, Policy], Bank] = {}


def bank_of(rules: TableRules, policy: Policy) -> Bank:
    """Return the bank of a policy at a table; a match of one deal needs none.

    It is made once and lives as long as the program.

    Raises
    ------
    RuntimeError
        If the policy commits a fault, which no shipped strategy does.
    """
    record = rules_record(rules)
    key = record.tobytes(), policy
    if key not in _banks:
        _banks[key] = _made(record, policy)
    return _banks[key]


def _made(rules: npt.NDArray[Any], policy: Policy) -> Bank:
    deals = 0 if rules["single_deal"][0] else DEALS
    most = deals * MOST_EVENTS
    bank = Bank(*(np.zeros(size, np.int64) for size in (deals + 1, most, most)))
    hidden = hidden_of(policy, SEED)
    log = np.zeros(MAX_TURNS, ROW_DTYPE)
    count = int(_fill_bank(new_table(rules), hidden, log, bank))
    if count < 0:
        raise RuntimeError("the policy of a search committed a fault in its bank")
    return Bank(bank.firsts, _kept(bank.seats, count), _kept(bank.points, count))


def _kept(values: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    return values[:count].copy()


@kernel_part
def draw_deal(deals, key, number, path, step):
    """Return which deal of the bank comes next, by chance."""
    first, _, _, _ = philox(
        np.uint64(number) & _LOW,
        np.uint64(path),
        np.uint64(_DRAWS),
        np.uint64(step),
        np.uint64(key) & _LOW,
        np.uint64(key) >> _HALF,
    )
    return np.int64(first * np.uint64(deals) >> _HALF)


@kernel_part
def play_bank(table, bank, key, number, path, scores, wins, share):
    """Play the rest of a match from the bank and give `share` to the side that wins.

    `scores` are the sides' when the deal in hand is over; they are changed.
    """
    rules, starter = table.rules, table.starter
    for step in range(_MOST_DEALS):
        starter = starter + 1 if starter + 1 < rules.players else 0
        deal = draw_deal(len(bank.firsts) - 1, key, number, path, step)
        for event in range(bank.firsts[deal], bank.firsts[deal + 1]):
            seat = bank.seats[event] + starter
            seat = seat - rules.players if seat >= rules.players else seat
            side = rules.side_of[seat]
            scores[side] += bank.points[event]
            if scores[side] >= rules.target:
                wins[side] += share
                return
    share_out(scores, rules.sides, wins, share)


@kernel_part
def share_out(scores, sides, wins, share):
    """Give `share` to the side with the highest score, to equal ones in equal parts."""
    most, equal = scores[0], 0
    for side in range(sides):
        if scores[side] > most:
            most = scores[side]
    for side in range(sides):
        equal += scores[side] == most
    for side in range(sides):
        if scores[side] == most:
            wins[side] += share / equal
