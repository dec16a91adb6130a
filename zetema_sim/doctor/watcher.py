"""Plays a strategy in the reference engine and shows its decisions to checks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from zetema_sim.cards import DECK, card_text
from zetema_sim.chance import chance_number, shuffled_deck
from zetema_sim.doctor.check import Check
from zetema_sim.doctor.limits import Limits
from zetema_sim.doctor.line import Line
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.subject import Subject
from zetema_sim.doctor.tables import Place
from zetema_sim.faults import StrategyFault
from zetema_sim.match_log import decider
from zetema_sim.plain_places import place_of_error
from zetema_sim.reference import play_match
from zetema_sim.reference_asking import PHASES, Asker, Chance, Decider
from zetema_sim.reference_table import Table
from zetema_sim.reference_view import Moment, build_view
from zetema_sim.view import KINDS, NONE, View

DEALS = 2  # of a match are played here


class Watcher(Asker):
    """Asks the strategies of a table; the one examined through its compiled code."""

    def __init__(
        self,
        examination: Examination,
        place: Place,
        match: int,
        deciders: Sequence[Decider],
        chance: Chance,
        imperial_suit: str,
    ) -> None:
        super().__init__(deciders, chance, imperial_suit)
        self.examination, self.place, self.match = examination, place, match

    def _ask(
        self, decide: Callable[[View], int], state: Table, moment: Moment, phase: int
    ) -> int:
        """Return the answer of a strategy, shown to the checks if it is examined."""
        asked = self.deciders[moment.seat]
        if asked.name != self.place.examined:
            return super()._ask(decide, state, moment, phase)
        number = self.chance(state.deal, len(state.past), phase)
        view = build_view(state, moment, number, asked.settings)
        answer = self.examination.answer(
            self.place, self.match, state, moment, PHASES[phase], view
        )
        if answer.error is not None:
            reason = f"raises {answer.told()}"
            fault = self.fault(state, moment.seat, phase, reason)
            raise fault from answer.error
        return int(answer.value)


class Examination:
    """Plays at tables and collects what the checks find.

    `decisions` counts those of the strategy examined, `last` is the latest of them.
    """

    def __init__(
        self, subject: Subject, checks: Sequence[Check], line: Line, limits: Limits
    ) -> None:
        self.subject, self.checks = subject, checks
        self.line, self.limits = line, limits
        self.decisions = 0
        self.last: Position | None = None

    def answer(
        self,
        place: Place,
        match: int,
        state: Table,
        moment: Moment,
        phase: str,
        view: View,
    ) -> Any:
        """Ask the compiled code, show the decision to the checks, return the answer."""
        position = Position(place, match, state, moment, phase, view)
        self.last = position
        self.decisions += 1
        seconds = self.limits.decision
        reason = f"{phase} gives no answer within {seconds:g} s"
        plain = partial(getattr(self.subject.file.plain, phase), view)
        self.line.doing(position.finding("ends", reason), seconds, plain)
        position.answer = self.subject.compiled(view, phase)
        reason = f"{phase} as plain Python cannot be broken off"
        self.line.doing(position.finding("ends", reason), 10 + 8 * self.limits.plain)
        for check in self.checks:
            for finding in check.look(position):
                self.line.found(finding)
        return position.answer

    def play(
        self, place: Place, match: int, seconds: float, deals: int = DEALS
    ) -> bool:
        """Play the first deals of a match, for so many seconds at most.

        Returns whether the strategy examined was at fault.
        """
        end = time.perf_counter() + seconds
        table = place.table
        seating, block = table.lineup.locate(match)
        played = 0
        try:
            for event in play_match(
                table.rules,
                [decider(table.strategies[entry]) for entry in seating],
                lambda deal: [int(c) for c in shuffled_deck(table.seed, block, deal)],
                partial(_chance, table.seed, match),
                str(place.setup.rules["deck.imperial_suit"]),
                partial(Watcher, self, place, match),
            ):
                played += event["event"] == "deal_end"
                if played == deals or time.perf_counter() > end:
                    return False
        except StrategyFault as fault:
            self.fault(place, fault)
            return True
        return False

    def fault(self, place: Place, fault: StrategyFault) -> None:
        """Report what the reference engine stopped at."""
        position = self.last
        if not place.is_of(fault) or position is None:
            raise fault
        line = None
        error = fault.__cause__
        if error is not None:
            plain = self.subject.plain(position.view, position.phase, self.limits.plain)
            line = place_of_error(plain.error) if plain.error else None
        reason = _unshown(position) or f"{position.phase} {fault.reason}"
        self.line.found(position.finding("legal", reason, line))


def _chance(seed: int, match: int, deal: int, turn: int, phase: int) -> int:
    return chance_number(seed, match, deal, turn, phase)


def _unshown(position: Position) -> str | None:
    """Return the words for a discard of a card that was not shown, if it is one."""
    view, card = position.view, position.answer.value
    if position.phase != "discard" or card not in DECK:
        return None
    name = card_text(card, str(position.place.setup.rules["deck.imperial_suit"]))
    if not view.hand_mask >> card & 1:
        return f"discards {card} ({name}), which it does not hold"
    if view.declared != NONE:
        kind = KINDS[view.declared].replace("_", " ")
        return (
            f"discards {card} ({name}), which it did not show: after declaring a "
            f"{kind} one of the cards shown must go (view.legal_mask)"
        )
    return None
