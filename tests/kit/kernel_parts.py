"""Parts of the kernel for tests to call, and a strategy that obeys a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zetema_sim.bits import SUIT_MASK, lowest_bit
from zetema_sim.cards import IMPERIAL, card
from zetema_sim.common.cache_folder import folder_for
from zetema_sim.kernel import combinations, matches, records, turn
from zetema_sim.kernel.jit import SIGNATURE, VIEW_RECORD, jit
from zetema_sim.playing.lineups import line_up
from zetema_sim.playing.table import Table
from zetema_sim.replaying.events import log_events
from zetema_sim.table_rules import TableRules
from zetema_sim.view import MAX_TURNS, NONE, Words, rules_record

Cards = Sequence[int]
Decks = Callable[[int], Cards]


# Options


class FoundOption(NamedTuple):
    """An option as the kernel describes it."""

    kind: int
    hand_cards: Cards
    table_cards: Cards
    points: int


def find_options(
    rules: TableRules, hand: Cards, tableau: Cards, imperial_before: int
) -> list[FoundOption]:
    """Return the kernel's options of a situation, listed and unlisted ones."""
    table = matches.new_table(rules_record(rules))
    put(table, "hand", hand)
    put(table, "tableau", tableau)
    table["married"][0, IMPERIAL] = imperial_before
    find, describe = _option_functions()
    rows = np.zeros(find(table, np.zeros(1, records.HIDDEN_DTYPE)), records.ROW_DTYPE)
    describe(table, rows)
    return [
        FoundOption(
            row["kind"],
            cards_of(row["mask"], row["twins"]),
            cards_of(row["tableau_mask"], row["tableau_twins"]),
            row["points"],
        )
        for row in rows
    ]


def put(table: npt.NDArray[Any], place: str, cards: Cards) -> None:
    """Write the words of some cards into the kernel's record."""
    mask = twins = ranks = 0
    for kind in cards:
        twins |= mask & 1 << kind & SUIT_MASK  # a second copy is an imperial card
        mask |= 1 << kind
        ranks += 1 << 4 * (kind & 15)
    for word, value in (("mask", mask), ("twins", twins), ("ranks", ranks)):
        table[f"{place}_{word}"] = value


def cards_of(mask: int, twins: int) -> list[int]:
    """Return the cards that a mask and twins stand for."""
    cards = [kind for kind in range(64) if mask >> kind & 1]
    return cards + [card(rank, IMPERIAL) for rank in range(13) if twins >> rank & 1]


@cache
def _option_functions() -> tuple[Callable[..., int], Callable[..., None]]:
    record = types.Array(VIEW_RECORD, 1, "C")
    own = types.Array(records.HIDDEN_RECORD, 1, "C")

    def find(tables: Any, hiddens: Any) -> Any:
        combinations.clear_options(tables[0])
        if not combinations.holds_any(tables[0]):
            return 0
        return combinations.list_options(tables[0], hiddens[0], 0)

    def describe(tables: Any, rows: Any) -> None:
        for option in range(rows.shape[0]):
            turn.describe(tables[0], rows[option], option)

    compiled = jit(types.int64(record, own), folder=folder_for())(find)
    signature = types.void(record, types.Array(records.ROW_RECORD, 1, "C"))
    return compiled, jit(signature, folder=folder_for())(describe)


# Scripts


def play_script(rules: TableRules, decks: Decks, moves: Words) -> list[dict[str, Any]]:
    """Return the events of a match in which every seat obeys a script.

    The decks are asked for one by one, as far as the match goes.

    Parameters
    ----------
    rules
        The rules of the table.
    decks
        Returns the cards of a deal.
    moves
        int64 ``[deal, turn, 2]``: the option to declare, and the card to discard, or
        `NONE` for the lowest legal one. Beyond it nothing is declared.
    """
    discard, declare = _scripted()
    strategy: Any = SimpleNamespace(
        name="scripted",
        file=SimpleNamespace(
            pointers=(discard, declare),
            has_declare=True,
            uses_chance=False,
            more_words=lambda rules: (),
        ),
        settings={"address": moves.ctypes.data, "deals": len(moves)},
    )
    lineup = line_up([0] * rules.players, rules.players, rules.sides)
    table = Table(rules, (strategy,), lineup, seed=0)
    given: list[Cards] = []
    deals = 1
    while len(given) < deals:
        given.append(decks(len(given)))
        log = table.play_match(0, np.array(given, np.int8)).log
        deals = int(log["deal"][-1]) + 1
    return [*log_events(rules, log, given)]


@intrinsic  # type: ignore[untyped-decorator]
def _pointer_to(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), generate


@cache
def _scripted() -> tuple[Any, Any]:
    """Return `discard` and `declare` that read the array their settings lead to."""

    @numba.njit
    def move(view, part):  # type: ignore[no-untyped-def]
        deals = view.settings[1]
        if view.deal >= deals:
            return NONE
        place = _pointer_to(view.settings[0])
        moves = numba.carray(place, (deals, MAX_TURNS, 2), np.int64)
        return moves[view.deal, view.turn, part]

    def declare(view):  # type: ignore[no-untyped-def]
        return move(view, 0)

    def discard(view):  # type: ignore[no-untyped-def]
        card = move(view, 1)
        return lowest_bit(view.legal_mask) if card == NONE else card

    compiler = jit(SIGNATURE, folder=None)
    return compiler(discard), compiler(declare)
