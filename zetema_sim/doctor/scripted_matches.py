"""Matches played again by a script: every seat does what it did, or all but one.

So a decision can be had again as it was, and a seat can be asked again while cards that
it cannot see lie elsewhere and everybody else plays as before.
"""

# numba infers the types within; the signatures stand where a unit is compiled.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zetema_sim.doctor.tables import SeatedTable
from zetema_sim.kernel import records
from zetema_sim.kernel.chance import DECLARE, chance_number, shuffled_deck
from zetema_sim.kernel.jit import SIGNATURE, address_of, engine_jit, kernel_part
from zetema_sim.kernel.records import ROW_DTYPE, ROW_RECORD
from zetema_sim.playing.decision_record import here
from zetema_sim.playing.lineups import LineUp
from zetema_sim.playing.table import Table
from zetema_sim.view import NONE, Words

Deck = npt.NDArray[np.int8]

# What was decided: the columns of a log that must be the same.
DECIDED = ["seat", "kind", "mask", "twins", "tableau_mask", "tableau_twins", "discard"]

LIVE, SCRIPTED = range(2)  # the entries of a scripted table
STOP = -9  # what a script answers at its end: it is allowed nowhere

# What a script is given, as the settings of a strategy.
ROWS_AT, STARTS_AT, LAST_ROW, LAST_PHASE = range(4)


@dataclass(frozen=True)
class Scripted(Table):
    """A table at which seats do what stands in the log of a match.

    Its one seating says for each seat whether it is `LIVE` or `SCRIPTED`. `given` is
    what the script is given, as its settings.
    """

    given: tuple[int, ...] = ()

    def _fill(self, hidden: npt.NDArray[Any], only: int) -> None:
        super()._fill(hidden, only)
        for name, address in zip(("discards", "declares"), _script(), strict=True):
            hidden[name][0, SCRIPTED] = address
        hidden["flags"][0, SCRIPTED] = records.HAS_DECLARE
        hidden["settings"][0, SCRIPTED, : len(self.given)] = self.given
        hidden["has_settings"] = 1


@dataclass(frozen=True)
class Logged:
    """A match as it was played: its log and its decks."""

    place: SeatedTable
    match: int
    log: npt.NDArray[Any]
    decks: Deck

    @classmethod
    def of(cls, place: SeatedTable, match: int) -> Logged:
        """Play a match.

        Raises
        ------
        StrategyFault
            As the table does.
        """
        log = place.table.play_match(match).log
        _, block = place.lineup.locate(match)
        deals = int(log["deal"][-1]) + 1
        seed = place.table.seed
        decks = [shuffled_deck(seed, block, deal) for deal in range(deals)]
        return cls(place, match, np.ascontiguousarray(log), np.array(decks))

    @property
    def seating(self) -> Sequence[int]:
        """The entry of each seat."""
        return self.place.lineup.locate(self.match)[0]

    def starts(self) -> Words:
        """Return the first row of each deal."""
        deals = np.arange(len(self.decks))
        return np.searchsorted(self.log["deal"], deals).astype(np.int64)

    def play(
        self, last: int, phase: int, live: int | None = None, decks: Deck | None = None
    ) -> tuple[npt.NDArray[Any], str]:
        """Play it again up to a row, and return its log and how it ended.

        Parameters
        ----------
        last, phase
            The last row that the script knows; a script is not asked beyond its
            `phase`, which comes before the decision: the view is then in
            `playing.here`.
        live
            The seat that decides for itself, if any.
        decks
            Take the place of those that it was played with.
        """
        place, starts = self.place, self.starts()
        examined = place.table.strategies[place.entry]
        seating = tuple(
            LIVE if seat == live else SCRIPTED
            for seat in range(place.table.rules.players)
        )
        lineup = replace(place.lineup, seatings=(seating,), orders=((0, 1),))
        table = Scripted(
            place.table.rules,
            (examined, examined),
            _only(lineup),
            place.table.seed,
            given=(self.log.ctypes.data, starts.ctypes.data, last, phase),
        )
        given = self.decks if decks is None else decks
        played, ended = table.run(self.match, 1, NONE, given, len(self.log) + 2)
        rows = int(here().hidden["n_logged"][0])
        return played.log[:rows], ended

    def view(self, row: int, phase: int) -> npt.NDArray[Any] | None:
        """Return what the seat saw that was asked in a row, None if it was not."""
        self.play(row, phase)
        spot = here()
        where = spot.hidden["where"][0]
        deal, seat = int(self.log["deal"][row]), int(self.log["seat"][row])
        turn = row - int(self.starts()[deal])
        wanted = [deal, turn, seat, phase]
        if [where[name] for name in records.DECISION] != wanted:
            return None
        view = spot.public.copy()
        strategy = self.place.table.strategies[self.place.entry]
        values = [*strategy.settings.values()]
        view["settings"] = 0
        view["settings"][0, : len(values)] = values
        if strategy.file.uses_chance:
            seed = self.place.table.seed
            view["chance"] = chance_number(seed, self.match, deal, turn, phase)
        return view

    def exchanged(self, row: int, rng: random.Random) -> Deck | None:
        """Return decks in which cards lie elsewhere that a row's seat cannot see.

        They are in the stock or in hands, and nobody shows or discards them before.
        None where there are none.
        """
        seat, deal = int(self.log["seat"][row]), int(self.log["deal"][row])
        rows = self.log[int(self.starts()[deal]) : row + 1]
        rules, deck = self.place.table.rules, self.decks[deal]
        owner = np.full(len(deck), NONE)
        for other in range(rules.players):
            owner[other * rules.deal_size :][: rules.deal_size] = other
        drawn = rows["drawn"] + rows["refilled"]
        drawn[-1] = rows[-1]["drawn"]  # what is drawn after the decision is unseen
        for turn, cards in zip(rows, drawn, strict=True):
            owner[turn["drawn_from"] :][:cards] = turn["seat"]
        told = [set[int]() for _ in range(rules.players)]
        for turn in rows[:-1]:
            cards = int(turn["mask"])
            known = told[int(turn["seat"])]
            known |= {card for card in range(64) if cards >> card & 1}
            known.add(int(turn["discard"]))
        free = [
            place
            for place, card in enumerate(deck)
            if owner[place] != seat
            and (owner[place] == NONE or int(card) not in told[owner[place]])
        ]
        if len(free) < 2:
            return None
        decks = self.decks.copy()
        decks[deal, free] = deck[rng.sample(free, len(free))]
        return decks


def _only(lineup: LineUp) -> LineUp:
    """Return a line-up for the two entries of a scripted table."""
    entries = tuple(SCRIPTED for _ in lineup.entries)
    return replace(lineup, entries=entries)


# --- the script, compiled ------------------------------------------------------------


@intrinsic
def word_at(typing_context: Any, address: Any, place: Any) -> Any:
    """Return the int64 that stands at an address, so many words on."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [args[1]]))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def row_at(typing_context: Any, rows: Any, row: Any) -> Any:
    """Return a row of a log of which only the address is known."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.int64, ROW_DTYPE.itemsize)
        place = builder.add(args[0], builder.mul(args[1], size))
        return builder.inttoptr(place, context.get_value_type(ROW_RECORD))

    return ROW_RECORD(types.int64, types.int64), generate


@kernel_part
def row_of(view):
    """Return which row of the log a decision is in."""
    return word_at(view.settings[STARTS_AT], view.deal) + view.turn


def _discard(view):
    row, last = row_of(view), view.settings[LAST_ROW]
    if row > last or (row == last and view.settings[LAST_PHASE] >= 0):
        return STOP
    return row_at(view.settings[ROWS_AT], row).discard


def _declare(view):
    row, last = row_of(view), view.settings[LAST_ROW]
    if row > last or (row == last and view.settings[LAST_PHASE] == DECLARE):
        return STOP
    given = row_at(view.settings[ROWS_AT], row)
    if given.kind == NONE:
        return NONE
    for option in range(view.n_listed):
        if (
            view.option_kind[option] == given.kind
            and view.option_mask[option] == given.mask
            and view.option_twins[option] == given.twins
            and view.option_tableau_mask[option] == given.tableau_mask
            and view.option_tableau_twins[option] == given.tableau_twins
        ):
            return option
    return STOP


@cache
def _script() -> tuple[int, int]:
    """Return where the script's `discard` and `declare` stand, compiled."""
    return (
        address_of(engine_jit(SIGNATURE)(_discard)),
        address_of(engine_jit(SIGNATURE)(_declare)),
    )
