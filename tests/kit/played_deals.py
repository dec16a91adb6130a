"""Deals with all their decisions, each to be played on by either engine."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.kit.tables import comparable, cycled, strategy
from zetema_sim.cards import DECK, DECK_SIZE
from zetema_sim.kernel.chance import chance_number
from zetema_sim.kernel.continuation import continue_deal, prepare_hidden
from zetema_sim.kernel.records import HIDDEN_DTYPE, ROW_DTYPE
from zetema_sim.playing.table import fill_strategies
from zetema_sim.reference.asking import Asker
from zetema_sim.reference.continuation import World, play_on
from zetema_sim.reference.deal import DealTable
from zetema_sim.reference.match import DealPlay
from zetema_sim.reference.seen import Moment, build_view
from zetema_sim.replaying.events import decider, log_events
from zetema_sim.roster.lookup import Strategy
from zetema_sim.table_rules import TableRules
from zetema_sim.view import MAX_TURNS, NONE, View, view_record

Event = dict[str, Any]
SEED, MATCH = 11, 3


@dataclass
class Decision:
    """A decision of a deal: what was seen, what was hidden, what came of it."""

    view: View
    moment: Moment
    world: World
    answer: int
    turns_before: int


class WatchingAsker(Asker):
    """Notes every decision."""

    decisions: list[Decision]

    def declare(self, state: DealTable, moment: Moment) -> int:
        return self._note(state, moment, super().declare(state, moment), 0)

    def discard(self, state: DealTable, moment: Moment) -> int:
        return self._note(state, moment, super().discard(state, moment), 1)

    def _note(self, state: DealTable, moment: Moment, answer: int, phase: int) -> int:
        number = self.chance(state.deal, len(state.past), phase)
        settings = self.deciders[moment.seat].settings
        view = build_view(state, moment, number, settings)
        world = World(deepcopy(state.hands), [*state.stock])
        moment = moment._replace(legal=[*moment.legal])  # it may be the hand itself
        self.decisions.append(Decision(view, moment, world, answer, len(state.past)))
        return answer


def chance(deal: int, turn: int, phase: int) -> int:
    return chance_number(SEED, MATCH, deal, turn, phase)


@dataclass
class PlayedDeal:
    """A deal from its start to its end, with all its decisions."""

    rules: TableRules
    seats: list[Strategy]
    events: list[Event]
    decisions: list[Decision]

    @classmethod
    def of(cls, rules: TableRules, names: list[str], rng: random.Random) -> PlayedDeal:
        seats = [strategy(name) for name in cycled(names, rules.players)]
        scores = [rng.randrange(rules.target) for _ in range(rules.sides)]
        deck = rng.sample(DECK, DECK_SIZE)
        state = DealTable(rules, rng.randrange(6), deck, scores)
        asker = WatchingAsker([decider(each) for each in seats], chance, "S")
        asker.decisions = []
        events = [*DealPlay(state, asker).play()]
        return cls(rules, seats, events, asker.decisions)

    def by_reference(self, at: Decision, world: World, answer: int) -> list[Event]:
        deciders = [decider(each) for each in self.seats]
        turns = play_on(self.rules, at.view, world, answer, deciders, chance)
        return [*comparable(turns)]

    def by_kernel(self, at: Decision, world: World, answer: int) -> list[Event]:
        table, hidden = view_record(at.view), np.zeros(1, HIDDEN_DTYPE)
        prepare_hidden(hidden)
        fill_strategies(hidden, self.seats, self.rules)
        hidden["entries"] = range(6)
        hidden["seed"], hidden["where"]["match"] = SEED, MATCH
        log = np.zeros(MAX_TURNS, ROW_DTYPE)
        cards = [card for hand in world.hands for card in hand]
        unused = [NONE] * (DECK_SIZE - len(cards) - len(world.stock))
        deck = np.array([*cards, *unused, *world.stock], np.int8)
        assert continue_deal(table, hidden, deck, answer, log) >= 0
        rows = log[: hidden["n_logged"][0]]
        decks: Any = {at.view.deal: np.maximum(deck, 0)}
        events = log_events(self.rules, rows, decks)
        return [*comparable(event for event in events if event["event"] == "turn")]

    def rest(self, at: Decision) -> list[Event]:
        """Return what really followed a decision."""
        first, *others = self.events[at.turns_before :]
        late = at.view.declared != NONE
        before: Event = {"drawn": []}
        if late:
            before |= {"declared": None, "declared_points": 0}
        return [*comparable(iter([first | before, *others]))]
