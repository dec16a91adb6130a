"""The declarations that a hand and the tableau allow, found by trying.

Part of the reference engine: rules.md section 5 read once more, slowly, with cards in
lists and `itertools`. The options come in the order that `view` documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from zetema_sim.cards import (
    ACE,
    IMPERIAL,
    KING,
    PILE_SIZE,
    QUEEN,
    RANKS,
    SUITS,
    rank_of,
    suit_of,
)
from zetema_sim.cards import card as card_of
from zetema_sim.table_rules import (
    BONUS_EACH,
    BONUS_SECOND_ONLY,
    FLUSH_ANY,
    FLUSH_NEVER,
    TABLEAU_NONE,
    TABLEAU_ONE_PER_DECLARATION,
    TableRules,
)
from zetema_sim.view import ASSEMBLY, FLUSH, FLUSH_SEQUENCE, MARRIAGES, SEQUENCE

HAND, TABLEAU = "hand", "tableau"


class MarriedPair(NamedTuple):
    """A marriage: its suit, and whether king and queen lie in hand or tableau."""

    suit: int
    king: str
    queen: str


class Option(NamedTuple):
    """Something that may be declared."""

    kind: int
    points: int
    cards: tuple[int, ...]  # of the hand: shown, or married
    table_cards: tuple[int, ...] = ()  # married from the tableau
    pairs: tuple[MarriedPair, ...] = ()

    @property
    def all_cards(self) -> tuple[int, ...]:
        """Those of the hand, then those of the tableau."""
        return self.cards + self.table_cards


def find_options(
    rules: TableRules,
    hand: Sequence[int],
    tableau: Sequence[int],
    imperial_before: int,
) -> list[Option]:
    """Return all that may be declared, in the order of `view`.

    Parameters
    ----------
    rules : TableRules
        The rules in force.
    hand, tableau : sequence of int
        The cards of the hand and those of all piles, in any order.
    imperial_before : int
        How many imperial pairs were declared earlier in this deal, by anyone.
    """
    held = sorted(hand, key=lambda card: (rank_of(card), suit_of(card)))
    runs = list(_sequences(rules, held))
    in_suit = [option for option in runs if option.kind == FLUSH_SEQUENCE]
    return [
        *_assemblies(rules, held),
        # By suit, then by lowest rank: the sort leaves those of a suit in order.
        *sorted(in_suit, key=lambda option: suit_of(option.cards[0])),
        *find_marriages(rules, held, tableau, imperial_before),
        *(option for option in _flushes(rules, held) if option.kind == FLUSH),
        *(option for option in runs if option.kind == SEQUENCE),
    ]


def _assemblies(rules: TableRules, held: Sequence[int]) -> Iterator[Option]:
    """Yield the assemblies: five cards of one rank (section 5)."""
    ranks = [rank_of(card) for card in held]
    for rank in range(RANKS):
        if ranks.count(rank) == PILE_SIZE:
            cards = tuple(card for card in held if rank_of(card) == rank)
            yield Option(ASSEMBLY, rules.assembly[rank], cards)


# Sequences, flushes and flush sequences


@lru_cache
def windows(length: int, ace_low: int, ace_high: int) -> list[list[int]]:
    """Return the runs of `length` ranks that make a sequence (section 5).

    They come by lowest rank, the one with a high ace last.
    """
    low = list(range(RANKS))
    high = [*low[1:], ACE]
    found: list[list[int]] = []
    for order in ([low] if ace_low else []) + ([high] if ace_high else []):
        for start in range(RANKS - length + 1):
            window = order[start : start + length]
            # Nearly all windows are the same ranks with a low and with a high ace.
            if set(window) not in map(set, found):
                found.append(window)
    return found


def windows_of(rules: TableRules) -> list[list[int]]:
    """Return the `windows` under these rules."""
    return windows(rules.run_length, rules.ace_low, rules.ace_high)


def is_run(rules: TableRules, cards: Sequence[int]) -> bool:
    """Whether `run_length` cards are a sequence, of whatever suits."""
    ranks = sorted(rank_of(card) for card in cards)
    return any(ranks == sorted(window) for window in windows_of(rules))


def label(rules: TableRules, cards: Sequence[int], run: bool) -> Option | None:
    """Return the set of cards under its one label, or None if it has none.

    A set is declared under the label worth most; on a tie, a flush sequence comes
    before a flush before a sequence (section 5).

    Parameters
    ----------
    rules : TableRules
        The rules in force.
    cards : sequence of int
        `run_length` cards.
    run : bool
        Whether they are a sequence.
    """
    labels = []
    if run and _is_suited(rules, cards):
        labels.append((rules.flush_sequence_points, FLUSH_SEQUENCE))
    if _is_flush(rules, cards):
        labels.append((rules.flush_points, FLUSH))
    if run:
        labels.append((rules.sequence_points, SEQUENCE))
    if not labels:
        return None
    most = max(points for points, _ in labels)
    kind = next(kind for points, kind in labels if points == most)
    return Option(kind, most, tuple(cards))


def _is_suited(rules: TableRules, cards: Sequence[int]) -> bool:
    """Whether the cards are of one suit that may make a flush at all."""
    suits = {suit_of(card) for card in cards}
    if len(suits) > 1:
        return False
    # flush.imperial = never: an imperial flush sequence is a plain sequence.
    return suits != {IMPERIAL} or rules.flush_imperial != FLUSH_NEVER


def _is_flush(rules: TableRules, cards: Sequence[int]) -> bool:
    # flush.imperial = distinct_ranks: no rank twice.
    distinct = len(set(cards)) == len(cards)
    return _is_suited(rules, cards) and (distinct or rules.flush_imperial == FLUSH_ANY)


def _sequences(rules: TableRules, held: Sequence[int]) -> Iterator[Option]:
    """Yield the sets of consecutive ranks, whatever their label."""
    suits_held: list[list[int]] = [[] for _ in range(RANKS)]
    for card in dict.fromkeys(held):  # a twin makes no other set
        suits_held[rank_of(card)].append(suit_of(card))
    for window in windows_of(rules):
        for suits in product(*(suits_held[rank] for rank in window)):
            cards = [card_of(*pair) for pair in zip(window, suits, strict=True)]
            option = label(rules, cards, run=True)
            if option is not None:
                yield option


def _flushes(rules: TableRules, held: Sequence[int]) -> Iterator[Option]:
    """Yield the sets of one suit, whatever their label."""
    for suit in range(SUITS):
        cards = [card for card in held if suit_of(card) == suit]
        if len(cards) < rules.run_length:
            continue
        # Twins make the same set more than once: each only once.
        for chosen in dict.fromkeys(combinations(cards, rules.run_length)):
            option = label(rules, chosen, is_run(rules, chosen))
            if option is not None:
                yield option


# Marriages


def find_marriages(
    rules: TableRules,
    hand: Sequence[int],
    tableau: Sequence[int],
    imperial_before: int,
) -> list[Option]:
    """Return the sets of marriages that may be declared (section 5).

    The parameters are those of `find_options`.
    """
    choices = [_suit_choices(rules, hand, tableau, suit) for suit in range(SUITS)]
    options = []
    for chosen in product(*choices):
        pairs = [pair for pairs_of_suit in chosen for pair in pairs_of_suit]
        if any(HAND in pair for pair in pairs):
            points = marriage_points(rules, pairs, imperial_before)
            options.append(_marriage_option(points, pairs))
    return options


def _suit_choices(
    rules: TableRules, hand: Sequence[int], tableau: Sequence[int], suit: int
) -> list[tuple[MarriedPair, ...]]:
    """Return the ways to marry in one suit: no pair, one pair, two pairs."""
    king, queen = card_of(KING, suit), card_of(QUEEN, suit)
    kings = [HAND] * hand.count(king) + [TABLEAU] * tableau.count(king)
    # Of two pairs, kings of the hand go with queens of the tableau first.
    queens = [TABLEAU] * tableau.count(queen) + [HAND] * hand.count(queen)
    choices: list[tuple[MarriedPair, ...]] = [()]
    for king_from, queen_from in product((HAND, TABLEAU), repeat=2):
        pair = MarriedPair(suit, king_from, queen_from)
        if king_from in kings and queen_from in queens and _may_marry(rules, pair):
            choices.append((pair,))
    if len(kings) == 2 and len(queens) == 2:
        both = tuple(
            MarriedPair(suit, *places) for places in zip(kings, queens, strict=True)
        )
        if all(_may_marry(rules, pair) for pair in both):
            choices.append(both)
    return choices


def _may_marry(rules: TableRules, pair: MarriedPair) -> bool:
    """Whether the pair's cards may lie where they lie (marriage.tableau_cards)."""
    from_hand = (pair.king, pair.queen).count(HAND)
    if rules.tableau_cards == TABLEAU_NONE:
        return from_hand == 2
    if rules.tableau_cards == TABLEAU_ONE_PER_DECLARATION:
        return True  # one hand card in the whole declaration: `find_marriages`
    return from_hand >= 1


def marriage_points(
    rules: TableRules, pairs: Sequence[MarriedPair], imperial_before: int
) -> int:
    """Return the points of pairs declared together (section 5, marriage points)."""
    points = rules.marriage_base[len(pairs) - 1]
    if len(pairs) == 5 and not rules.bonus_at_five:
        return points
    imperial = sum(pair.suit == IMPERIAL for pair in pairs)
    if rules.imperial_mode == BONUS_EACH:
        return points + imperial * rules.imperial_bonus
    if rules.imperial_mode == BONUS_SECOND_ONLY:
        if imperial == 2:
            return points + 2 * rules.imperial_bonus
        if imperial == 1 and imperial_before == 1:
            return points + rules.imperial_bonus
    return points


def _marriage_option(points: int, pairs: Sequence[MarriedPair]) -> Option:
    """Return the option of these pairs, with the cards it takes."""
    cards = []
    for pair in pairs:
        cards.append((pair.king, card_of(KING, pair.suit)))
        cards.append((pair.queen, card_of(QUEEN, pair.suit)))
    return Option(
        MARRIAGES,
        points,
        tuple(card for place, card in cards if place == HAND),
        tuple(card for place, card in cards if place == TABLEAU),
        tuple(pairs),
    )
