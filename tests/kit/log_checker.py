"""Checks a match from its log alone: a third reading of the rules, on cards as text.

It uses nothing of zetema_sim. Every check is an assert with what was wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

Event = dict[str, Any]

RANKS = "A23456789TJQK"
SUITS = "SHDC"
KEYS = {
    "match": "event schema rules players sides strategies seed number version",
    "deal": "event deal starter hands stock",
    "turn": "event seat drawn declared declared_points discard zetema zetema_points "
    "refilled scores",
    "deal_end": "event deal scores",
    "match_end": "event scores winner deals",
}
SHOWN = ("sequence", "flush", "flush_sequence", "assembly")


def check_match(events: Iterable[Event]) -> None:
    """Check one match, from its `match` event to its `match_end`."""
    match = MatchChecker()
    for event in events:
        assert set(event) == set(KEYS[event["event"]].split()), f"keys of {event}"
        getattr(match, "on_" + event["event"])(event)
    assert match.is_over, "the match has no end"


class MatchChecker:
    """Follows a match; each `on_…` method takes an event of that name."""

    def __init__(self) -> None:
        self.is_over = False
        self.deals = 0
        self.in_deal = False

    # Match and deal

    def on_match(self, event: Event) -> None:
        assert event["schema"] == 1
        self.rules, self.players = event["rules"], event["players"]
        assert self.players in self.rules["players"]
        self.side_of = {
            seat: side for side, seats in enumerate(event["sides"]) for seat in seats
        }
        assert sorted(self.side_of) == [*range(self.players)]
        assert len(event["strategies"]) == self.players
        sides = len(event["sides"])
        assert all(self.side_of[seat] == seat % sides for seat in self.side_of)
        self.scores = [0] * sides
        self.target = self.by_count("match", "target")
        self.imperial = self.rules["deck"]["imperial_suit"]

    def by_count(self, group: str, name: str) -> int:
        number: int = self.rules[group][name][str(self.players)]
        return number

    def on_deal(self, event: Event) -> None:
        assert not self.in_deal
        assert not self.is_over
        assert event["deal"] == self.deals
        assert event["starter"] == self.deals % self.players
        cards = [*chain(*event["hands"], event["stock"])]
        deck = [rank + suit for rank in RANKS for suit in SUITS + self.imperial]
        assert sorted(cards) == sorted(deck), "not a deck of 65"
        sizes = [len(hand) for hand in event["hands"]]
        assert sizes == [self.by_count("deal", "size")] * self.players
        self.hands = [Counter(hand) for hand in event["hands"]]
        self.stock = [*event["stock"]]
        self.piles: dict[str, Counter[str]] = {rank: Counter() for rank in RANKS}
        self.out: Counter[str] = Counter()  # cards out of play
        self.married: Counter[str] = Counter()
        self.assembled: set[str] = set()
        self.may_fill = dict.fromkeys(range(self.players), True)  # first turn is live
        self.was_marriage = dict.fromkeys(range(self.players), False)
        self.next_seat, self.next_is = event["starter"], "turn"
        self.deals += 1
        self.in_deal = True

    def on_deal_end(self, event: Event) -> None:
        assert self.in_deal
        assert event["deal"] == self.deals - 1
        assert event["scores"] == self.scores
        assert not self.stock
        assert not any(hand.total() for hand in self.hands), "cards are left"
        assert max(self.scores) < self.target
        self.in_deal = False

    def on_match_end(self, event: Event) -> None:
        won = max(self.scores) >= self.target
        assert self.in_deal == won
        assert won or self.rules["match"]["mode"] == "single_deal"
        assert event["scores"] == self.scores
        best = [n for n, score in enumerate(self.scores) if score == max(self.scores)]
        assert event["winner"] == (best[0] if len(best) == 1 else best)
        assert event["deals"] == self.deals
        self.is_over = True

    # A turn

    def on_turn(self, event: Event) -> None:
        assert self.in_deal
        assert max(self.scores) < self.target, "a turn after the match was won"
        seat = self.turn_taker(event)
        self.stock_before = len(self.stock)
        self.check_drawn(event, seat)
        assert self.hands[seat].total(), "a turn without a card"
        points = self.check_declared(event, seat)
        self.score(seat, points)
        self.shown = self.shown_cards(event)
        won = max(self.scores) >= self.target
        self.check_discard(event, seat, won)
        won = max(self.scores) >= self.target
        self.check_refill(event, seat, won)
        assert event["scores"] == self.scores
        self.check_all_cards()
        self.was_marriage[seat] = is_marriage(event)
        self.set_next(event, seat)

    def turn_taker(self, event: Event) -> int:
        """Check whose turn it is: seats without cards that can draw none are passed."""
        seat: int = event["seat"]
        for _ in range(self.players):
            expected = self.next_seat
            if self.hands[expected].total() or self.draws(expected):
                break
            self.next_seat, self.next_is = (expected + 1) % self.players, "turn"
        assert seat == self.next_seat, f"seat {seat} took seat {self.next_seat}'s turn"
        return seat

    def draws(self, seat: int) -> int:
        """Return how many cards the seat draws before it decides."""
        if self.next_is == "discard":
            return 0
        at_start = self.rules["draw"]["when"] == "turn_start"
        late = self.rules["draw"]["marriage_refill"] == "next_turn"
        if at_start or (self.was_marriage[seat] and late):
            return self.missing(seat, self.by_count("draw", "to"))
        return 0

    def missing(self, seat: int, size: int) -> int:
        needed = max(0, size - self.hands[seat].total())
        return min(needed, len(self.stock))

    def take_from_stock(self, seat: int, cards: Sequence[str], count: int) -> None:
        assert [*cards] == self.stock[:count], f"{cards} are not the stock's {count}"
        del self.stock[:count]
        self.hands[seat].update(cards)

    def check_drawn(self, event: Event, seat: int) -> None:
        late = self.rules["draw"]["marriage_refill"] == "next_turn"
        at_start = self.rules["draw"]["when"] == "turn_start"
        needed = self.by_count("draw", "to") - self.hands[seat].total()
        count = self.draws(seat)
        if not at_start and late and self.was_marriage[seat]:
            self.may_fill[seat] = count > 0 or needed <= 0
        self.take_from_stock(seat, event["drawn"], count)

    # Declarations

    def allowed(self, seat: int) -> str:
        """Return what may be declared in this turn: all, marriages or none."""
        if self.next_is == "discard":
            return "none"
        at_start = self.rules["draw"]["when"] == "turn_start"
        live = self.stock_before > 0 if at_start else self.may_fill[seat]
        return "all" if live else str(self.rules["endgame"]["declarations"])

    def check_declared(self, event: Event, seat: int) -> int:
        declared, points = event["declared"], event["declared_points"]
        if declared is None:
            assert points == 0
            return 0
        allowed = self.allowed(seat)
        if declared["kind"] == "marriages":
            assert set(declared) == {"kind", "pairs"}
            assert allowed in ("all", "marriages")
            expected = self.marry(seat, declared["pairs"])
        else:
            assert set(declared) == {"kind", "cards"}
            assert allowed == "all"
            assert declared["kind"] in SHOWN
            cards = Counter(declared["cards"])
            assert cards <= self.hands[seat], "cards shown that are not held"
            kind, expected = self.label(cards)
            assert kind == declared["kind"]
            if kind == "assembly":
                self.assembled.add(declared["cards"][0][0])
        assert points == expected, f"{declared} is worth {expected}, not {points}"
        return int(points)

    def label(self, cards: Counter[str]) -> tuple[str, int]:
        """Return the label of a set of shown cards, and its points."""
        ranks = Counter(card[0] for card in cards.elements())
        if cards.total() == 5 and len(ranks) == 1:
            return "assembly", self.points_of("assembly", *ranks)
        assert cards.total() == self.by_count("run", "length")
        rules, suits = self.rules, {card[1] for card in cards}
        orders = {"low": [RANKS], "high": [RANKS[1:] + "A"]}
        orders["both"] = orders["low"] + orders["high"]
        run = max(ranks.values()) == 1 and any(
            set(order[start : start + len(ranks)]) == set(ranks)
            for order in orders[rules["sequence"]["ace"]]
            for start in range(len(RANKS) - len(ranks) + 1)
        )
        imperial = rules["flush"]["imperial"] if suits == {self.imperial} else "any"
        suited = len(suits) == 1 and imperial != "never"
        twins = max(cards.values()) > 1
        labels = []  # from the last to the first of a tie
        if run:
            labels.append((rules["sequence"]["points"], 0, "sequence"))
        if suited and not (twins and imperial == "distinct_ranks"):
            labels.append((rules["flush"]["points"], 1, "flush"))
        if run and suited:
            labels.append((rules["flush_sequence"]["points"], 2, "flush_sequence"))
        points, _, kind = max(labels)
        return kind, points

    def points_of(self, group: str, rank: str) -> int:
        names = {"K": "KQ", "Q": "KQ", "J": "J", "A": "A5", "5": "A5"}
        return int(self.rules[group][names.get(rank, "other")])

    def marry(self, seat: int, pairs: Sequence[dict[str, str]]) -> int:
        """Take the pairs out of play and return their points."""
        rules = self.rules["marriage"]
        assert 1 <= len(pairs) <= 5
        from_hand = []
        for pair in pairs:
            assert set(pair) == {"suit", "king", "queen"}
            places = [pair["king"], pair["queen"]]
            from_hand.append(places.count("hand"))
            for rank, place in zip("KQ", places, strict=True):
                held = {"hand": self.hands[seat], "tableau": self.piles[rank]}[place]
                take(held, rank + pair["suit"])
                self.out[rank + pair["suit"]] += 1
        least = {"none": 2, "one_per_marriage": 1, "one_per_declaration": 0}
        assert min(from_hand) >= least[rules["tableau_cards"]]
        assert sum(from_hand) >= 1
        imperial = sum(pair["suit"] == self.imperial for pair in pairs)
        earlier = self.married[self.imperial]
        self.married.update(pair["suit"] for pair in pairs)
        bonuses = {
            "each": imperial,
            "second_only": 2 if imperial == 2 else int(imperial == earlier == 1),
            "none": 0,
        }[rules["imperial_mode"]]
        if len(pairs) == 5 and not rules["bonus_at_five"]:
            bonuses = 0
        return int(rules["base"][len(pairs) - 1] + bonuses * rules["imperial_bonus"])

    def shown_cards(self, event: Event) -> list[str] | None:
        declared = event["declared"]
        return declared["cards"] if declared and "cards" in declared else None

    # Discards

    def check_discard(self, event: Event, seat: int, won: bool) -> None:
        card = event["discard"]
        hand = self.hands[seat]
        no_discard = (
            is_marriage(event) and not self.rules["turn"]["marriage_also_discards"]
        )
        if won or no_discard or not hand.total():
            assert card is None
        if card is None:
            assert won or no_discard or not hand.total(), "no discard"
            assert event["zetema"] is None
            assert event["zetema_points"] == 0
            return
        assert self.shown is None or card in self.shown, "not one of the cards shown"
        take(hand, card)
        rank = card[0]
        pile = self.piles[rank]
        pile[card] += 1
        self.stock_at_discard = len(self.stock)
        expected, points = None, 0
        if pile.total() == 5:
            self.out.update(pile)
            pile.clear()
            royal = rank in "KQ" and not self.assembled & set("KQ")
            for_nothing = self.rules["zetema"]["kq_condition"] == "assembly_declared"
            if not (royal and for_nothing):
                expected, points = rank, self.points_of("zetema", rank)
        assert (event["zetema"], event["zetema_points"]) == (expected, points)
        self.score(seat, points)

    def check_refill(self, event: Event, seat: int, won: bool) -> None:
        at_end = self.rules["draw"]["when"] == "turn_end"
        size = self.by_count("draw", "to") if at_end else 0
        if is_marriage(event):
            if self.rules["draw"]["marriage_refill"] == "next_turn":
                size = 0
            elif not at_end:
                size = self.by_count("deal", "size")
        count = 0 if won else self.missing(seat, size)
        if size:
            needed = size - self.hands[seat].total()
            self.may_fill[seat] = count > 0 or needed <= 0
        else:
            self.may_fill[seat] = False  # until a fill-up says otherwise
        self.take_from_stock(seat, event["refilled"], count)

    # After it

    def set_next(self, event: Event, seat: int) -> None:
        self.next_seat, self.next_is = (seat + 1) % self.players, "turn"
        if event["zetema"] is None or self.players != 2:
            return
        extra = self.rules["two_player"]["extra"]
        if extra == "full_turn":
            self.next_seat = seat
        ended = self.stock_at_discard == 0 and self.hands[seat].total()
        if extra == "discard_after_stock" and ended:
            self.next_seat, self.next_is = seat, "discard"

    def score(self, seat: int, points: int) -> None:
        self.scores[self.side_of[seat]] += points

    def check_all_cards(self) -> None:
        places = [*self.hands, *self.piles.values(), Counter(self.stock), self.out]
        assert sum(place.total() for place in places) == 65


def take(cards: Counter[str], card: str) -> None:
    """Take a card out of those of a place."""
    assert cards[card] > 0, f"{card} is not there"
    cards[card] -= 1


def is_marriage(event: Event) -> bool:
    """Whether marriages were declared in this turn."""
    return event["declared"] is not None and event["declared"]["kind"] == "marriages"
