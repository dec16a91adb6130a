"""What a seat of the reference engine may know, as a `View`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zetema_sim.cards import RANKS, SUITS, rank_of, suit_of
from zetema_sim.reference_options import Option
from zetema_sim.reference_table import PastTurn, Table, mask_of, ranks_of, twins_of
from zetema_sim.view import KINDS, LISTED, MAX_TURNS, NONE, View


class Moment(NamedTuple):
    """Which decision is due: whose, and what is open in it."""

    seat: int
    live: bool
    discard_only: bool
    declared: int = NONE  # when discarding: the kind declared in this turn
    legal: Sequence[int] = ()  # when discarding: the cards that may go
    options: Sequence[Option] = ()  # when declaring
    best_option: int = NONE


def build_view(table: Table, moment: Moment, chance: int, settings: object) -> View:
    """Return all that the seat may know when it decides.

    Parameters
    ----------
    table : Table
        The deal as it stands; its secrets are left out.
    moment : Moment
        The decision.
    chance : int
        Its chance number.
    settings : object
        The strategy's settings.
    """
    rules = table.rules
    hand = table.hands[moment.seat]
    return View(
        seat=moment.seat,
        side=rules.side_of[moment.seat],
        players=rules.players,
        sides=rules.sides,
        deal=table.deal,
        turn=len(table.past),
        starter=table.starter,
        live=int(moment.live),
        discard_only=int(moment.discard_only),
        declared=moment.declared,
        hand_size=len(hand),
        hand_mask=mask_of(hand),
        hand_twins=twins_of(hand),
        hand_ranks=ranks_of(hand),
        hand=_copies(hand),
        **_legal_fields(hand, moment.legal),
        **_table_fields(table),
        **_past_fields(table.past),
        **_option_fields(moment),
        chance=chance,
        settings=settings,
        rules=rules,
    )


# Arrays, which nobody can write


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array


def _bytes(values: Sequence[int]) -> npt.NDArray[np.int8]:
    return _frozen(np.array(values, np.int8))


def _words(values: Sequence[int], length: int) -> npt.NDArray[np.int64]:
    """Return the values as an array, zeros after them."""
    return _frozen(np.array([*values, *[0] * (length - len(values))], np.int64))


def _copies(cards: Sequence[int]) -> npt.NDArray[np.int8]:
    """Return how many copies there are of each card, by rank and suit."""
    copies = [[0] * SUITS for _ in range(RANKS)]
    for kind in cards:
        copies[rank_of(kind)][suit_of(kind)] += 1
    return _bytes(copies)  # type: ignore[arg-type]


NO_CARDS = _frozen(np.zeros((RANKS, SUITS), np.int8))
NO_BYTES = _frozen(np.zeros(LISTED, np.int8))
NO_WORDS = _frozen(np.zeros(LISTED, np.int64))
NO_KIND = _frozen(np.zeros(len(KINDS), np.int64))
PAST_WORDS = ("points", "mask", "twins")
NO_FIRST = _frozen(np.full(len(KINDS), NONE, np.int64))


# Groups of fields


def _legal_fields(hand: Sequence[int], legal: Sequence[int]) -> dict[str, Any]:
    if not legal:
        return {"legal_mask": 0, "legal": NO_CARDS}
    held = [kind for kind in hand if kind in legal]
    return {"legal_mask": mask_of(legal), "legal": _copies(held)}


def _table_fields(table: Table) -> dict[str, Any]:
    tableau = table.tableau
    shown = [[*kinds.elements()] for kinds in table.shown]
    return {
        "stock": len(table.stock),
        "tableau_mask": mask_of(tableau),
        "tableau_twins": twins_of(tableau),
        "tableau_ranks": ranks_of(tableau),
        "piles": _bytes([len(pile) for pile in table.piles]),
        "tableau": _copies(tableau),
        "completed": _bytes([rank in table.completed for rank in range(RANKS)]),
        "married": _bytes(table.married),
        "assembled": _bytes([rank in table.assembled for rank in range(RANKS)]),
        "scores": _words(table.scores, 6),
        "hand_sizes": _words([len(hand) for hand in table.hands], 6),
        "shown_mask": _words([mask_of(cards) for cards in shown], 6),
        "shown_twins": _words([twins_of(cards) for cards in shown], 6),
    }


def _past_fields(past: Sequence[PastTurn]) -> dict[str, Any]:
    """Return the turns so far as columns, zeros after them."""
    fields = {}
    for name, values in zip(PastTurn._fields, zip(*past, strict=True), strict=False):
        array = PAST_BLANK[name].copy()
        array[: len(values)] = values
        fields[f"past_{name}"] = _frozen(array)
    return fields or {f"past_{name}": array for name, array in PAST_BLANK.items()}


# What everybody knows of each turn, before there is any.
PAST_BLANK = {
    name: _frozen(np.zeros(MAX_TURNS, np.int64 if name in PAST_WORDS else np.int8))
    for name in PastTurn._fields
}


def _option_fields(moment: Moment) -> dict[str, Any]:
    options = moment.options
    if not options:
        return NO_OPTIONS
    kinds = [option.kind for option in options]
    every = range(len(KINDS))
    first = [kinds.index(kind) if kind in kinds else NONE for kind in every]
    listed = options[:LISTED]

    def words(value: Callable[[Option], int]) -> npt.NDArray[np.int64]:
        return _words([value(option) for option in listed], LISTED)

    return {
        "n_options": len(options),
        "best_option": moment.best_option,
        "n_listed": len(listed),
        "first_option": _words(first, len(KINDS)),
        "options_of": _words([kinds.count(kind) for kind in every], len(KINDS)),
        "option_kind": _frozen(words(lambda option: option.kind).astype(np.int8)),
        "option_points": words(lambda option: option.points),
        "option_pairs": _frozen(
            words(lambda option: len(option.pairs)).astype(np.int8)
        ),
        "option_mask": words(lambda option: mask_of(option.cards)),
        "option_twins": words(lambda option: twins_of(option.cards)),
        "option_tableau_mask": words(lambda option: mask_of(option.table_cards)),
        "option_tableau_twins": words(lambda option: twins_of(option.table_cards)),
    }


NO_OPTIONS: dict[str, Any] = {
    "n_options": 0,
    "best_option": NONE,
    "n_listed": 0,
    "first_option": NO_FIRST,
    "options_of": NO_KIND,
    "option_kind": NO_BYTES,
    "option_points": NO_WORDS,
    "option_pairs": NO_BYTES,
    "option_mask": NO_WORDS,
    "option_twins": NO_WORDS,
    "option_tableau_mask": NO_WORDS,
    "option_tableau_twins": NO_WORDS,
}
