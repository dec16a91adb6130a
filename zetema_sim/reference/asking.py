"""Asking a strategy and checking its answer: part of the reference engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from zetema_sim.cards import DECK, card_text
from zetema_sim.common.whole_numbers import casts_raise
from zetema_sim.faults import StrategyFault
from zetema_sim.reference.deal import DealTable
from zetema_sim.reference.seen import Moment, build_view
from zetema_sim.view import NONE, View

Chance = Callable[[int, int, int], int]

PHASES = ("declare", "discard")
DECLARE, DISCARD = range(2)


class Decider(NamedTuple):
    """A strategy on its seat: its functions, settings and name."""

    discard: Callable[[View], int]
    declare: Callable[[View], int] | None
    settings: object
    name: str


class Asker:
    """Asks the strategies of a table.

    Parameters
    ----------
    deciders : sequence of Decider
        Who decides for each seat.
    chance : callable
        Returns the chance number of a decision, given the deal, the turn and 0 to
        declare or 1 to discard.
    imperial_suit : str
        The letter of the imperial suit.
    """

    def __init__(
        self, deciders: Sequence[Decider], chance: Chance, imperial_suit: str
    ) -> None:
        self.deciders = deciders
        self.chance = chance
        self.imperial_suit = imperial_suit

    def declare(self, state: DealTable, moment: Moment) -> int:
        """Return the option that the seat declares, or -1 for none."""
        decider = self.deciders[moment.seat]
        if decider.declare is None:
            return moment.best_option  # the first of those worth most
        answer = self._ask(decider.declare, state, moment, DECLARE)
        last = len(moment.options) - 1
        if not NONE <= answer <= last:
            reason = f"answered {answer}, not -1 or an option from 0 to {last}"
            raise self.fault(state, moment.seat, DECLARE, reason)
        return answer

    def discard(self, state: DealTable, moment: Moment) -> int:
        """Return the card that the seat discards."""
        decide = self.deciders[moment.seat].discard
        card = self._ask(decide, state, moment, DISCARD)
        if card not in moment.legal:
            legal = sorted({self._card_text(card) for card in moment.legal})
            reason = f"answered {self._card_text(card)}, not one of {', '.join(legal)}"
            raise self.fault(state, moment.seat, DISCARD, reason)
        return card

    def fault(
        self, state: DealTable, seat: int, phase: int, reason: str
    ) -> StrategyFault:
        """Return the fault of a strategy in this turn."""
        name, turn = self.deciders[seat].name, len(state.past)
        return StrategyFault(name, seat, state.deal, turn, PHASES[phase], reason)

    def _ask(
        self,
        decide: Callable[[View], int],
        state: DealTable,
        moment: Moment,
        phase: int,
    ) -> int:
        """Return a strategy's answer; whatever is no whole number is a fault."""
        seat = moment.seat
        number = self.chance(state.deal, len(state.past), phase)
        view = build_view(state, moment, number, self.deciders[seat].settings)
        try:
            with casts_raise():
                answer = decide(view)
        except Exception as error:
            reason = f"raised {type(error).__name__}: {error}"
            raise self.fault(state, seat, phase, reason) from error
        if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
            reason = f"answered {answer!r}, which is not a whole number"
            raise self.fault(state, seat, phase, reason)
        return int(answer)

    def _card_text(self, card: int) -> str:
        """Return a card's number and letters; of no card, the number alone."""
        if card in DECK:
            return f"{card} ({card_text(card, self.imperial_suit)})"
        return str(card)
