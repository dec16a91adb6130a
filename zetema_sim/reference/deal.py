"""One deal as it stands, in lists and counters: part of the reference engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zetema_sim.cards import IMPERIAL, PILE_SIZE, RANKS, SUITS, rank_of, suit_of
from zetema_sim.reference.declarations import Option
from zetema_sim.table_rules import TableRules
from zetema_sim.view import ASSEMBLY, MARRIAGES, NONE

# Sets of cards as words (`bits`)


def mask_of(cards: Iterable[int]) -> int:
    """Return the word with the bit of each kind of card set."""
    return sum(1 << kind for kind in set(cards))


def twins_of(cards: Sequence[int]) -> int:
    """Return the word with the bit of each rank set that has both imperial cards."""
    imperial = [kind for kind in cards if suit_of(kind) == IMPERIAL]
    if len(set(imperial)) == len(imperial):
        return 0
    return sum(1 << rank_of(kind) for kind in set(imperial) if imperial.count(kind) > 1)


def ranks_of(cards: Iterable[int]) -> int:
    """Return the word with the number of cards of each rank, four bits a rank."""
    return sum(1 << 4 * rank_of(kind) for kind in cards)


class PastTurn(NamedTuple):
    """A turn of this deal, as everybody may remember it: the `past_…` of a view."""

    seat: int
    kind: int  # the kind declared, or NONE
    points: int
    mask: int  # of the cards shown, or married
    twins: int
    discard: int  # or NONE


class DealTable:
    """A deal in play: who holds what, what lies where, what everybody knows.

    Parameters
    ----------
    rules : TableRules
        The rules in force.
    deal : int
        The deal's number in its match.
    deck : sequence of int
        The shuffled cards: the first `deal_size` for seat 0, and so on; the rest is
        the stock, first drawn first.
    scores : list of int
        The running totals of the sides; kept up to date.
    """

    def __init__(
        self, rules: TableRules, deal: int, deck: Sequence[int], scores: list[int]
    ) -> None:
        self.rules = rules
        self.deal = deal
        self.starter = deal % rules.players  # section 4: it moves one seat each deal
        self.scores = scores
        size = rules.deal_size
        seats = range(rules.players)
        self.hands = [[*map(int, deck[seat * size :][:size])] for seat in seats]
        self.stock = [*map(int, deck[rules.players * size :])]
        self.piles: list[list[int]] = [[] for _ in range(RANKS)]
        self.completed: set[int] = set()  # ranks whose five cards left as a pile
        self.married = [0] * SUITS  # pairs in the marriage pile
        self.assembled: set[int] = set()  # ranks declared as an assembly
        self.shown: list[Counter[int]] = [Counter() for _ in seats]
        self.past: list[PastTurn] = []
        # Whether the seat's last fill-up drew a card or needed none; None before.
        self.filled: list[bool | None] = [None for _ in seats]

    @property
    def tableau(self) -> list[int]:
        """All cards of the tableau."""
        return [card for pile in self.piles for card in pile]

    def last_turn_of(self, seat: int) -> PastTurn | None:
        """Return the last turn that `seat` took in this deal, if any."""
        return next((past for past in reversed(self.past) if past.seat == seat), None)

    def fill_up(self, seat: int, size: int) -> list[int]:
        """Draw until the hand has `size` cards or the stock is empty."""
        needed = size - len(self.hands[seat])
        drawn = self.stock[: max(needed, 0)]
        del self.stock[: len(drawn)]
        self.hands[seat] += drawn
        self.filled[seat] = needed <= 0 or len(drawn) > 0
        return drawn

    def is_fresh(self, seat: int) -> bool:
        """Whether the seat's next turn is live under turn_end (end of section 4)."""
        return self.rules.draw_at_end == 1 and self.filled[seat] is not False

    def declare(self, seat: int, option: Option) -> None:
        """Show the option's cards, or take its marriages out of play (section 5)."""
        self.scores[self.rules.side_of[seat]] += option.points
        if option.kind == MARRIAGES:
            for card in option.cards:
                self._take_from_hand(seat, card)
            for card in option.table_cards:
                self.piles[rank_of(card)].remove(card)
            for pair in option.pairs:
                self.married[pair.suit] += 1
            return
        if option.kind == ASSEMBLY:
            self.assembled.add(rank_of(option.cards[0]))
        # Shown cards go back to the hand and are known from then on.
        for card, copies in Counter(option.cards).items():
            self.shown[seat][card] = max(self.shown[seat][card], copies)

    def discard(self, seat: int, card: int) -> bool:
        """Put a card on its pile; return whether a pile of five left play (step 6)."""
        self._take_from_hand(seat, card)
        pile = self.piles[rank_of(card)]
        pile.append(card)
        if len(pile) < PILE_SIZE:
            return False
        pile.clear()
        self.completed.add(rank_of(card))
        return True

    def _take_from_hand(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.shown[seat][card] = max(0, self.shown[seat][card] - 1)


def past_turn(seat: int, option: Option | None, discard: int | None) -> PastTurn:
    """Return a finished turn as everybody may remember it."""
    kept = NONE if discard is None else discard
    if option is None:
        return PastTurn(seat, NONE, 0, 0, 0, kept)
    words = mask_of(option.all_cards), twins_of(option.all_cards)
    return PastTurn(seat, option.kind, option.points, *words, kept)
