"""Views made from text, and what a strategy does in them.

``discards("greedy", "QS QS 5H", piles="5S 5D 5C 5S")`` is the card, as text, that the
strategy discards; ``declares`` the kind that it declares. Hands stand for the whole
hand when it decides. What is not said is as at the start of a deal. A strategy is given
as on the command line: a shipped name or the path of a file, with settings or not. It
runs as plain Python, so that a debugger stops in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zetema_sim.cards import DECK, RANK_LETTERS, card_text, parse_cards, rank_of
from zetema_sim.reference.deal import DealTable
from zetema_sim.reference.declarations import Option, find_options
from zetema_sim.reference.seen import Moment, build_view
from zetema_sim.roster import lookup
from zetema_sim.rules.ruleset import preset
from zetema_sim.table_rules import TableRules
from zetema_sim.view import KINDS, NONE, View


class Situation(NamedTuple):
    """What a seat has before it, in text."""

    hand: str
    piles: str = ""  # the cards of the tableau
    gone: str = ""  # the ranks whose pile left play: "AT"
    married: str = ""  # the suits married, a letter a pair
    assembled: str = ""  # the ranks declared as assemblies
    stock: int | None = None  # how many cards; else what the hands leave
    players: int = 3
    sides: str | None = None
    rules: str = "parlett"
    changes: Sequence[str] = ()  # of the rules, as with --set
    seat: int = 0
    shown: Mapping[int, str] = {}  # cards other seats, or this one, are known to hold
    scores: Sequence[int] = ()
    live: bool = True
    chance: int = 0


def table_rules(situation: Situation) -> TableRules:
    """Return the rules of a situation's table."""
    rules = preset(situation.rules).with_overrides(situation.changes)
    return rules.at_table(situation.players, situation.sides)


def table_of(situation: Situation) -> DealTable:
    """Return the deal that a situation tells of, other hands and stock in any order."""
    rules = table_rules(situation)
    hand, tableau = parse_cards(situation.hand), parse_cards(situation.piles)
    rest = Counter(DECK) - Counter(hand) - Counter(tableau)
    for rank in map(RANK_LETTERS.index, situation.gone):
        rest -= Counter({card: 2 for card in DECK if rank_of(card) == rank})
    for suit in situation.married:
        rest -= Counter(parse_cards(f"K{suit} Q{suit}"))
    scores = [*situation.scores, *[0] * (rules.sides - len(situation.scores))]
    table = DealTable(rules, 0, [], scores)
    table.hands[situation.seat] = hand
    for seat, cards in situation.shown.items():
        table.shown[seat] = Counter(parse_cards(cards))
    deal_out(table, situation, rest)
    for card in tableau:
        table.piles[rank_of(card)].append(card)
    table.completed = {RANK_LETTERS.index(rank) for rank in situation.gone}
    table.assembled = {RANK_LETTERS.index(rank) for rank in situation.assembled}
    table.married = [situation.married.count(suit) for suit in "SHDC"]
    return table


def deal_out(table: DealTable, situation: Situation, rest: Counter[int]) -> None:
    """Give the other hands and the stock the cards that are nowhere else."""
    others = [seat for seat in range(situation.players) if seat != situation.seat]
    for seat in others:
        table.hands[seat] = [*table.shown[seat].elements()]
        rest -= table.shown[seat]
    cards = [*rest.elements()]
    if situation.stock is None:
        for seat in others:
            missing = max(table.rules.deal_size - len(table.hands[seat]), 0)
            table.hands[seat] += [cards.pop() for _ in range(min(missing, len(cards)))]
        table.stock = cards
        return
    table.stock = cards[: situation.stock]
    for place, card in enumerate(cards[situation.stock :]):
        table.hands[others[place % len(others)]].append(card)


def to_discard(
    situation: Situation, settings: object = None, declared: Option | None = None
) -> View:
    """Return the view of a seat that is to discard, perhaps after a declaration."""
    legal = parse_cards(situation.hand) if declared is None else declared.cards
    kind = NONE if declared is None else declared.kind
    moment = Moment(situation.seat, situation.live, False, kind, legal)
    return build_view(table_of(situation), moment, situation.chance, settings)


def options_of(situation: Situation) -> list[Option]:
    """Return what may be declared."""
    table = table_of(situation)
    hand = table.hands[situation.seat]
    return find_options(table.rules, hand, table.tableau, table.married[0])


def to_declare(situation: Situation, settings: object = None) -> View:
    """Return the view of a seat that may declare."""
    options = options_of(situation)
    points = [option.points for option in options]
    best = points.index(max(points))
    seat, live = situation.seat, situation.live
    moment = Moment(seat, live, False, options=options, best_option=best)
    return build_view(table_of(situation), moment, situation.chance, settings)


# What strategies do


def discards(strategy: str, hand: str, piles: str = "", **details: Any) -> str:
    """Return the card that a strategy discards from a hand, as text."""
    chosen = lookup.load(strategy)
    view = to_discard(Situation(hand, piles, **details), chosen.plain_settings())
    return card_text(chosen.file.plain.discard(view))


def declares(strategy: str, hand: str, piles: str = "", **details: Any) -> str | None:
    """Return what a strategy declares: the kind, marriages with their number."""
    option = declaration(strategy, Situation(hand, piles, **details))
    if option is None:
        return None
    pairs = f" {len(option.pairs)}" if option.pairs else ""
    return KINDS[option.kind] + pairs


def keeps(strategy: str, hand: str, piles: str = "", **details: Any) -> str:
    """Return the cards of the hand that a strategy's declaration does not show."""
    option = declaration(strategy, Situation(hand, piles, **details))
    left = Counter(parse_cards(hand)) - Counter(option.cards if option else ())
    return " ".join(card_text(card) for card in sorted(left.elements()))


def declaration(strategy: str, situation: Situation) -> Option | None:
    """Return the option that a strategy declares, if any."""
    chosen = lookup.load(strategy)
    view = to_declare(situation, chosen.plain_settings())
    declare = getattr(chosen.file.plain, "declare", lambda view: view.best_option)
    answer = declare(view)
    return None if answer == NONE else options_of(situation)[answer]
