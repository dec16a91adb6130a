"""What to play in one position: every answer that is allowed, judged and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zetema_sim import __version__
from zetema_sim.analysis.judged import Judged, Position, joined_worlds
from zetema_sim.experiments.shared.results import SCHEMA
from zetema_sim.reference.declarations import Option
from zetema_sim.roster.lookup import Strategy, load, shipped_names
from zetema_sim.situations import (
    Situation,
    SituationError,
    check_possible,
    options_of,
    table_rules,
    to_declare,
    to_discard,
)
from zetema_sim.stats import Decision, Interval, Reading
from zetema_sim.table_rules import ENDGAME_ALL, ENDGAME_MARRIAGES
from zetema_sim.view import MARRIAGES, NONE

Judge = Callable[[Position, int, int], Judged]  # from a world on, so many

MOST_WORLDS = 65_536
LEVEL = 0.95


def position_of(situation: Situation, phase: str | None) -> Position:
    """Return the decision of a situation: what to declare, where anything can be.

    Raises
    ------
    SituationError
        If there can be no such position.
    """
    check_possible(situation)
    rules, options = table_rules(situation), tuple(_options(situation))
    if phase == "declare" and not options:
        raise SituationError("there is nothing that can be declared")
    if phase != "discard" and options:
        return Position(rules, to_declare(situation), options)
    return Position(rules, to_discard(situation), None)


def _options(situation: Situation) -> list[Option]:
    """Return what may be declared; in a turn that is not live the rules say what."""
    allowed = table_rules(situation).endgame_declarations
    if situation.live or allowed == ENDGAME_ALL:
        return options_of(situation)
    if allowed == ENDGAME_MARRIAGES:
        return [each for each in options_of(situation) if each.kind == MARRIAGES]
    return []


@dataclass(frozen=True)
class AnswerRow:
    """An answer and what it is worth.

    Attributes
    ----------
    answer
        In words.
    chance
        To win the match.
    points
        Of the seat's side in the rest of the deal.
    behind
        By how much its chance is behind the best one's.
    decision
        Whether it is decidedly worse than the best.
    chosen_by
        The shipped strategies that would answer so.
    """

    answer: str
    chance: Interval
    points: Interval
    behind: Interval
    decision: Decision
    chosen_by: tuple[str, ...]


@dataclass(frozen=True)
class HandAnswer:
    """All answers of a position, the best first."""

    position: Position
    policy: str
    worlds: int
    rows: tuple[AnswerRow, ...]

    @property
    def sentence(self) -> str:
        """Return what to do, and what may be as good."""
        best = self.rows[0]
        share = f"{best.chance.text} wins of 100"
        if len(self.rows) == 1:
            return f"There is nothing but {best.answer}: {share}."
        verb = "Discard" if self.position.options is None else "Declare"
        open_rows = [row for row in self.rows[1:] if not row.decision.is_apart]
        lead = f"{verb} {best.answer}: {share}"
        if not open_rows:
            return (
                f"{lead}, {self.rows[1].behind.text} more than {self.rows[1].answer}."
            )
        more = f" and {len(open_rows) - 1} more" if len(open_rows) > 1 else ""
        return f"{lead}. Undecided against {open_rows[0].answer}{more}."

    def as_json(self) -> dict[str, Any]:
        """Return the answer as ``--json`` prints it."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "asked": self.position.phase,
            "policy": self.policy,
            "worlds": self.worlds,
            "answers": [self._row(row) for row in self.rows],
            "verdict": self.sentence,
        }

    def _row(self, row: AnswerRow) -> dict[str, Any]:
        return {
            "answer": row.answer,
            "win_chance": row.chance.value,
            "win_chance_ci95": row.chance.ends,
            "points": row.points.value,
            "points_ci95": row.points.ends,
            "behind": row.behind.value,
            "behind_ci95": row.behind.ends,
            "p_holm": row.decision.p_holm,
            "decided": row.decision.is_apart,
            "chosen_by": list(row.chosen_by),
        }


def hand_answer(
    position: Position,
    judge: Judge,
    *,
    policy: str,
    worlds: int,
    until_decided: bool = False,
) -> HandAnswer:
    """Judge every answer of a position in the same worlds.

    Parameters
    ----------
    position
        What is to be decided.
    judge
        Plays all answers in so many worlds from one on.
    policy
        Who plays on, in words.
    worlds
        In how many; with `until_decided` ever twice as many, up to `MOST_WORLDS`,
        until the best is decidedly ahead of all others.
    """
    judged = judge(position, 0, worlds)
    reading = Reading(LEVEL)
    rows = _rows(position, judged, reading)
    while until_decided and judged.worlds < MOST_WORLDS and _is_open(rows):
        more = judge(position, judged.worlds, judged.worlds)
        if not more.worlds:  # all worlds are played
            break
        judged = joined_worlds([judged, more])
        rows = _rows(position, judged, reading)
    return HandAnswer(position, policy, judged.worlds, tuple(rows))


def _is_open(rows: list[AnswerRow]) -> bool:
    return not all(row.decision.is_apart for row in rows[1:])


def _rows(position: Position, judged: Judged, reading: Reading) -> list[AnswerRow]:
    order = judged.order
    behind = judged.behind(order[0], reading)
    chosen = chosen_by(position)
    return [
        AnswerRow(
            position.text(judged.answers[place]),
            judged.chance(place, reading),
            judged.points_of(place, reading),
            behind[place].number,
            behind[place].decision,
            tuple(chosen.get(judged.answers[place], ())),
        )
        for place in order
    ]


def chosen_by(position: Position) -> Mapping[int, list[str]]:
    """Return which shipped strategies would give each answer."""
    chosen: dict[int, list[str]] = {}
    for name, answer in _answers(position):
        chosen.setdefault(answer, []).append(name)
    return chosen


def _answers(position: Position) -> Iterator[tuple[str, int]]:
    from dataclasses import replace

    for name in shipped_names():
        strategy = load(name)
        view = replace(position.view, settings=strategy.plain_settings())
        yield name, _answer(strategy, position, view)


def _answer(strategy: Strategy, position: Position, view: Any) -> int:
    plain = strategy.file.plain
    if position.options is None:
        return int(plain.discard(view))
    if not position.options:
        return NONE
    declare = getattr(plain, "declare", None)
    return int(view.best_option if declare is None else declare(view))
