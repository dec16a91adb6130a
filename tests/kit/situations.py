"""Views made from text, and what a strategy does in them: `zetema_sim.situations`."""

from collections.abc import Callable, Iterator

from tests.kit.tables import rules_at
from zetema_sim.kernel.chance import chance_number, shuffled_deck
from zetema_sim.reference.match import Decider, play_match
from zetema_sim.roster import lookup
from zetema_sim.situations import (
    Situation,
    declaration,
    declares,
    discards,
    keeps,
    options_of,
    table_of,
    table_rules,
    to_declare,
    to_discard,
)
from zetema_sim.view import View

__all__ = [
    "Situation",
    "declaration",
    "declares",
    "discards",
    "keeps",
    "options_of",
    "random_views",
    "table_of",
    "table_rules",
    "to_declare",
    "to_discard",
]


def random_views(name: str, players: int, sides: str) -> Iterator[View]:
    """Yield the views of a match of `random` against itself, every seventh."""
    rules = rules_at(name).at_table(players, sides)
    strategy = lookup.load("random")
    views: list[View] = []

    def seen(decide: Callable[[View], int]) -> Callable[[View], int]:
        def decide_and_note(view: View) -> int:
            views.append(view)
            return decide(view)

        return decide_and_note

    plain, settings = strategy.file.plain, strategy.plain_settings()
    decider = Decider(seen(plain.discard), seen(plain.declare), settings, "random")
    events = play_match(
        rules,
        [decider] * players,
        lambda deal: [int(card) for card in shuffled_deck(3, 0, deal)],
        lambda deal, turn, phase: chance_number(3, 0, deal, turn, phase),
    )
    for _ in events:
        pass
    yield from views[::7]
    yield from views[-3:]
