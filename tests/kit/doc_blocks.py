"""The fenced blocks of a page, and what the marks before them ask for.

A mark is an HTML comment on a line of its own right before the block, so that no reader
sees it:

* ``<!-- file: NAME -->``: the block is a file that later blocks find;
* ``<!-- change of NAME: after "TEXT" -->``, with the former: the file is NAME with the
  block put in after the first line that holds the text (or ``before`` it);
* ``<!-- tested with: compare --matches 600 -->``: what a test puts behind each such
  command of the block, to make it short;
* ``<!-- typed: p x | q -->``: lines that are typed while the command runs;
* ``<!-- exit code: 1 -->``: what the command leaves with, 0 if nothing is said;
* ``<!-- printed -->``: of a ``text`` block: the commands before have printed this, with
  anything in the place of a line ``…``;
* ``<!-- session -->``: of a ``python`` block: a session with ``>>>``;
* ``<!-- not tested: REASON -->``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

_MARK = re.compile(r"<!-- ([a-z ]+?)(?: of (\S+?))?(?:: (.*))? -->")
_FENCE = re.compile(r"```(\w*)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, lines, marks and place."""

    place: str
    language: str
    lines: tuple[str, ...]
    marks: dict[str, str]

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def commands(self) -> list[str]:
        """The commands of a shell block, those over several lines joined."""
        joined = self.text.replace("\\\n", " ").splitlines()
        return [line.strip() for line in joined if line.strip() and line[:1] != "#"]

    def as_tested(self, words: list[str]) -> list[str]:
        """Return a command's words with what a test puts behind them."""
        extra = shlex.split(self.marks.get("tested with", ""))
        command = [*takewhile(lambda word: not word.startswith("-"), extra)]
        is_meant = words[1 : 1 + len(command)] == command
        return words + extra[len(command) :] if is_meant else words


def blocks_of(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page."""
    marks: dict[str, str] = {}
    lines = enumerate(page.read_text("utf-8").splitlines(), 1)
    for number, line in lines:
        mark, fence = _MARK.fullmatch(line), _FENCE.fullmatch(line)
        if mark:
            marks[mark[1]] = mark[3] or ""
            marks["of"] = mark[2] or marks.get("of", "")
        elif fence:
            body = []
            for _, inside in lines:
                if inside == "```":
                    break
                body.append(inside)
            yield Block(f"{page.name}:{number}", fence[1], tuple(body), marks)
            marks = {}
        elif line.strip():
            marks = {}


def changed(text: str, change: str, block: str) -> str:
    """Return a file with a block put in where a mark says."""
    where, _, words = change.partition(" ")
    lines = text.splitlines(keepends=True)
    (place, *_) = [n for n, line in enumerate(lines) if words.strip('"') in line]
    place += where == "after"
    return "".join([*lines[:place], block, *lines[place:]])
