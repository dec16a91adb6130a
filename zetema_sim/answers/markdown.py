"""An answer as Markdown, to be pasted into a forum, an issue or a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from zetema_sim.answers.parts import AnswerTable, Cell, Column, Command, InWords, Part

# What Markdown would read as its own; inside a word _ is itself.
_MARKS = re.compile(r"[\\`*\[\]<>|~$&#]|(?<!\w)_|_(?!\w)")
_BEGINS_A_LIST = re.compile(r"^(\d*)([-+=.)])(?=\s|$)")
_FOLD = re.compile("\n *")  # where a name goes on in its column's next line


def print_parts(parts: Sequence[Part]) -> None:
    """Print the parts, an empty line between them."""
    print("\n\n".join(filter(None, map(_rendered, parts))))


def _rendered(part: Part) -> str:
    if isinstance(part, InWords):
        part = part.table
    if isinstance(part, AnswerTable):
        return "\n".join(_table(part))
    if isinstance(part, Command):
        return f"{part.purpose}:\n\n{_fenced(part.command)}"
    text = _BEGINS_A_LIST.sub(r"\1\\\2", _plain(part.text))
    return f"**{text}**" if part.is_bold else text


def _table(table: AnswerTable) -> Iterator[str]:
    """Yield the caption, its first line bold, and the lines of the table."""
    first, *others = map(_plain, table.caption.split("\n"))
    yield from (f"**{first}**", *others)
    yield ""
    yield _line(_plain(column.head.strip()) for column in table.columns)
    yield _line(":---" if column.is_left else "---:" for column in table.columns)
    for row in table.rows:
        yield _line(map(_cell, row, table.columns))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell, column: Column) -> str:
    if column.is_drawn and cell.text:
        return f"`{cell.text}`"  # code keeps its blanks
    return _plain(_FOLD.sub("", cell.text).strip())


def _plain(text: str) -> str:
    """Return a text that shows as it stands."""
    return _MARKS.sub(r"\\\g<0>", text)


def _fenced(text: str) -> str:
    """Return a block of code, in a fence longer than any within."""
    ticks = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, ticks + 1)
    return f"{fence}sh\n{text}\n{fence}"
