"""Whole matches, compiled: as many as the time buys, the same number at every table."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zetema_sim.cards import DECK, card_text
from zetema_sim.doctor.child_pipe import Line
from zetema_sim.doctor.examined_strategy import Record, Subject, view_of
from zetema_sim.doctor.report import Limits
from zetema_sim.doctor.tables import SeatedTable
from zetema_sim.faults import StrategyFault
from zetema_sim.kernel import counters
from zetema_sim.playing.decision_record import here
from zetema_sim.roster.strategy_lines import place_of_error
from zetema_sim.view import KINDS, NONE

CALL = 0.1  # about so many seconds are played at once


@dataclass
class Matches:
    """What was played at the tables.

    Attributes
    ----------
    played
        How many matches, by place in `places`.
    seconds
        Of processor time that this took.
    turns
        Of the strategy examined.
    """

    places: Sequence[SeatedTable]
    subject: Subject
    line: Line
    limits: Limits
    played: dict[int, int] = field(default_factory=dict)
    at_fault: set[int] = field(default_factory=set)
    seconds: float = 0.0
    turns: int = 0
    _blocks: dict[int, int] = field(default_factory=dict)
    _spent: dict[int, float] = field(default_factory=dict)

    def play(self, seconds: float) -> None:
        """Play at each table in turn, ever more, for so long."""
        order, blocks = [*range(len(self.places))], 1
        rng = random.Random(3)
        while self.seconds < seconds and len(self.at_fault) < len(order):
            for number in order:
                if self.seconds >= seconds:
                    return
                if number not in self.at_fault:
                    self._play(number, blocks)
            blocks *= 2
            rng.shuffle(order)

    def _play(self, number: int, blocks: int) -> None:
        """Play some blocks at a place, no more than take about `CALL`."""
        place, first = self.places[number], self._blocks.get(number, 0)
        if first:
            each = self._spent[number] / first
            blocks = max(1, min(blocks, int(CALL / max(each, 1e-9))))
        doing = place.finding(
            "ends", f"gives no answer within {self.limits.decision:g} s"
        )
        self.line.doing(doing, self.limits.decision, self.asked_again(place))
        start = time.thread_time()
        try:
            sums = place.table.attempt(first, blocks).sums[:, place.entry].sum(axis=0)
            self.turns += int(sums[counters.TURNS])
            count = sum(len(place.lineup.matches_of(first + b)) for b in range(blocks))
            self.played[number] = self.played.get(number, 0) + count
        except StrategyFault as fault:
            self.at_fault.add(number)
            self._tell(place, fault)
        spent = time.thread_time() - start
        self.seconds += spent
        self._spent[number] = self._spent.get(number, 0.0) + spent
        self._blocks[number] = first + blocks

    def asked_again(self, place: SeatedTable) -> Callable[[], object]:
        """Return what asks as plain Python what is being decided at a table."""

        def ask() -> object:
            strategy = place.table.strategies[place.entry]
            spot = self.line.spot
            phase = spot.fault("").phase
            view = view_of(spot.public.copy(), strategy, place.table.rules)
            return getattr(self.subject.file.plain, phase)(view)

        return ask

    def _tell(self, place: SeatedTable, fault: StrategyFault) -> None:
        """Report a fault, with its line where plain Python meets it too."""
        if not place.is_of(fault):
            raise fault
        view, answer = here().public.copy(), int(here().hidden["where"][0]["answer"])
        reason, line = f"{fault.phase} {fault.reason}", None
        if fault.reason.startswith("raised"):
            strategy = place.table.strategies[place.entry]
            plain = view_of(view, strategy, place.table.rules)
            error = self.subject.plain(plain, fault.phase, self.limits.plain).error
            line = place_of_error(error) if error else None
        elif fault.phase == "discard":
            reason = _unshown(view, answer, place.imperial_suit) or reason
        self.line.found(place.finding("legal", reason, line).of(fault))


def _unshown(view: Record, card: int, imperial_suit: str) -> str | None:
    """Return the words for a discard of a card that was not shown, if it is one."""
    if card not in DECK:
        return None
    name = card_text(card, imperial_suit)
    if not int(view["hand_mask"][0]) >> card & 1:
        return f"discards {card} ({name}), which it does not hold"
    if int(view["declared"][0]) != NONE:
        kind = KINDS[int(view["declared"][0])].replace("_", " ")
        return (
            f"discards {card} ({name}), which it did not show: after declaring a "
            f"{kind} one of the cards shown must go (view.legal_mask)"
        )
    return None
