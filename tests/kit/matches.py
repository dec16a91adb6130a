"""Whole matches of the reference engine, for tests that look at logs."""

from __future__ import annotations

import random
from typing import Any

from zetema_sim.cards import DECK, rank_of
from zetema_sim.reference.match import Decider, play_match
from zetema_sim.replaying.story import tell
from zetema_sim.rules.ruleset import Rules, preset
from zetema_sim.rules.sides import side_lists
from zetema_sim.view import NONE, View

Event = dict[str, Any]


def whole_log(
    rules: Rules, players: int, sides: str | None, seed: int, decider: Decider
) -> list[Event]:
    """Return the log of a match with one strategy on every seat, `match` and all."""
    rng = random.Random(seed)
    table = rules.at_table(players, sides)
    letter = str(rules["deck.imperial_suit"])
    match = {
        "event": "match",
        "schema": 1,
        "rules": rules.as_log(players, sides),
        "players": players,
        "sides": side_lists(table),
        "strategies": [decider.name] * players,
        "seed": seed,
        "number": 0,
        "version": "test",
    }

    def shuffled(deal: int) -> list[int]:
        return rng.sample(DECK, len(DECK))

    def chance(deal: int, turn: int, phase: int) -> int:
        return rng.getrandbits(63)

    return [match, *play_match(table, [decider] * players, shuffled, chance, letter)]


def random_decider() -> Decider:
    """Return a strategy that does anything legal, each choice equally likely."""

    def declare(view: View) -> int:
        return NONE + view.chance % (view.n_options + 1)

    def discard(view: View) -> int:
        cards = legal_cards(view)
        return cards[view.chance % len(cards)]

    return Decider(discard, declare, None, "anything")


def simple_decider() -> Decider:
    """Return a strategy that declares what is worth most and feeds the fullest pile."""

    def discard(view: View) -> int:
        return max(legal_cards(view), key=lambda card: view.piles[rank_of(card)])

    return Decider(discard, None, None, "fullest-pile")


def legal_cards(view: View) -> list[int]:
    """Return the cards that may be discarded, once each."""
    return [card for card in dict.fromkeys(DECK) if view.legal_mask >> card & 1]


# Matches told in words: preset, overrides, players, sides, seed.
TRANSCRIPTS: dict[str, tuple[str, list[str], int, str | None, int]] = {
    "one-deal-of-two": ("parlett", ["match.mode=single_deal"], 2, None, 1),
    "partners": ("official", ["match.target=30"], 4, "2x2", 2),
    "in-1881": ("cassell-1881", ["match.target=30"], 3, None, 3),
}

# Matches that `zetema replay` tells: its arguments.
REPLAYS = {
    "replay-random": "random random --match 1 --seed 2 --set match.mode=single_deal",
    "replay-partners": "random --players 4 --match 0 --rules official "
    "--set match.mode=single_deal",
}


def transcript(name: str) -> str:
    """Return one of the `TRANSCRIPTS` as text."""
    preset_name, overrides, players, sides, seed = TRANSCRIPTS[name]
    rules = preset(preset_name).with_overrides(overrides)
    log = whole_log(rules, players, sides, seed, simple_decider())
    return "\n".join(tell(log))
