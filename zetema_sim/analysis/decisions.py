"""The decisions of a match that is told by its log: who saw what, and what was done.

The log's cards are dealt and its answers given once more, by the reference engine, so
that each decision comes with the view of its seat, and a log that breaks the rules is
told with its turn. The log may be anybody's (game-log.md): the program's or people's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zetema_sim.analysis.judged import Position
from zetema_sim.cards import DECK, card_text, parse_card
from zetema_sim.faults import StrategyFault
from zetema_sim.reference.asking import Decider
from zetema_sim.reference.declarations import Option, find_marriages, find_options
from zetema_sim.reference.match import play_match
from zetema_sim.rules.ruleset import Rules
from zetema_sim.rules.sides import SOLO
from zetema_sim.table_rules import TableRules
from zetema_sim.view import KINDS, MARRIAGES, NONE, View

Event = Mapping[str, Any]


class LogError(ValueError):
    """A log that cannot be followed: the message is one line."""


@dataclass(frozen=True)
class Decided:
    """A decision of a match, and what was answered.

    `turn` is the number of the ``turn`` event in the log, from 0; `is_forced` says
    that there was nothing else to answer.
    """

    turn: int
    deal: int
    seat: int
    position: Position
    answer: int

    @property
    def is_forced(self) -> bool:
        """Whether only one answer was allowed."""
        return len(self.position.answers) == 1


def rules_of(match: Event) -> tuple[Rules, TableRules]:
    """Return the rules of a match by its first event, as such and at its table.

    Raises
    ------
    LogError
        If the event says them otherwise than game-log.md.
    """
    try:
        rules = Rules.from_log(match["rules"], "the log's rules")
        sides, players = len(match["sides"]), match["players"]
        arrangement = SOLO if sides == players else f"{sides}x{players // sides}"
        return rules, rules.at_table(players, arrangement)
    except (KeyError, TypeError, AttributeError):
        raise LogError("the first event is no match event of a game log") from None


def decisions_of(events: Sequence[Event]) -> Iterator[Decided]:
    """Yield the decisions of a match, given its events from ``match`` on.

    Raises
    ------
    LogError
        If the log is no match of its rules; with the turn that is not.
    """
    rules, table = rules_of(events[0])
    letter = str(rules["deck.imperial_suit"])
    follower = _Follower(table, events, letter)
    deciders = [follower.decider(seat) for seat in range(table.players)]
    match = play_match(table, deciders, follower.deck, lambda *_: 0, letter)
    try:
        for event in match:
            yield from follower.taken(event)
    except StrategyFault as fault:
        if isinstance(fault.__cause__, LogError):
            raise fault.__cause__ from None
        raise


class _Follower:
    """Answers for all seats what the log says, and notes what they saw."""

    def __init__(self, table: TableRules, events: Sequence[Event], letter: str) -> None:
        self.table, self.letter = table, letter
        self.deals = [each for each in events if each["event"] == "deal"]
        self.turns = [each for each in events if each["event"] == "turn"]
        self.number = 0  # of the turn that is being played
        self.seen: list[tuple[Position, int]] = []

    def deck(self, deal: int) -> list[int]:
        """Return the cards of a deal as they were dealt."""
        if deal >= len(self.deals):
            raise LogError(f"the log ends before deal {deal}, but the match does not")
        told = self.deals[deal]
        texts = [card for hand in told["hands"] for card in hand] + [*told["stock"]]
        cards = [self.card(text, f"deal {deal}") for text in texts]
        if Counter(cards) != Counter(DECK):
            raise LogError(f"the cards of deal {deal} are not the deck")
        if any(len(hand) != self.table.deal_size for hand in told["hands"]):
            raise LogError(f"the hands of deal {deal} have not the size of the rules")
        return cards

    def card(self, text: object, where: str) -> int:
        """Return a card of the log."""
        try:
            return parse_card(str(text), self.letter)
        except ValueError as error:
            raise LogError(f"{where}: {error}") from None

    def decider(self, seat: int) -> Decider:
        """Return who decides for a seat: whoever the log says."""
        return Decider(self.discard, self.declare, None, f"seat {seat}")

    @property
    def told(self) -> Event:
        """The log's turn that is being played."""
        if self.number >= len(self.turns):
            raise LogError("the log ends before its match does")
        return self.turns[self.number]

    def declare(self, view: View) -> int:
        """Return the option that the log says."""
        options = self.options(view)
        answer = self.declared(options)
        self.seen.append((Position(self.table, view, options), answer))
        return answer

    def options(self, view: View) -> tuple[Option, ...]:
        """Return what may be declared, in the order of the view."""
        hand = cards_in_counts(view.hand)
        tableau = cards_in_counts(view.tableau)
        imperial_before = int(view.married[0])
        every = find_options(self.table, hand, tableau, imperial_before)
        if len(every) != view.n_options:
            every = find_marriages(self.table, hand, tableau, imperial_before)
        return tuple(every)

    def declared(self, options: Sequence[Option]) -> int:
        """Return the number of the option that the log's turn declares."""
        told = self.told["declared"]
        if told is None:
            return NONE
        wanted = self.described(told)
        for number, option in enumerate(options):
            if wanted == _description(option):
                return number
        raise LogError(
            f"turn {self.number}: the {told['kind']} may not be declared there"
        )

    def described(self, told: Event) -> tuple[Any, ...]:
        """Return a declaration of the log in the form of `_description`."""
        where = f"turn {self.number}"
        if told["kind"] == KINDS[MARRIAGES]:
            suits = {card_text(n, self.letter)[1]: n >> 4 for n in DECK}
            pairs = ((suits[p["suit"]], p["king"], p["queen"]) for p in told["pairs"])
            return MARRIAGES, tuple(sorted(pairs))
        cards = sorted(self.card(text, where) for text in told["cards"])
        return KINDS.index(told["kind"]), tuple(cards)

    def discard(self, view: View) -> int:
        """Return the card that the log says."""
        told = self.told["discard"]
        if told is None:
            raise LogError(f"turn {self.number}: a card must be discarded there")
        answer = self.card(told, f"turn {self.number}")
        if not int(view.legal_mask) >> answer & 1:
            raise LogError(f"turn {self.number}: {told} may not be discarded there")
        self.seen.append((Position(self.table, view, None), answer))
        return answer

    def taken(self, event: Event) -> Iterator[Decided]:
        """Yield the decisions of a turn that has been played."""
        if event["event"] != "turn":
            return
        told = self.told
        if told["declared"] is not None and event["declared"] is None:
            kind = told["declared"]["kind"]
            raise LogError(f"turn {self.number}: the {kind} may not be declared there")
        for name in ("seat", "drawn", "discard", "refilled", "scores"):
            if told[name] != event[name]:
                raise LogError(
                    f"turn {self.number}: {name} is {told[name]} in the log, but "
                    f"{event[name]} by the rules"
                )
        for position, answer in self.seen:
            deal, seat = int(position.view.deal), int(position.view.seat)
            yield Decided(self.number, deal, seat, position, answer)
        self.seen.clear()
        self.number += 1


def _description(option: Option) -> tuple[Any, ...]:
    """Return what tells an option from others."""
    if option.kind == MARRIAGES:
        return MARRIAGES, tuple(sorted((p.suit, p.king, p.queen) for p in option.pairs))
    return option.kind, tuple(sorted(option.cards))


def cards_in_counts(counts: Any) -> list[int]:
    """Return the cards of an array of numbers of copies, ``[rank, suit]``."""
    return [
        16 * suit + rank
        for rank, row in enumerate(counts)
        for suit, copies in enumerate(row)
        for _ in range(int(copies))
    ]
