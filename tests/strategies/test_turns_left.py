"""`turns_left` says how many turns come in which a seat draws."""

from __future__ import annotations

import pytest

from zetema_sim.bits import lowest_bit
from zetema_sim.kernel.chance import shuffled_deck
from zetema_sim.reference.asking import Decider
from zetema_sim.reference.match import play_match
from zetema_sim.rules.ruleset import preset
from zetema_sim.toolkit import turns_left
from zetema_sim.view import NONE, View


# Each turn draws one card: up to one more than was dealt, or as many.
@pytest.mark.parametrize(("when", "dealt"), [("turn_start", 6), ("turn_end", 7)])
@pytest.mark.parametrize(("players", "sides"), [(2, "solo"), (3, "solo"), (4, "2x2")])
def test_it_is_what_comes(when: str, dealt: int, players: int, sides: str) -> None:
    """In played deals without marriages and extra turns, which are not foreseen."""
    changes = [
        f"draw.when={when}",
        f"deal.size={dealt}",
        "two_player.extra=none",
        "match.mode=single_deal",
    ]
    table = preset("parlett").with_overrides(changes).at_table(players, sides)
    asked: list[tuple[int, int, int]] = []

    def discard(view: View) -> int:
        asked.append((view.seat, turns_left(view), view.live))
        return lowest_bit(view.legal_mask)

    decider = Decider(discard, lambda view: NONE, (), "counting")
    for block in range(5):
        asked.clear()
        decks = [*map(int, shuffled_deck(7, block, 0))]
        for _ in play_match(
            table, [decider] * players, lambda _, cards=decks: cards, lambda *_: 0
        ):
            pass
        for place, (seat, told, _) in enumerate(asked):
            assert told == sum(live for s, _, live in asked[place + 1 :] if s == seat)
