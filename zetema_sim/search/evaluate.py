"""Answers played on in worlds: what each side then wins and scores.

The answers of one position are played on in the same worlds, to the end of the deal by
the policy on all seats and from there to the end of the match from the bank, so that
what differs between them is due to the answers alone.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from zetema_sim.cards import DECK_SIZE
from zetema_sim.kernel.continuation import note_marriage_turns, place_cards, play_on
from zetema_sim.kernel.jit import VIEW_RECORD, engine_jit, kernel_part
from zetema_sim.kernel.records import (
    GOES_ON,
    HIDDEN_RECORD,
    MATCH_OVER,
    ROW_DTYPE,
    ROW_RECORD,
)
from zetema_sim.search.bank import BANK, bank_of, play_bank, share_out
from zetema_sim.search.policy import Policy, hidden_of
from zetema_sim.search.worlds import deal_world, worlds_there_are
from zetema_sim.table_rules import MOST_SEATS, TableRules
from zetema_sim.view import VIEW_DTYPE

PATHS = 8  # through the bank for each deal that was played on
NO_WORLD = -100  # the cards do not fit hands and stock

Floats = npt.NDArray[np.float64]


class Evaluated(NamedTuple):
    """What answers came to in worlds.

    Attributes
    ----------
    answers
        Options' numbers, -1 for none, or cards.
    wins
        float64 ``[answer, world, side]``: the expected share of the win of the match.
    points
        int64 ``[answer, world, side]``: in the rest of the deal.
    """

    answers: tuple[int, ...]
    wins: Floats
    points: npt.NDArray[np.int64]


@kernel_part
def play_out(tables, hiddens, views, world, answer, bank, key, number, log, found):
    """Play a match on from an answer in a world; return what the deal came to.

    Parameters
    ----------
    tables, hiddens
        Records to play in; the policy stands in the latter.
    views
        The record of the view, which stays as it is.
    world, answer
        What is hidden, and the answer to the decision that is due.
    bank, key, number
        Of what comes after the deal, and its chance.
    log
        Of no rows.
    found
        float64 ``[2, sides]``: the shares of the win and the points of the deal, to
        which what this match comes to is added.
    """
    tables[0] = views[0]
    table, hidden = tables[0], hiddens[0]
    hidden.where.match = number
    place_cards(table, hidden, world)
    note_marriage_turns(table, hidden)
    outcome = play_on(table, hidden, answer, log)
    if outcome < 0:
        return outcome
    before, rules = views[0].scores, table.rules
    for side in range(rules.sides):
        found[1, side] += table.scores[side] - before[side]
    if outcome == MATCH_OVER:
        found[0, table.side] += 1.0
    elif rules.single_deal:
        share_out(table.scores, rules.sides, found[0], 1.0)
    else:
        scores = np.empty(MOST_SEATS, np.int64)
        for path in range(PATHS):
            for side in range(rules.sides):
                scores[side] = table.scores[side]
            play_bank(table, bank, key, number, path, scores, found[0], 1.0 / PATHS)
    return outcome


@engine_jit(
    types.int64(
        types.Array(VIEW_RECORD, 1, "C"),  # tables
        types.Array(HIDDEN_RECORD, 1, "C"),
        types.Array(VIEW_RECORD, 1, "C"),  # views
        types.int64[::1],  # answers
        BANK,
        types.int64,  # key
        types.int64,  # the first world's number
        types.Array(ROW_RECORD, 1, "C"),  # no log
        types.float64[:, :, :, ::1],  # [answer, world, wins or points, side]
    )
)
def _evaluate(tables, hiddens, views, answers, bank, key, first, log, found):
    cards, world = np.zeros(DECK_SIZE, np.int8), np.zeros(DECK_SIZE, np.int8)
    for number in range(found.shape[1]):
        if not deal_world(views[0], cards, world, key, first + number):
            return NO_WORLD
        for place in range(len(answers)):
            outcome = play_out(
                *(tables, hiddens, views, world, answers[place], bank),
                *(key, first + number, log, found[place, number]),
            )
            if outcome < GOES_ON:
                return outcome
    return GOES_ON


@engine_jit(types.int64(types.Array(VIEW_RECORD, 1, "C")))
def _worlds_there_are(views):
    return worlds_there_are(views[0])


def knows_all(view: npt.NDArray[Any]) -> bool:
    """Return whether all worlds of a position are one: nothing is hidden."""
    return bool(_worlds_there_are(view) == 1)


def evaluate(
    view: npt.NDArray[Any],
    rules: TableRules,
    policy: Policy,
    answers: Sequence[int],
    key: int,
    worlds: range,
) -> Evaluated:
    """Play answers on in worlds.

    Parameters
    ----------
    view
        A record of `VIEW_DTYPE` in an array of one (`view.view_record`).
    rules
        Of the table.
    policy
        Who plays on, on all seats.
    answers
        Options' numbers, -1 for none, or cards.
    key, worlds
        The chance of the worlds, and their numbers.

    Raises
    ------
    ValueError
        If the view's hands and stock do not fit its cards, or an answer is not allowed.
    """
    wanted = np.array(answers, np.int64)
    found = np.zeros((len(wanted), len(worlds), 2, rules.sides))
    tables, log = np.zeros(1, VIEW_DTYPE), np.zeros(0, ROW_DTYPE)
    outcome = _evaluate(
        *(tables, hidden_of(policy, key), view, wanted),
        *(bank_of(rules, policy), key, worlds.start, log, found),
    )
    if outcome != GOES_ON:
        raise ValueError(_reason(outcome))
    return Evaluated(
        tuple(map(int, wanted)), found[:, :, 0], found[:, :, 1].astype(np.int64)
    )


def _reason(outcome: int) -> str:
    if outcome == NO_WORLD:
        return "the cards that nobody sees do not fill the hands and the stock"
    return "an answer is not allowed in this position"
