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

from zetema_sim.cards import (
    DECK,
    KING,
    PILE_SIZE,
    QUEEN,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_SIGNS,
    card,
    card_text,
    parse_cards,
    rank_of,
)
from zetema_sim.common.wording import joined
from zetema_sim.reference.deal import DealTable
from zetema_sim.reference.declarations import Option, find_options
from zetema_sim.reference.seen import Moment, build_view
from zetema_sim.roster import lookup
from zetema_sim.rules.ruleset import rules_named
from zetema_sim.table_rules import TableRules
from zetema_sim.view import KINDS, NONE, View


class SituationError(ValueError):
    """A situation that cannot be: the message is one line."""


class Situation(NamedTuple):
    """What a seat has before it, in text.

    What is not said is as at the start of a deal: the other seats hold as many cards
    as they were dealt, and the rest is the stock. Where `stock` is said and
    `hand_sizes` are not, the other seats hold what is left, as evenly as it goes.
    """

    hand: str
    piles: str = ""  # the cards of the tableau
    gone: str = ""  # the ranks whose pile left play: "AT"
    married: str = ""  # the suits married, a letter a pair
    assembled: str = ""  # the ranks declared as assemblies
    stock: int | None = None  # how many cards; else what the hands leave
    players: int = 3
    sides: str | None = None
    rules: str = "parlett"  # a preset or a file of house rules
    changes: Sequence[str] = ()  # of the rules, as with --set
    seat: int = 0
    starter: int = 0  # the seat that began the deal
    hand_sizes: Mapping[int, int] = {}  # of other seats
    shown: Mapping[int, str] = {}  # cards other seats, or this one, are known to hold
    scores: Sequence[int] = ()
    live: bool = True
    chance: int = 0


def table_rules(situation: Situation) -> TableRules:
    """Return the rules of a situation's table."""
    rules = rules_named(situation.rules, situation.changes)
    return rules.at_table(situation.players, situation.sides)


def table_of(situation: Situation) -> DealTable:
    """Return the deal that a situation tells of, other hands and stock in any order.

    Raises
    ------
    SituationError
        If there is no such deal.
    """
    rules = table_rules(situation)
    _check_seats(situation, rules)
    hand, tableau = parse_cards(situation.hand), parse_cards(situation.piles)
    gone = _ranks(situation.gone, "gone")
    table = DealTable(rules, situation.starter, [], _scores(situation, rules))
    table.hands[situation.seat] = hand
    for seat, cards in situation.shown.items():
        table.shown[seat] = Counter(parse_cards(cards))
    for kind in tableau:
        table.piles[rank_of(kind)].append(kind)
    table.completed = set(gone)
    table.assembled = set(_ranks(situation.assembled, "assembled"))
    table.married = _married(situation.married)
    rest = _unseen(table, situation.seat)
    _check_piles(table)
    deal_out(table, situation, rest)
    return table


def check_possible(situation: Situation) -> None:
    """Refuse a situation that no deal can come to: with more cards than a hand holds.

    Raises
    ------
    SituationError
        With the hand that has too many.
    """
    table = table_of(situation)
    most = max(table.rules.deal_size, table.rules.draw_to)
    for seat, hand in enumerate(table.hands):
        if len(hand) > most:
            raise SituationError(
                f"{len(hand)} cards in the hand of seat {seat}; under these rules it "
                f"holds at most {most} ({_where(table)})"
            )


def _where(table: DealTable) -> str:
    """Return where all cards lie."""
    hands = joined(len(hand) for hand in table.hands)
    lost = PILE_SIZE * len(table.completed) + 2 * sum(table.married)
    return (
        f"the hands have {hands}, the piles {len(table.tableau)}, "
        f"{lost} left play, and the stock has {len(table.stock)}"
    )


def _check_seats(situation: Situation, rules: TableRules) -> None:
    """Refuse seats that there are not, and what cannot be said of them."""
    seats = range(rules.players)
    for seat in (
        *(situation.seat, situation.starter),
        *(*situation.hand_sizes, *situation.shown),
    ):
        if seat not in seats:
            raise SituationError(
                f"seat {seat} is not at this table, whose seats are 0 to {seats[-1]}"
            )
    if not situation.hand.strip():
        raise SituationError(f"the hand of seat {situation.seat} has no cards")
    if situation.seat in situation.hand_sizes:
        raise SituationError(
            f"the hand of seat {situation.seat} is said card by card; hand sizes are "
            "those of the other seats"
        )
    for name, size in (
        ("stock", situation.stock or 0),
        *((f"hand of seat {s}", size) for s, size in situation.hand_sizes.items()),
    ):
        if size < 0:
            raise SituationError(f"{size} cards in the {name}")


def _scores(situation: Situation, rules: TableRules) -> list[int]:
    scores = [*situation.scores, *[0] * (rules.sides - len(situation.scores))]
    if len(scores) > rules.sides:
        raise SituationError(f"{len(scores)} scores, but there are {rules.sides} sides")
    for score in scores:
        if not 0 <= score < rules.target:
            raise SituationError(
                f"a score of {score}; a match is over at {rules.target}, so while it "
                f"lasts scores are 0 to {rules.target - 1}"
            )
    return scores


def _ranks(letters: str, which: str) -> list[int]:
    """Return the ranks that letters name."""
    ranks = []
    for letter in letters.upper().replace("10", "T").replace(",", " ").replace(" ", ""):
        if letter not in RANK_LETTERS:
            raise SituationError(
                f"{letter!r} in {which} is no rank; ranks are {RANK_LETTERS}"
            )
        ranks.append(RANK_LETTERS.index(letter))
    return ranks


def _married(letters: str) -> list[int]:
    """Return how many pairs of each suit are married."""
    suits = letters.upper().translate(SUIT_SIGNS).replace(",", " ").replace(" ", "")
    for letter in suits:
        if letter not in SUIT_LETTERS:
            raise SituationError(
                f"{letter!r} in married is no suit; suits are {SUIT_LETTERS}"
            )
    return [suits.count(letter) for letter in SUIT_LETTERS]


def _unseen(table: DealTable, seat: int) -> Counter[int]:
    """Return the cards that lie nowhere in sight; none may be in sight too often."""
    places: dict[str, Counter[int]] = {
        "in the hand": Counter(table.hands[seat]),
        "on the piles": Counter(table.tableau),
        "in a pile that left play": Counter(
            kind for kind in DECK if rank_of(kind) in table.completed
        ),
        "in the marriage pile": Counter(
            {
                card(rank, suit): pairs
                for suit, pairs in enumerate(table.married)
                for rank in (QUEEN, KING)
                if pairs
            }
        ),
    }
    for other, cards in enumerate(table.shown):
        if other != seat:
            places[f"shown by seat {other}"] = cards
    deck = Counter(DECK)
    seen = sum(places.values(), Counter())
    for kind, copies in sorted(seen.items()):
        if copies > deck[kind]:
            where = joined(
                f"{cards[kind]} {place}"
                for place, cards in places.items()
                if cards[kind]
            )
            raise SituationError(
                f"{copies} {card_text(kind)}, but the deck has {deck[kind]}: {where}"
            )
    if missing := table.shown[seat] - Counter(table.hands[seat]):
        raise SituationError(
            f"{card_text(min(missing))} is shown by seat {seat}, but not in its hand"
        )
    return deck - seen


def _check_piles(table: DealTable) -> None:
    """Refuse piles of five, which have left play."""
    for rank, pile in enumerate(table.piles):
        if len(pile) >= PILE_SIZE:
            letter = RANK_LETTERS[rank]
            raise SituationError(
                f"{len(pile)} cards of rank {letter} on the piles; a complete pile has "
                f"left play (gone {letter})"
            )


def deal_out(table: DealTable, situation: Situation, unseen: Counter[int]) -> None:
    """Give the other hands and the stock the cards that lie nowhere in sight."""
    cards = [*unseen.elements()]
    others = [seat for seat in range(situation.players) if seat != situation.seat]
    known = {seat: [*table.shown[seat].elements()] for seat in others}
    missing = _unknown_in_hands(table.rules, situation, known, len(cards))
    for seat in others:
        first = len(cards) - missing[seat]
        table.hands[seat] = known[seat] + cards[first:]
        del cards[first:]
    table.stock = cards


def _unknown_in_hands(
    rules: TableRules,
    situation: Situation,
    known: Mapping[int, Sequence[int]],
    unseen: int,
) -> dict[int, int]:
    """Return how many of the unseen cards each other seat holds."""
    missing = dict.fromkeys(known, 0)
    for seat, size in situation.hand_sizes.items():
        missing[seat] = size - len(known[seat])
        if missing[seat] < 0:
            raise SituationError(
                f"seat {seat} has shown {len(known[seat])} cards, but holds {size}"
            )
    left = unseen - sum(missing.values()) - (situation.stock or 0)
    unsaid = [seat for seat in known if seat not in situation.hand_sizes]
    if left < 0 or (left and not unsaid and situation.stock is not None):
        raise SituationError(
            f"{unseen} cards lie nowhere in sight, but the other hands and the stock "
            f"as given take {unseen - left} of them"
        )
    if situation.stock is None:
        for seat in unsaid:
            missing[seat] = min(max(rules.deal_size - len(known[seat]), 0), left)
            left -= missing[seat]
        return missing
    for _ in range(left):
        missing[min(unsaid, key=lambda seat: len(known[seat]) + missing[seat])] += 1
    return missing


def to_discard(
    situation: Situation, settings: object = None, declared: Option | None = None
) -> View:
    """Return the view of a seat that is to discard, perhaps after a declaration."""
    legal = parse_cards(situation.hand) if declared is None else declared.cards
    moment = Moment(situation.seat, situation.live, False, declared, legal)
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
