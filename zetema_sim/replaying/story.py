"""Tells a match in words, from its game log alone."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zetema_sim.cards import PILE_SIZE, RANK_LETTERS, SUIT_LETTERS

Event = dict[str, Any]

WIDTH = 80
KIND_WORDS = {
    "sequence": "a sequence",
    "flush": "a flush",
    "flush_sequence": "a flush sequence",
    "assembly": "an assembly",
}


def tell(events: Iterable[Event]) -> Iterator[str]:
    """Yield the lines that tell one match or several, one after another."""
    story = _Teller()
    for event in events:
        for paragraph in getattr(story, "on_" + event["event"])(event):
            yield from _wrapped(paragraph)


def _wrapped(paragraph: str) -> list[str]:
    """Return a paragraph as lines; those after the first stand further in."""
    indent = " " * (len(paragraph) - len(paragraph.lstrip()) + 2)
    lines = textwrap.wrap(
        paragraph,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [""]


class _Teller:
    """Follows a match, so that hands and piles can be told after each turn.

    Each `on_…` method yields the paragraphs of an event of that name.
    """

    def __init__(self) -> None:
        self.names: Sequence[str] = []
        self.sides: Sequence[Sequence[int]] = []
        self.hands: list[Counter[str]] = []
        self.piles: dict[str, list[str]] = {}
        self.stock = 0
        self.turn = 0

    # The match and its deals

    def on_match(self, event: Event) -> Iterator[str]:
        self.names, self.sides = event["strategies"], event["sides"]
        yield (
            f"Match {event['number']}, seed {event['seed']}, zetema-sim "
            + (event["version"])
        )
        players = str(event["players"])
        target = event["rules"]["match"]["target"][players]
        mode = event["rules"]["match"]["mode"]
        end = " or the end of the one deal" if mode == "single_deal" else ""
        yield f"{players} players, to {target} points{end}"
        yield "rules: " + _rules_text(event["rules"], players)
        for seat, name in enumerate(self.names):
            yield f"  seat {seat}: {name}"
        if len(self.sides) < len(self.names):
            yield "  sides: " + "; ".join(
                f"{_side_name(side)} seats {' and '.join(map(str, seats))}"
                for side, seats in enumerate(self.sides)
            )

    def on_deal(self, event: Event) -> Iterator[str]:
        self.hands = [Counter(hand) for hand in event["hands"]]
        self.piles = {rank: [] for rank in RANK_LETTERS}
        self.stock = len(event["stock"])
        self.turn = 0
        yield ""
        starter = self.seat_text(event["starter"])
        yield f"Deal {event['deal']}: {starter} starts, {_count(self.stock)} in stock"
        for seat in range(len(self.hands)):
            yield f"  {self.seat_text(seat)}: {self.hand_text(seat)}"

    def on_deal_end(self, event: Event) -> Iterator[str]:
        yield ""
        yield f"End of deal {event['deal']}, {self.scores_text(event['scores'])}"

    def on_match_end(self, event: Event) -> Iterator[str]:
        winner = event["winner"]
        deals = event["deals"]
        winners = winner if isinstance(winner, list) else [winner]
        names = " and ".join(self.side_text(side) for side in winners)
        verb = "share the win" if len(winners) > 1 else "wins"
        yield ""
        yield f"{names} {verb} after {deals} deal{'s' if deals > 1 else ''}"
        yield f"  {self.scores_text(event['scores'])}"
        yield ""

    # A turn

    def on_turn(self, event: Event) -> Iterator[str]:
        seat = event["seat"]
        yield ""
        yield f"Turn {self.turn}: {self.seat_text(seat)}"
        self.turn += 1
        yield from self.draw(seat, event["drawn"], "draws")
        if event["declared"] is not None:
            yield f"  {self.declare(seat, event['declared'], event['declared_points'])}"
        if event["discard"] is not None:
            yield f"  {self.discard(seat, event)}"
        yield from self.draw(seat, event["refilled"], "fills up with")
        yield f"  holds {self.hand_text(seat)}"
        yield f"  {self.piles_text()}"
        yield f"  {self.scores_text(event['scores'])}"

    def draw(self, seat: int, cards: Sequence[str], verb: str) -> Iterator[str]:
        """Take cards into the hand and tell of it, if there are any."""
        self.hands[seat].update(cards)
        self.stock -= len(cards)
        if cards:
            yield f"  {verb} {' '.join(cards)} ({_count(self.stock)} left in stock)"

    def declare(self, seat: int, declared: Event, points: int) -> str:
        """Take marriages out of play and tell of a declaration."""
        if declared["kind"] != "marriages":
            cards = " ".join(declared["cards"])
            return f"shows {KIND_WORDS[declared['kind']]} for {points}: {cards}"
        pairs = []
        for pair in declared["pairs"]:
            king, queen = (
                self.marry(seat, rank + pair["suit"], place)
                for rank, place in (("K", pair["king"]), ("Q", pair["queen"]))
            )
            pairs.append(f"{king} with {queen}")
        return f"marries for {points}: {', '.join(pairs)}"

    def marry(self, seat: int, card: str, place: str) -> str:
        """Take a card out of play and tell which, and from where."""
        if place == "hand":
            self.hands[seat][card] -= 1
            return card
        self.piles[card[0]].remove(card)
        return f"{card} of the tableau"

    def discard(self, seat: int, event: Event) -> str:
        """Put a card on its pile and tell of it and of a zetema."""
        card, rank = event["discard"], event["discard"][0]
        self.hands[seat][card] -= 1
        pile = self.piles[rank]
        pile.append(card)
        told = f"discards {card}, pile {rank} has {len(pile)}"
        if len(pile) < PILE_SIZE:
            return told
        pile.clear()
        if event["zetema"] is None:
            return f"{told} and leaves play for nothing"
        return f"{told}: zetema for {event['zetema_points']}"

    # How things stand

    def seat_text(self, seat: int) -> str:
        name = self.names[seat] if self.names else ""
        return f"seat {seat} ({name})" if name else f"seat {seat}"

    def hand_text(self, seat: int) -> str:
        cards = sorted(self.hands[seat].elements(), key=_suit_then_rank)
        return " ".join(cards) or "nothing"

    def piles_text(self) -> str:
        heights = {rank: len(pile) for rank, pile in self.piles.items() if pile}
        told = " ".join(f"{rank}:{height}" for rank, height in heights.items())
        return f"piles: {told or 'none'}"

    def side_text(self, side: int) -> str:
        seats = self.sides[side] if self.sides else [side]
        if len(seats) == 1:
            return self.seat_text(seats[0])
        return f"{_side_name(side)} ({', '.join(self.seat_text(s) for s in seats)})"

    def scores_text(self, scores: Sequence[int]) -> str:
        is_solo = not self.sides or len(self.sides) == len(self.names)
        what = "seat" if is_solo else "side"
        told = ", ".join(f"{what} {side}: {score}" for side, score in enumerate(scores))
        return f"scores {told}"


def _side_name(side: int) -> str:
    return f"side {side}"


def _suit_then_rank(card: str) -> tuple[int, int]:
    return SUIT_LETTERS.index(card[1]), RANK_LETTERS.index(card[0])


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _rules_text(rules: Event, players: str) -> str:
    """Return the parameters in play, those by player count for this one only."""
    told = []
    for group, values in rules.items():
        if not isinstance(values, dict) or group == "sides":
            continue
        for name, value in values.items():
            shown = value[players] if isinstance(value, dict) else value
            if isinstance(shown, list):
                shown = " ".join(map(str, shown))
            told.append(f"{group}.{name}={_value_text(shown)}")
    return ", ".join(told)


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
