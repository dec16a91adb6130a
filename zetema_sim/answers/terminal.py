"""An answer as text: at a terminal in its width, and in 80 columns anywhere else."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich import table as rich_table
from rich.console import Console, Group, RenderableType
from rich.text import Text

from zetema_sim.answers.parts import AnswerTable, Command, InWords, Part, Prose

WIDTH = 80
_LEAST_WIDTH = 40  # in less no table can be read, as with COLUMNS=0


class _Answers(Console):
    def on_broken_pipe(self) -> None:
        raise


def print_parts(parts: Sequence[Part]) -> None:
    """Print the parts one below the other."""
    # Names are no markup: [red] is printed as it stands.
    console = _Answers(highlight=False, markup=False, emoji=False)
    if console.width < _LEAST_WIDTH:
        console.width = WIDTH
    rendered = (each for part in parts for each in _rendered(part, console.width))
    console.print(Group(*rendered), crop=False)


def _rendered(part: Part, width: int) -> Iterator[RenderableType]:
    if isinstance(part, AnswerTable):
        yield Text(part.caption, style="bold")
        yield _table(part)
        yield Text("")
    elif isinstance(part, Prose):
        # rich would break a path, which is none then.
        lines = textwrap.wrap(
            part.text, width, break_long_words=False, break_on_hyphens=False
        )
        for line in lines or [""]:
            yield _whole(line, "bold" if part.is_bold else "")
    elif isinstance(part, Command):
        yield _whole(f"{part.purpose}: {part.command}")
    elif isinstance(part, InWords):
        yield _whole(part.lines)


def _table(table: AnswerTable) -> rich_table.Table:
    drawn = rich_table.Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in table.columns:
        drawn.add_column(
            column.head,
            justify="left" if column.is_left else "right",
            overflow="fold",
            no_wrap=column.is_whole or column.is_drawn,
        )
    for row in table.rows:
        drawn.add_row(*(cell.text for cell in row))
    return drawn


def _whole(line: str, style: str = "") -> Text:
    """Return a line that is not wrapped, so that it can be copied."""
    return Text(line, style, no_wrap=True, overflow="ignore")
