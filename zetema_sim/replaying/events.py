"""One match as the events of the game log, from either engine.

The kernel notes a row of numbers a turn; here they become the events of
docs/game-log.md. The reference engine yields events itself. What both need, the
match's decks, chance numbers and first event, stands here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from zetema_sim import __version__
from zetema_sim.bits import SUIT_MASK, count_bits
from zetema_sim.cards import (
    ACE,
    IMPERIAL,
    KING,
    QUEEN,
    RANK_LETTERS,
    TWO,
    card,
    card_text,
    rank_of,
    suit_letters,
    suit_of,
)
from zetema_sim.kernel.chance import chance_number, shuffled_deck
from zetema_sim.playing.table import Table
from zetema_sim.reference.match import Decider, play_match
from zetema_sim.roster.lookup import Strategy
from zetema_sim.rules.ruleset import Rules
from zetema_sim.rules.sides import side_lists
from zetema_sim.table_rules import TableRules
from zetema_sim.view import ASSEMBLY, FLUSH_SEQUENCE, KINDS, MARRIAGES, NONE, SEQUENCE

Event = dict[str, Any]
Row = dict[str, Any]  # a turn as the kernel logs it
SCHEMA = 1
_MOST_EXACT = 2**53  # of the whole numbers that a reader of doubles tells apart
ENGINES = ("kernel", "reference")


def match_events(
    table: Table, rules: Rules, sides: str | None, match: int, engine: str = "kernel"
) -> Iterator[Event]:
    """Yield a match's events, the first one `match`.

    Parameters
    ----------
    table : Table
        Who plays, and the seed.
    rules : Rules
        The rule set that `table.rules` was made of.
    sides : str or None
        The arrangement of sides in play, as given.
    match : int
        The match's number under the seed.
    engine : str
        One of `ENGINES`.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed; the events
        before it have been yielded if the engine is the reference one.
    """
    players = table.rules.players
    seating, block = table.lineup.locate(match)
    seats = [table.strategies[entry] for entry in seating]
    yield {
        "event": "match",
        "schema": SCHEMA,
        "rules": rules.as_log(players, sides),
        "players": players,
        "sides": side_lists(table.rules),
        "strategies": [strategy.name for strategy in seats],
        "seed": table.seed,
        **({"seed_text": str(table.seed)} if table.seed > _MOST_EXACT else {}),
        "number": match,
        "version": __version__,
    }
    letter = str(rules["deck.imperial_suit"])
    if engine == "reference":
        yield from reference_events(table, seats, block, match, letter)
    else:
        log = table.play_match(match).log
        deals = int(log["deal"][-1]) + 1
        decks = [shuffled_deck(table.seed, block, deal) for deal in range(deals)]
        yield from log_events(table.rules, log, decks, letter)


def reference_events(
    table: Table, seats: Sequence[Strategy], block: int, match: int, letter: str
) -> Iterator[Event]:
    """Yield a match's events from the reference engine, strategies uncompiled."""
    seed = table.seed
    yield from play_match(
        table.rules,
        [decider(strategy) for strategy in seats],
        lambda deal: [int(card) for card in shuffled_deck(seed, block, deal)],
        lambda deal, turn, phase: chance_number(seed, match, deal, turn, phase),
        letter,
    )


def decider(strategy: Strategy) -> Decider:
    """Return a strategy as the reference engine asks it."""
    plain = strategy.file.plain
    declare = plain.declare if strategy.file.has_declare else None
    return Decider(plain.discard, declare, strategy.plain_settings(), strategy.name)


def log_events(
    rules: TableRules,
    log: npt.NDArray[Any],
    decks: Sequence[Sequence[int] | npt.NDArray[np.int8]],
    letter: str = "S",
) -> Iterator[Event]:
    """Yield the events that a kernel's log stands for, from the first deal on."""
    deal, scores = NONE, [0] * rules.sides
    for turn in log:
        row = {name: turn[name].tolist() for name in turn.dtype.names}
        if row["deal"] != deal:
            if deal != NONE:
                yield {"event": "deal_end", "deal": deal, "scores": scores}
            deal = row["deal"]
            yield _deal_event(rules, deal, decks[deal], letter)
        scores = row["scores"][: rules.sides]
        yield _turn_event(row, decks[deal], scores, letter)
    if max(scores) < rules.target:
        yield {"event": "deal_end", "deal": deal, "scores": scores}
    best = [side for side, points in enumerate(scores) if points == max(scores)]
    winner = best[0] if len(best) == 1 else best
    yield {"event": "match_end", "scores": scores, "winner": winner, "deals": deal + 1}


def _deal_event(rules: TableRules, deal: int, deck: Any, letter: str) -> Event:
    cards = [card_text(int(number), letter) for number in deck]
    size, players = rules.deal_size, rules.players
    return {
        "event": "deal",
        "deal": deal,
        "starter": deal % players,
        "hands": [cards[seat * size : (seat + 1) * size] for seat in range(players)],
        "stock": cards[size * players :],
    }


def _turn_event(row: Row, deck: Any, scores: list[int], letter: str) -> Event:
    first, drawn = row["drawn_from"], row["drawn"]
    after = first + drawn + row["refilled"]
    discard, zetema = row["discard"], row["zetema"]
    cards = [card_text(int(number), letter) for number in deck[first:after]]
    return {
        "event": "turn",
        "seat": row["seat"],
        "drawn": cards[:drawn],
        "declared": _declared(row, letter),
        "declared_points": row["points"],
        "discard": None if discard == NONE else card_text(discard, letter),
        "zetema": None if zetema == NONE else RANK_LETTERS[zetema],
        "zetema_points": row["zetema_points"],
        "refilled": cards[drawn:],
        "scores": scores,
    }


def _declared(row: Row, letter: str) -> Event | None:
    kind, mask, twins = (row[column] for column in ("kind", "mask", "twins"))
    if kind == NONE:
        return None
    if kind == MARRIAGES:
        return {"kind": KINDS[kind], "pairs": _pairs(row, letter)}
    cards = [number for number in range(64) if mask >> number & 1]
    cards += [card(rank, IMPERIAL) for rank in range(13) if twins >> rank & 1]
    assert kind != ASSEMBLY or count_bits(mask) == 4  # one card a suit, and the twin
    shown = sorted(cards, key=_run_order(kind, cards))
    return {"kind": KINDS[kind], "cards": [card_text(c, letter) for c in shown]}


def _run_order(kind: int, cards: Sequence[int]) -> Callable[[int], tuple[int, int]]:
    """Return what cards are sorted by: rank and suit, an ace above the king last."""
    ranks = {rank_of(card) for card in cards}
    is_run = kind in (SEQUENCE, FLUSH_SEQUENCE)
    ace_is_high = is_run and KING in ranks and TWO not in ranks
    lowest = TWO if ace_is_high else ACE
    return lambda card: ((rank_of(card) - lowest) % len(RANK_LETTERS), suit_of(card))


def _pairs(row: Row, letter: str) -> list[dict[str, str]]:
    """Return the pairs of a declaration, the imperial ones first.

    Kings from the hand go with queens from the tableau first, so that each pair has a
    card of the hand where the rules ask for it.
    """
    pairs = []
    for suit, name in enumerate(suit_letters(letter)):
        kings = _places(row, suit, KING)
        queens = _places(row, suit, QUEEN)
        for king, queen in zip(kings, reversed(queens), strict=True):
            pairs.append({"suit": name, "king": king, "queen": queen})
    return pairs


def _places(row: Row, suit: int, rank: int) -> list[str]:
    """Return where a suit's married kings or queens come from, the hand's first."""
    places = []
    columns = (
        ("hand", "mask", "twins"),
        ("tableau", "tableau_mask", "tableau_twins"),
    )
    for place, mask, twins in columns:
        copies = row[mask] >> card(rank, suit) & 1
        if suit == IMPERIAL:
            copies += row[twins] & SUIT_MASK & 1 << rank != 0
        places += [place] * copies
    return places
