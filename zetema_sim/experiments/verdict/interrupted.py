"""What a verdict that was interrupted knows: shares against the field, and no word.

A word rests on all tables and on what the pilots gave each of them, so none is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zetema_sim.answers.parts import Part, Prose, table_of
from zetema_sim.common.wording import hundred
from zetema_sim.experiments.verdict import evaluation
from zetema_sim.experiments.verdict.against_field import Job, PlayedJobs
from zetema_sim.experiments.verdict.question import AskedTable, Question
from zetema_sim.stats import Interval, Reading


@dataclass(frozen=True)
class AtCell:
    """A table's share so far, in so many matches."""

    cell: AskedTable
    share: Interval
    matches: int


@dataclass(frozen=True)
class SoFar:
    """The tables of which anything is played."""

    question: Question
    tables: tuple[AtCell, ...]
    matches: int  # of all, the changed rules and plans among them
    turns: int
    seconds: float


def so_far(
    question: Question, jobs: Sequence[Job], played: PlayedJobs, seconds: float
) -> SoFar:
    """Return what the first jobs, one for each table, have come to.

    The intervals hold whenever one stops.
    """
    tables = []
    for place, (cell, job) in enumerate(zip(question.cells, jobs, strict=False)):
        if place in played.by_place:
            sums = played.by_place[place].alone[0]
            anytime = Reading.whenever(evaluation.READING.level, job.cycles)
            share = evaluation.measured_share(sums, len(question.field))
            matches = evaluation.matches_of(sums)
            tables.append(AtCell(cell, anytime.interval(share), matches))
    return SoFar(question, tuple(tables), played.matches, played.turns, seconds)


def as_text(found: SoFar) -> Iterator[Part]:
    """Yield the shares for a terminal."""
    name = found.question.strategy.name
    table = table_of(
        f"Wins of 100 of a seat that plays {name} against the field (± 95 %)",
        *("table", "wins", "±", "fair", "matches"),
    )
    for each in found.tables:
        table.add(
            each.cell.name,
            hundred(each.share.value, each.share.margin),
            hundred(each.share.margin, each.share.margin),
            hundred(each.cell.fair),
            f"{each.matches:,}",
        )
    yield table
    yield Prose(
        "The intervals are anytime ones. A word needs all that a verdict plays."
    )
