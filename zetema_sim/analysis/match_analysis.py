"""One match looked at: what every seat's decisions cost, and which were dearest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zetema_sim import __version__
from zetema_sim.analysis.costs import BANDS, Cost, JudgePosition, costs_of
from zetema_sim.analysis.decisions import Event, decisions_of
from zetema_sim.answers.parts import Parts, Prose, brief, table_of
from zetema_sim.common.wording import hundred, hundred_with_margin
from zetema_sim.experiments.shared.results import SCHEMA

SHOWN = 8  # of the dearest decisions

Progress = Callable[[int, int], object]  # of how many decisions have been judged


@dataclass(frozen=True)
class SeatCosts:
    """What a seat's decisions cost.

    Attributes
    ----------
    seat, name
        Whose.
    costs
        Of its decisions that were not forced, in order.
    """

    seat: int
    name: str
    costs: tuple[Cost, ...]

    @property
    def total(self) -> float:
        """All of them together, in chance to win."""
        return sum(cost.chance.value for cost in self.costs)

    @property
    def rate(self) -> float:
        """The mean cost of a decision."""
        return self.total / len(self.costs) if self.costs else 0.0

    def count(self, band: str) -> int:
        """Return how many are called so."""
        return sum(cost.band == band for cost in self.costs)


@dataclass(frozen=True)
class MatchAnalysis:
    """What the decisions of a match cost, by seat and in order."""

    number: int
    winner: str
    policy: str
    worlds: int
    seats: tuple[SeatCosts, ...]

    @property
    def costs(self) -> list[Cost]:
        """All decisions, in the order of the match."""
        every = [cost for seat in self.seats for cost in seat.costs]
        return sorted(every, key=lambda cost: cost.decided.turn)

    @property
    def dearest(self) -> list[Cost]:
        """The decisions that cost something for certain, the dearest first."""
        lost = [cost for cost in self.costs if cost.chance.low > 0]
        return sorted(lost, key=lambda cost: -cost.chance.value)

    @property
    def sentence(self) -> str:
        """Return who erred most and where."""
        lead = f"Match {self.number}: {self.winner}."
        dearest = self.dearest
        if not dearest:
            return f"{lead} No decision cost anything for certain."
        worst = dearest[0]
        who = self.seats[worst.decided.seat].name
        return (
            f"{lead} The dearest decision: turn {worst.decided.turn}, {who} "
            f"{_did(worst)} instead of {worst.better}, which cost "
            f"{worst.chance.text} wins of 100."
        )

    def as_json(self) -> dict[str, Any]:
        """Return the answer as ``--json`` prints it."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "match": self.number,
            "policy": self.policy,
            "worlds": self.worlds,
            "bands": dict(BANDS),
            "seats": [
                {
                    "seat": each.seat,
                    "strategy": each.name,
                    "decisions": len(each.costs),
                    "cost": each.total,
                    "cost_per_decision": each.rate,
                    **{word: each.count(word) for word, _ in BANDS},
                }
                for each in self.seats
            ],
            "decisions": [
                {
                    "turn": cost.decided.turn,
                    "deal": cost.decided.deal,
                    "seat": cost.decided.seat,
                    "asked": cost.decided.position.phase,
                    "answer": cost.answer,
                    "best": cost.better,
                    "cost": cost.chance.value,
                    "cost_ci95": cost.chance.ends,
                    "cost_points": cost.points,
                    "band": cost.band,
                }
                for cost in self.costs
            ],
            "verdict": self.sentence,
        }


def _did(cost: Cost) -> str:
    verb = "discarded" if cost.decided.position.options is None else "declared"
    return f"{verb} {cost.answer}"


def analyse(
    events: Sequence[Event],
    judge: JudgePosition,
    *,
    policy: str,
    worlds: int,
    progress: Progress | None = None,
) -> MatchAnalysis:
    """Judge every decision of a match.

    Parameters
    ----------
    events
        Of the match, from ``match`` to its end.
    judge
        Plays all answers of a position.
    policy, worlds
        Who plays on, and in how many worlds.
    progress
        Told of how many decisions have been judged, and of how many.

    Raises
    ------
    LogError
        If the events are no match of its rules.
    """
    names = events[0]["strategies"]
    costs: list[list[Cost]] = [[] for _ in names]
    decisions = [each for each in decisions_of(events) if not each.is_forced]
    for number, cost in enumerate(costs_of(decisions, judge), 1):
        costs[cost.decided.seat].append(cost)
        if progress is not None:
            progress(number, len(decisions))
    return MatchAnalysis(
        int(events[0].get("number", 0)),
        _winner(events),
        policy,
        worlds,
        tuple(
            SeatCosts(seat, str(name), tuple(costs[seat]))
            for seat, name in enumerate(names)
        ),
    )


def _winner(events: Sequence[Event]) -> str:
    """Return who won, in words."""
    end = events[-1]
    if end["event"] != "match_end":
        return "it has no end"
    winners = end["winner"] if isinstance(end["winner"], list) else [end["winner"]]
    names, sides = events[0]["strategies"], events[0]["sides"]
    who = " and ".join(
        " with ".join(f"{brief(names[seat])} (seat {seat})" for seat in sides[side])
        for side in winners
    )
    return f"{who} {'share the win' if len(winners) > 1 else 'won'}"


def parts_of(found: MatchAnalysis, whole: bool) -> Parts:
    """Yield the parts of the answer; every decision where it is `whole`."""
    yield Prose(found.sentence, is_bold=True)
    yield Prose("")
    yield from _seats(found)
    shown = found.costs if whole else found.dearest[:SHOWN]
    if shown:
        yield Prose("")
        yield from _decisions(found, shown, whole)


def _seats(found: MatchAnalysis) -> Iterator[Any]:
    words = [word for word, _ in BANDS[1:]]
    table = table_of(
        f"Cost in wins of 100, judged in {found.worlds:,} worlds by {found.policy}",
        *("seat", "strategy", "decisions", "cost", "each", *words),
        left=2,
    )
    for each in found.seats:
        table.add(
            *(str(each.seat), brief(each.name), str(len(each.costs))),
            *(hundred(each.total), hundred(each.rate, 0.0)),
            *(str(each.count(word)) for word in words),
        )
    yield table


def _decisions(
    found: MatchAnalysis, shown: Sequence[Cost], whole: bool
) -> Iterator[Any]:
    table = table_of(
        "All decisions" if whole else "The dearest decisions",
        *("turn", "seat", "played", "better", "cost", "called"),
        left=4,
    )
    for cost in shown:
        same = cost.better == cost.answer
        table.add(
            *(str(cost.decided.turn), str(cost.decided.seat), cost.answer),
            "-" if same else cost.better,
            hundred_with_margin(cost.chance.value, cost.chance.margin),
            cost.band,
        )
    yield table
