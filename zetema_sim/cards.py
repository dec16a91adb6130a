"""Ranks, suits, card numbers, the deck of 65, and their text form.

A card is a whole number: ``suit * 16 + rank``. So a card is also the place of its
bit in a 64-bit word of four 16-bit suit lanes, which is how the engines hold sets of
cards. Suit 0 is always the imperial suit; which letter it bears is a label (rules.md
section 3, ``deck.imperial_suit``) and touches only the text form.
"""

from __future__ import annotations

RANKS = 13
SUITS = 4
DECK_SIZE = 65
PILE_SIZE = 5  # five cards of each rank: three plain ones and two imperial twins

ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = range(7)
EIGHT, NINE, TEN, JACK, QUEEN, KING = range(7, 13)
IMPERIAL = 0

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"


def card(rank: int, suit: int) -> int:
    """Return the number of the card of `rank` (0 ace to 12 king) and `suit` (0-3)."""
    return suit * 16 + rank


def rank_of(card: int) -> int:
    """Return the rank of a card: 0 ace to 12 king."""
    return card & 15


def suit_of(card: int) -> int:
    """Return the suit of a card: 0, the imperial suit, to 3."""
    return card >> 4


DECK = tuple(
    card(rank, suit) for suit in (*range(SUITS), IMPERIAL) for rank in range(RANKS)
)


def suit_letters(imperial_suit: str = "S") -> str:
    """Return the letters of suits 0 to 3 where `imperial_suit` bears number 0."""
    return imperial_suit + SUIT_LETTERS.replace(imperial_suit, "")


def card_text(card: int, imperial_suit: str = "S") -> str:
    """Return a card's two letters, rank then suit: ``"TS"``."""
    return RANK_LETTERS[rank_of(card)] + suit_letters(imperial_suit)[suit_of(card)]


SUIT_SIGNS = str.maketrans(
    "\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", "SHDC" * 2
)


def parse_card(text: str, imperial_suit: str = "S") -> int:
    """Return the card of a rank and a suit: ``TS``, also ``ts``, ``10S``, ``10\u2660``.

    Raises
    ------
    ValueError
        If `text` is not a rank of ``A23456789TJQK`` and a suit of ``SHDC``.
    """
    letters = suit_letters(imperial_suit)
    plain = text.upper().translate(SUIT_SIGNS).replace("10", "T", 1)
    if len(plain) != 2 or plain[0] not in RANK_LETTERS or plain[1] not in letters:
        raise ValueError(
            f"{text[:20]!r} is no card; a card is a rank of {RANK_LETTERS} and a suit "
            f"of {SUIT_LETTERS}, as in TS"
        )
    return card(RANK_LETTERS.index(plain[0]), letters.index(plain[1]))


def parse_cards(text: str, imperial_suit: str = "S") -> list[int]:
    """Return the cards named in `text`, parted by spaces or commas: ``"QS QS 5H"``."""
    return [parse_card(w, imperial_suit) for w in text.replace(",", " ").split()]
