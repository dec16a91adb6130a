"""The answer about a hand as prose and a table."""

from __future__ import annotations

from collections.abc import Iterator

from zetema_sim.analysis.hand import AnswerRow, HandAnswer
from zetema_sim.answers.parts import AnswerTable, Column, Parts, Prose, table_of
from zetema_sim.common.wording import hundred_with_margin, plain

SHOWN = 12  # answers, so that all fits on a screen
NAMED = 3  # strategies a row


def parts_of(found: HandAnswer, whole: bool) -> Parts:
    """Yield the parts of the answer; all answers and names where it is `whole`."""
    yield Prose(found.sentence, is_bold=True)
    yield Prose("")
    yield _table(found, whole)


def _table(found: HandAnswer, whole: bool) -> AnswerTable:
    asked = "Discards" if found.position.options is None else "Declarations"
    caption = (
        f"{asked}: chance to win the match, in wins of 100; {found.worlds:,} worlds, "
        f"played on by {found.policy}"
    )
    named = Column("chosen by", is_left=True)
    heads = ("answer", "wins", "behind", "points", named)
    rows = found.rows if whole else found.rows[:SHOWN]
    note = ""
    if len(rows) < len(found.rows):
        note = f"{len(found.rows) - len(rows)} worse ones are left out (--full)."
    table = table_of(caption, *heads, left=1)
    for place, row in enumerate(rows):
        table.add(*_cells(place, row, whole))
    return AnswerTable(table.caption, table.columns, table.rows, note=note)


def _cells(place: int, row: AnswerRow, whole: bool) -> Iterator[str]:
    yield row.answer
    yield row.chance.text
    open_mark = "" if row.decision.is_apart else " ?"
    behind = hundred_with_margin(row.behind.value, row.behind.margin)
    yield "" if place == 0 else f"{behind}{open_mark}"
    yield plain(row.points.value, row.points.margin, 1)
    yield _names(row.chosen_by, whole)


def _names(names: tuple[str, ...], whole: bool) -> str:
    if whole or len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more"
