"""The parts of an answer: tables, prose, commands; how they look is said elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from zetema_sim.common.names import called

MOST_OF_A_NAME = 27  # of its letters in a line of a table
_SHORT = 14  # characters that stay on a line of a page


@dataclass(frozen=True)
class Cell:
    """What a cell shows, what it stands for, and which column of the CSV has that."""

    text: str
    value: Any = None
    column: str = ""
    is_head: bool = False

    @property
    def sort_value(self) -> str:
        """What the cell is sorted by."""
        return self.text if self.value is None else str(self.value)

    @property
    def classes(self) -> str:
        """How the cell is set on a page."""
        names = ["number"] if self.is_number else []
        names += ["short"] if len(self.text) <= _SHORT else []
        return " ".join(names)

    @property
    def is_number(self) -> bool:
        """Whether the cell is set to the right."""
        return isinstance(self.value, (int, float)) and not isinstance(self.value, bool)


@dataclass(frozen=True)
class Column:
    """A column: its head, how it is set, whether its cells are never broken.

    A drawing is made of letters, and of blanks that stay.
    """

    head: str
    is_left: bool = False
    is_whole: bool = False
    is_drawn: bool = False


@dataclass(frozen=True)
class AnswerTable:
    """A table.

    Attributes
    ----------
    caption
        What it shows; on a terminal in as many lines.
    columns
        From left to right.
    rows
        Of cells, as many as columns.
    name
        Of the CSV file, without ``.csv``, on a page.
    note
        What is left out, if anything.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    name: str = ""
    note: str = ""

    def add(self, *texts: str) -> None:
        """Add a row of texts; those that are missing are empty."""
        texts += ("",) * (len(self.columns) - len(texts))
        self.rows.append(tuple(map(Cell, texts)))


def table_of(caption: str, *heads: str | Column, left: int = 1) -> AnswerTable:
    """Return an empty table: the first columns to the left, the rest to the right."""
    columns = (
        head if isinstance(head, Column) else Column(head, place < left)
        for place, head in enumerate(heads)
    )
    return AnswerTable(caption, tuple(columns))


@dataclass(frozen=True)
class Prose:
    """A paragraph, or an empty line."""

    text: str
    is_bold: bool = False


@dataclass(frozen=True)
class Command:
    """A command to be copied, and what it is for."""

    purpose: str
    command: str


@dataclass(frozen=True)
class InWords:
    """A table that is told in lines where there is room for nothing else."""

    lines: str
    table: AnswerTable


Part = AnswerTable | Prose | Command | InWords
Parts = Iterable[Part]


def brief(name: str, most: int = MOST_OF_A_NAME) -> str:
    """Return a name to be read, a long one without its path."""
    return name if len(name) <= most else called(name)


def short(name: str, most: int = MOST_OF_A_NAME) -> str:
    """Return a name that fits a column: a long one in several lines.

    Nothing of it is cut out, or two could look alike.
    """
    name = brief(name, most)
    return "\n".join(name[n : n + most] for n in range(0, len(name), most))
