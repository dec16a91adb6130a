"""Check ``unseen``: what the seat cannot see changes no answer.

The cards that it knows nothing of, in other hands and in the stock, change places; and
other things lie beside its view in memory.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator

from zetema_sim.doctor.check import Check
from zetema_sim.doctor.position import Position
from zetema_sim.doctor.report import Finding
from zetema_sim.doctor.subject import Answer
from zetema_sim.reference_table import Table
from zetema_sim.reference_view import build_view

BOTH = 0.002  # below it plain Python is asked as well, in seconds


class Unseen(Check):
    """Asks again with the unseen cards in other places."""

    name = "unseen"
    share = 0.25

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.rng = random.Random(2)

    def see(self, position: Position) -> Iterator[Finding]:
        """Yield a finding if the answer is another one."""
        if position.answer.error is not None:
            return
        noise = self.subject.among_noise(position.phase)
        if noise.value != position.answer.value:
            reason = f"{position.phase} reads memory beside its view"
            yield position.finding(self.name, reason)
            return
        yield from self.with_other_cards(position)

    def with_other_cards(self, position: Position) -> Iterator[Finding]:
        """Ask in a deal that differs only in what the seat cannot see."""
        state = reshuffled(position.state, position.moment.seat, self.rng)
        old, new = position.answer, self.in_deal(position, state)
        if new.value == old.value and new.seconds < BOTH:
            # Where plain and compiled code differ, check `plain` tells it.
            old = self.in_deal(position, position.state, plain=True)
            new = self.in_deal(position, state, plain=True)
        if new.value != old.value and not (new.is_late or old.is_late):
            reason = (
                f"{position.phase} answers {old.told()}, and {new.told()} when only "
                "cards that it cannot see are others: it knows hidden cards"
            )
            yield position.finding(self.name, reason)

    def in_deal(
        self, position: Position, state: Table, *, plain: bool = False
    ) -> Answer:
        """Return the answer in a deal, which the seat sees as it saw the real one."""
        view = position.view
        view = build_view(state, position.moment, view.chance, view.settings)
        if plain:
            return self.subject.plain(view, position.phase, self.limits.plain)
        return self.subject.compiled(view, position.phase)


def reshuffled(state: Table, seat: int, rng: random.Random) -> Table:
    """Return a deal in which the cards that a seat cannot see changed places.

    Shown cards stay where they are known to be, and hands and stock keep their sizes.
    """
    other = copy.copy(state)
    hands = [[*hand] for hand in state.hands]
    unknown = [*state.stock]
    known: list[list[int]] = []
    for place, hand in enumerate(hands):
        shown = [*state.shown[place].elements()]
        hidden = [*(Counter(hand) - Counter(shown)).elements()]
        known.append(hand if place == seat else shown)
        unknown += [] if place == seat else hidden
    rng.shuffle(unknown)
    for place, hand in enumerate(hands):
        if place != seat:
            missing = len(hand) - len(known[place])
            hands[place] = known[place] + unknown[:missing]
            del unknown[:missing]
    other.hands, other.stock = hands, unknown
    return other
