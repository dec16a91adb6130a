"""Zetema in plain Python: a second reading of rules.md, obvious and slow.

The oracle of the tests, the debugger's engine and the story-teller. It shares no rule
with the kernel. Decks and chance numbers come from the caller, so that any situation
can be set up. What happens comes out as the events of the game log (game-log.md).
Sections and steps in comments are those of rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from zetema_sim.cards import KING, QUEEN, RANK_LETTERS, card_text, rank_of, suit_letters
from zetema_sim.reference.asking import DISCARD, Asker, Chance, Decider
from zetema_sim.reference.deal import DealTable, past_turn
from zetema_sim.reference.declarations import Option, find_marriages, find_options
from zetema_sim.reference.seen import Moment
from zetema_sim.table_rules import (
    ENDGAME_ALL,
    ENDGAME_MARRIAGES,
    EXTRA_DISCARD_AFTER_STOCK,
    EXTRA_FULL_TURN,
    TableRules,
)
from zetema_sim.view import KINDS, MARRIAGES, MAX_TURNS, NONE

__all__ = ["Chance", "Decider", "Decks", "Event", "play_match"]

Event = dict[str, Any]
Decks = Callable[[int], Sequence[int]]


def play_match(
    table: TableRules,
    deciders: Sequence[Decider],
    decks: Decks,
    chance: Chance,
    imperial_suit: str = "S",
) -> Iterator[Event]:
    """Play a match and yield its events, but for the first one, `match`.

    Parameters
    ----------
    table : TableRules
        The rules of the table.
    deciders : sequence of Decider
        Who decides for each seat.
    decks : callable
        Returns the shuffled cards of a deal, given its number.
    chance : callable
        Returns the chance number of a decision, given the deal, the turn and 0 to
        declare or 1 to discard.
    imperial_suit : str
        The letter of the imperial suit.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    scores = [0] * table.sides
    asker = Asker(deciders, chance, imperial_suit)
    for deal in count():
        state = DealTable(table, deal, decks(deal), scores)
        yield _deal_event(state, imperial_suit)
        yield from DealPlay(state, asker).play()
        reached = max(scores) >= table.target
        if not reached:
            yield {"event": "deal_end", "deal": deal, "scores": [*scores]}
        if reached or table.single_deal:
            yield _match_end_event(scores, deal + 1)
            return


def _deal_event(state: DealTable, imperial_suit: str) -> Event:
    return {
        "event": "deal",
        "deal": state.deal,
        "starter": state.starter,
        "hands": [_texts(hand, imperial_suit) for hand in state.hands],
        "stock": _texts(state.stock, imperial_suit),
    }


def _match_end_event(scores: Sequence[int], deals: int) -> Event:
    """Return the end: the highest total wins, equal highest totals share the win."""
    best = [side for side, score in enumerate(scores) if score == max(scores)]
    return {
        "event": "match_end",
        "scores": [*scores],
        "winner": best[0] if len(best) == 1 else best,
        "deals": deals,
    }


def _texts(cards: Sequence[int], imperial_suit: str) -> list[str]:
    return [card_text(card, imperial_suit) for card in cards]


class DealPlay:
    """Plays one deal, turn by turn (section 4)."""

    def __init__(self, state: DealTable, asker: Asker) -> None:
        self.state = state
        self.rules = state.rules
        self.asker = asker
        self.letter = asker.imperial_suit

    def play(self) -> Iterator[Event]:
        """Yield the turns until no card is left or a side is at the target."""
        yield from self.play_from(self.state.starter, False)

    def play_from(self, seat: int, discard_only: bool) -> Iterator[Event]:
        """Yield the turns from that of a seat on."""
        state = self.state
        # Step 2: over when no seat has a card and the stock is empty.
        while state.stock or any(state.hands):
            event = self.take_turn(seat, discard_only)
            if event is not None:
                yield event
            if self.is_won():
                return
            seat, discard_only = self.next_turn(seat, event)

    def take_turn(self, seat: int, discard_only: bool) -> Event | None:
        """Play one turn (steps 1 to 7) and return its event; None without cards."""
        state = self.state
        stock_before = len(state.stock)
        drawn = [] if discard_only else self.draw(seat)
        if not state.hands[seat]:
            return None  # step 2
        if len(state.past) >= MAX_TURNS:
            reason = f"the deal has not ended after {MAX_TURNS} turns"
            raise self.asker.fault(state, seat, DISCARD, reason)
        event = blank_turn(seat, _texts(drawn, self.letter))
        live = not discard_only and self.is_live(seat, stock_before)
        option = None if discard_only else self.declare(seat, live, event)
        return self.finish_turn(seat, live, discard_only, option, event)

    def finish_turn(
        self,
        seat: int,
        live: bool,
        discard_only: bool,
        option: Option | None,
        event: Event,
    ) -> Event:
        """Play what follows the declaration, or that there is none."""
        card = None
        if not self.is_won():
            card = self.discard(seat, live, discard_only, option, event)
        return self.end_turn(seat, option, card, event)

    def end_turn(
        self, seat: int, option: Option | None, card: int | None, event: Event
    ) -> Event:
        """Fill up, and enter the turn in what everybody may remember."""
        if not self.is_won():
            event["refilled"] = _texts(self.refill(seat, option), self.letter)
        self.state.past.append(past_turn(seat, option, card))
        event["scores"] = [*self.state.scores]
        return event

    def is_won(self) -> bool:
        """Whether a side is at or over the target: the match ends here."""
        return max(self.state.scores) >= self.rules.target

    # Steps 1, 4 and 7: drawing

    def draw(self, seat: int) -> list[int]:
        """Step 1: draw before deciding, and return the cards."""
        rules, last = self.rules, self.state.last_turn_of(seat)
        after_marriage = last is not None and last.kind == MARRIAGES
        if not rules.draw_at_end or (after_marriage and not rules.refill_at_end):
            return self.state.fill_up(seat, rules.draw_to)
        return []

    def refill(self, seat: int, option: Option | None) -> list[int]:
        """Step 7, or the end of step 4: draw after deciding, and return the cards."""
        rules = self.rules
        if option is not None and option.kind == MARRIAGES:
            if not rules.refill_at_end:
                return []
            size = rules.draw_to if rules.draw_at_end else rules.deal_size
            return self.state.fill_up(seat, size)
        if rules.draw_at_end:
            return self.state.fill_up(seat, rules.draw_to)
        return []

    # Step 3: declaring

    def is_live(self, seat: int, stock_before: int) -> bool:
        """Whether this turn is live (end of section 4)."""
        state = self.state
        if not self.rules.draw_at_end:
            return stock_before > 0
        return state.last_turn_of(seat) is None or state.filled[seat] is True

    def declare(self, seat: int, live: bool, event: Event) -> Option | None:
        """Step 3: let the seat declare, if it may and will."""
        options = self.options(seat, live)
        if not options:
            return None
        points = [option.points for option in options]
        best = points.index(max(points))
        moment = Moment(seat, live, False, options=options, best_option=best)
        answer = self.asker.declare(self.state, moment)
        return self.show(seat, options, answer, event)

    def show(
        self, seat: int, options: Sequence[Option], answer: int, event: Event
    ) -> Option | None:
        """Declare the option of that number and return it, if it is not `NONE`."""
        if answer == NONE:
            return None
        option = options[answer]
        self.state.declare(seat, option)
        event["declared"] = self.declared_event(option)
        event["declared_points"] = option.points
        return option

    def options(self, seat: int, live: bool) -> list[Option]:
        """Return what may be declared in this turn, in the order of `view`."""
        state, rules = self.state, self.rules
        hand, tableau = state.hands[seat], state.tableau
        imperial_before = state.married[0]
        if live or rules.endgame_declarations == ENDGAME_ALL:
            return find_options(rules, hand, tableau, imperial_before)
        if rules.endgame_declarations == ENDGAME_MARRIAGES:
            return find_marriages(rules, hand, tableau, imperial_before)
        return []

    def declared_event(self, option: Option) -> Event:
        """Return a declaration as the game log has it."""
        kind = KINDS[option.kind]
        if option.kind != MARRIAGES:
            return {"kind": kind, "cards": _texts(option.cards, self.letter)}
        letters = suit_letters(self.letter)
        pairs = [
            {"suit": letters[pair.suit], "king": pair.king, "queen": pair.queen}
            for pair in option.pairs
        ]
        return {"kind": kind, "pairs": pairs}

    # Steps 4 to 6: discarding

    def discard(
        self,
        seat: int,
        live: bool,
        discard_only: bool,
        option: Option | None,
        event: Event,
    ) -> int | None:
        """Let the seat discard and return the card; None where there is no discard."""
        legal = self.legal_discards(seat, option)
        if not legal:
            return None
        moment = Moment(seat, live, discard_only, option, legal)
        card = self.asker.discard(self.state, moment)
        self.lay_down(seat, card, event)
        return card

    def lay_down(self, seat: int, card: int, event: Event) -> None:
        """Put the card on its pile and score that (steps 5 and 6)."""
        event["discard"] = card_text(card, self.letter)
        if self.state.discard(seat, card):
            self.score_zetema(seat, rank_of(card), event)

    def legal_discards(self, seat: int, option: Option | None) -> list[int]:
        """Return the cards of which one must go; none where there is no discard."""
        hand = self.state.hands[seat]
        if option is None:
            return hand
        if option.kind != MARRIAGES:
            return [*option.cards]  # step 5: one of the cards shown
        return hand if self.rules.marriage_also_discards else []  # step 4

    def score_zetema(self, seat: int, rank: int, event: Event) -> None:
        """Step 6: score the pile of five that has just left play."""
        state, rules = self.state, self.rules
        is_royal = rank in (KING, QUEEN)
        if rules.kq_needs_assembly and is_royal and not state.assembled & {KING, QUEEN}:
            return  # it left for nothing and is no zetema
        state.scores[rules.side_of[seat]] += rules.zetema[rank]
        event["zetema"] = RANK_LETTERS[rank]
        event["zetema_points"] = rules.zetema[rank]

    # Step 8: extra turns

    def next_turn(self, seat: int, event: Event | None) -> tuple[int, bool]:
        """Return whose turn is next, and whether with a discard only."""
        again, discard_only = self.extra_turn(seat, event)
        return seat if again else (seat + 1) % self.rules.players, discard_only

    def extra_turn(self, seat: int, event: Event | None) -> tuple[bool, bool]:
        """Step 8: whether the seat goes on, and whether with a discard only."""
        rules, state = self.rules, self.state
        if event is None or event["zetema"] is None or rules.players != 2:
            return False, False
        if rules.two_player_extra == EXTRA_FULL_TURN:
            return True, False
        if rules.two_player_extra == EXTRA_DISCARD_AFTER_STOCK:
            # The fill-up of steps 4 and 7 came after the discard.
            stock_at_discard = len(state.stock) + len(event["refilled"])
            again = stock_at_discard == 0 and len(state.hands[seat]) > 0
            return again, again
        return False, False


def blank_turn(seat: int, drawn: list[str]) -> Event:
    """Return a turn in which nothing but the draw has happened yet."""
    return {
        "event": "turn",
        "seat": seat,
        "drawn": drawn,
        "declared": None,
        "declared_points": 0,
        "discard": None,
        "zetema": None,
        "zetema_points": 0,
        "refilled": [],
        "scores": [],
    }
