"""Both engines behind one face, so that a rule is tested once and run on each.

An engine can list the declarations of a situation and play a scripted match. Tests
take it as a parameter: ``@each_engine``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, Protocol

import numpy as np
import pytest

from tests.kit import kernel_parts
from zetema_sim.bits import lowest_bit
from zetema_sim.cards import DECK, card_text, parse_cards
from zetema_sim.reference.declarations import find_options
from zetema_sim.reference.match import Decider, play_match
from zetema_sim.table_rules import TableRules
from zetema_sim.view import KINDS, MAX_TURNS, NONE, View

Event = dict[str, Any]
Decks = Callable[[int], Sequence[int]]


class Situation(NamedTuple):
    """What decides which declarations there are."""

    rules: TableRules
    hand: str
    tableau: str = ""
    imperial_before: int = 0  # imperial pairs declared earlier in the deal


class Declaration(NamedTuple):
    """A declaration that an engine allows; cards as sorted text."""

    kind: str
    hand_cards: tuple[str, ...]
    table_cards: tuple[str, ...]
    points: int


class Move(NamedTuple):
    """What a script does in a turn.

    `option` is the number of the option to declare, if the engine asks. Without a card
    it is the lowest legal one, by number, that is discarded.
    """

    option: int = NONE
    card: int | None = None


# By deal and turn of the deal; what is not in it is `Move()`.
Script = Mapping[tuple[int, int], Move]


class Engine(Protocol):
    """What a test needs of an engine."""

    name: str

    def options(self, situation: Situation) -> list[Declaration]:
        """Return the declarations allowed, in the order of their numbers."""

    def play(self, rules: TableRules, decks: Decks, script: Script) -> list[Event]:
        """Return the events of a scripted match, from the first `deal` on."""


def declaration(
    kind: int, hand_cards: Sequence[int], table_cards: Sequence[int], points: int
) -> Declaration:
    """Return a declaration of card numbers in the form that tests compare."""
    hand, table = (
        tuple(sorted(card_text(card) for card in cards))
        for cards in (hand_cards, table_cards)
    )
    return Declaration(KINDS[kind], hand, table, points)


class ReferenceEngine:
    """The engine in plain Python."""

    name = "reference"

    def options(self, situation: Situation) -> list[Declaration]:
        """Ask the option finder of the reference engine."""
        hand, tableau = parse_cards(situation.hand), parse_cards(situation.tableau)
        before = situation.imperial_before
        found = find_options(situation.rules, hand, tableau, before)
        return [
            declaration(option.kind, option.cards, option.table_cards, option.points)
            for option in found
        ]

    def play(self, rules: TableRules, decks: Decks, script: Script) -> list[Event]:
        """Play with one scripted strategy on every seat."""
        decider = scripted(script)
        return [*play_match(rules, [decider] * rules.players, decks, no_chance)]


def scripted(script: Script) -> Decider:
    """Return the strategy that does what a script says."""

    def declare(view: View) -> int:
        return script.get((view.deal, view.turn), Move()).option

    def discard(view: View) -> int:
        card = script.get((view.deal, view.turn), Move()).card
        return lowest_bit(view.legal_mask) if card is None else card

    return Decider(discard, declare, None, "scripted")


def no_chance(deal: int, turn: int, phase: int) -> int:
    """Return 0 for every decision."""
    return 0


class KernelEngine:
    """The compiled engine."""

    name = "kernel"

    def options(self, situation: Situation) -> list[Declaration]:
        """Ask the option finder of the kernel, also for what it does not list."""
        hand, tableau = parse_cards(situation.hand), parse_cards(situation.tableau)
        before = situation.imperial_before
        found = kernel_parts.find_options(situation.rules, hand, tableau, before)
        return [declaration(*option) for option in found]

    def play(self, rules: TableRules, decks: Decks, script: Script) -> list[Event]:
        """Play with one strategy on every seat that reads its moves from an array."""
        deals = 1 + max((deal for deal, _ in script), default=0)
        moves = np.full((deals, MAX_TURNS, 2), NONE, np.int64)
        for place, move in script.items():
            moves[place] = move.option, NONE if move.card is None else move.card
        return kernel_parts.play_script(rules, decks, moves)


ENGINES: list[Engine] = [ReferenceEngine(), KernelEngine()]

each_engine = pytest.mark.parametrize(
    "engine", ENGINES, ids=[engine.name for engine in ENGINES]
)


# Situations


def stacked_deck(rules: TableRules, hands: Sequence[str], stock: str = "") -> list[int]:
    """Return a deck that deals these hands and draws these cards first.

    What the hands lack of their size, and the rest of the stock, are the remaining
    cards in the order of `DECK`, from the end: kings of the imperial suit first.
    """
    known = [parse_cards(hand) for hand in hands]
    known += [[]] * (rules.players - len(known))
    first_drawn = parse_cards(stock)
    rest = [*DECK]
    for card in chain(*known, first_drawn):
        rest.remove(card)
    deck = []
    for hand in known:
        missing = rules.deal_size - len(hand)
        deck += [*hand, *(rest.pop() for _ in range(missing))]
    return [*deck, *first_drawn, *reversed(rest)]


def record(
    rules: TableRules,
    decks: Decks,
    discard: Callable[[View], int],
    declare: Callable[[View], int] = lambda view: NONE,
) -> Script:
    """Return the script of what two functions do, to be played on any engine.

    In turns where they are not asked for a declaration the script asks for option 0,
    so that an engine which lets them declare is found out.
    """
    moves: dict[tuple[int, int], Move] = {}

    def record_option(view: View) -> int:
        option = declare(view)
        moves[view.deal, view.turn] = Move(option)
        return option

    def record_card(view: View) -> int:
        card = discard(view)
        option = moves.get((view.deal, view.turn), Move(0)).option
        moves[view.deal, view.turn] = Move(option, card)
        return card

    decider = Decider(record_card, record_option, None, "recorded")
    for _ in play_match(rules, [decider] * rules.players, decks, no_chance):
        pass
    return moves
