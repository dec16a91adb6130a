"""What a seat of the reference engine may know, as a `View`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zetema_sim.cards import RANKS, SUITS, rank_of, suit_of
from zetema_sim.reference.deal import DealTable, PastTurn, mask_of, ranks_of, twins_of
from zetema_sim.reference.declarations import Option
from zetema_sim.table_rules import TableRules
from zetema_sim.view import KINDS, LISTED, MAX_TURNS, NONE, View


class Moment(NamedTuple):
    """Which decision is due: whose, and what is open in it."""

    seat: int
    live: bool
    discard_only: bool
    declared: Option | None = None  # when discarding: in this turn
    legal: Sequence[int] = ()  # when discarding: the cards that may go
    options: Sequence[Option] = ()  # when declaring
    best_option: int = NONE


def build_view(table: DealTable, moment: Moment, chance: int, settings: object) -> View:
    """Return all that the seat may know when it decides.

    Parameters
    ----------
    table : DealTable
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
        hand_size=len(hand),
        hand_mask=mask_of(hand),
        hand_twins=twins_of(hand),
        hand_ranks=ranks_of(hand),
        hand=_copies(hand),
        **_declared_fields(moment.declared),
        **_legal_fields(moment.legal),
        **_table_fields(table),
        **_past_fields(table.past),
        **_option_fields(moment),
        chance=chance,
        settings=settings,
        rules=_with_arrays(rules),
    )


# Arrays, which nobody can write. All are int64, also where the record of compiled code
# has int8: that widens numbers before it computes with them, numpy would let them wrap.


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array


def _words(values: Sequence[Any], length: int = 0) -> npt.NDArray[Any]:
    """Return the values as an array, zeros after them up to `length`."""
    return _frozen(np.array([*values, *[0] * (length - len(values))], np.int64))


@cache
def _with_arrays(rules: TableRules) -> TableRules:
    """Return rules whose points by rank and the like are arrays, as compiled ones."""
    values = {each.name: getattr(rules, each.name) for each in fields(rules)}
    tuples = {name: value for name, value in values.items() if type(value) is tuple}
    arrays: Any = {name: _words(value) for name, value in tuples.items()}
    return replace(rules, **arrays)


def _copies(cards: Iterable[int]) -> npt.NDArray[Any]:
    """Return how many copies there are of each card, by rank and suit."""
    copies = [[0] * SUITS for _ in range(RANKS)]
    for kind in cards:
        copies[rank_of(kind)][suit_of(kind)] += 1
    return _words(copies)


NO_CARDS = _copies(())
NO_ROWS = _words((), LISTED)
NO_KIND = _words((), len(KINDS))
NO_FIRST = _words([NONE] * len(KINDS))


# Groups of fields


def _declared_fields(option: Option | None) -> dict[str, Any]:
    cards = () if option is None else option.all_cards
    return {
        "declared": NONE if option is None else option.kind,
        "declared_points": 0 if option is None else option.points,
        "declared_mask": mask_of(cards),
        "declared_twins": twins_of(cards),
    }


def _legal_fields(legal: Sequence[int]) -> dict[str, Any]:
    if not legal:
        return {"legal_mask": 0, "legal": NO_CARDS}
    return {"legal_mask": mask_of(legal), "legal": _copies(set(legal))}


def _table_fields(table: DealTable) -> dict[str, Any]:
    tableau = table.tableau
    shown = [[*kinds.elements()] for kinds in table.shown]
    return {
        "stock": len(table.stock),
        "tableau_mask": mask_of(tableau),
        "tableau_twins": twins_of(tableau),
        "tableau_ranks": ranks_of(tableau),
        "piles": _words([len(pile) for pile in table.piles]),
        "tableau": _copies(tableau),
        "completed": _words([rank in table.completed for rank in range(RANKS)]),
        "married": _words(table.married),
        "assembled": _words([rank in table.assembled for rank in range(RANKS)]),
        "scores": _words(table.scores, 6),
        "hand_sizes": _words([len(hand) for hand in table.hands], 6),
        "shown_mask": _words([mask_of(cards) for cards in shown], 6),
        "shown_twins": _words([twins_of(cards) for cards in shown], 6),
        "fresh": _words([table.is_fresh(seat) for seat in range(len(shown))], 6),
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
PAST_BLANK = {name: _words((), MAX_TURNS) for name in PastTurn._fields}


def _option_fields(moment: Moment) -> dict[str, Any]:
    options = moment.options
    if not options:
        return NO_OPTIONS
    kinds = [option.kind for option in options]
    every = range(len(KINDS))
    first = [kinds.index(kind) if kind in kinds else NONE for kind in every]
    listed = options[:LISTED]

    def words(value: Callable[[Option], int]) -> npt.NDArray[Any]:
        return _words([value(option) for option in listed], LISTED)

    return {
        "n_options": len(options),
        "best_option": moment.best_option,
        "n_listed": len(listed),
        "first_option": _words(first, len(KINDS)),
        "options_of": _words([kinds.count(kind) for kind in every], len(KINDS)),
        "option_kind": words(lambda option: option.kind),
        "option_points": words(lambda option: option.points),
        "option_pairs": words(lambda option: len(option.pairs)),
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
    "option_kind": NO_ROWS,
    "option_points": NO_ROWS,
    "option_pairs": NO_ROWS,
    "option_mask": NO_ROWS,
    "option_twins": NO_ROWS,
    "option_tableau_mask": NO_ROWS,
    "option_tableau_twins": NO_ROWS,
}
