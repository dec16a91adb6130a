"""What the answers for a terminal are built of, at most 80 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from zetema_sim.common.names import called

MOST_OF_A_NAME = 27  # of its letters in a line of a table


def table_of(*columns: str, left: int = 1) -> Table:
    """Return an empty table: the first columns to the left, the rest to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        side: Literal["left", "right"] = "left" if place < left else "right"
        table.add_column(column, justify=side, overflow="fold")
    return table


def titled(title: str, table: Table) -> RenderableType:
    """Return a table under its title, with an empty line behind it."""
    return Group(Text(title, style="bold"), table, Text(""))


def brief(name: str, most: int = MOST_OF_A_NAME) -> str:
    """Return a name to be read, a long one without its path."""
    return name if len(name) <= most else called(name)


def short(name: str, most: int = MOST_OF_A_NAME) -> str:
    """Return a name that fits a column: a long one in several lines.

    Nothing of it is cut out, or two could look alike.
    """
    name = brief(name, most)
    return "\n".join(name[n : n + most] for n in range(0, len(name), most))


@dataclass(frozen=True)
class Prose:
    """Text that is wrapped between words; one that is longer than a line stays whole.

    rich would break a path, which is none then.
    """

    text: str
    style: str = ""

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        """Yield the lines in the width that there is."""
        lines = textwrap.wrap(
            self.text,
            options.max_width,
            break_long_words=False,
            break_on_hyphens=False,
        )
        yield from (_whole(line, self.style) for line in lines or [""])


def command(text: str) -> Text:
    """Return a line with a command, which is not wrapped, so that it can be copied."""
    return _whole(text)


def _whole(line: str, style: str = "") -> Text:
    return Text(line, style, no_wrap=True, overflow="ignore")
