"""Every file, session and command of README.md and docs/ works as it is shown."""

from __future__ import annotations

import doctest
import json
import os
import runpy
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.kit.checkout import TOP
from tests.kit.cli_runs import zetema
from tests.kit.doc_blocks import Block, blocks_of, changed
from zetema_sim.view import View

PAGES = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
SHELL = ("sh", "console")
PROCESS: dict[str, Any] = {
    "capture_output": True,
    "text": True,
    "env": {**os.environ, "PYTHONPATH": str(TOP)},
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_works(page, tmp_path, monkeypatch):
    """A reader who types the blocks in order sees what the page says."""
    monkeypatch.chdir(tmp_path)
    printed = ""
    for block in blocks_of(page):
        if "not tested" in block.marks:
            assert block.marks["not tested"], f"{block.place}: say why"
        elif block.language in SHELL:
            printed = "".join(run(block, command) for command in block.commands)
        elif block.language == "text" and "printed" in block.marks:
            assert_printed(block, printed)
        else:
            try_block(block)


def run(block: Block, command: str) -> str:
    """Run a command of a block, and return what it printed."""
    words = shlex.split(command)
    target = None
    if len(words) > 2 and words[-2] == ">":
        *words, _, target = words
    message = f"{block.place}: {command}: is no zetema; test it or mark it"
    assert words[0] in ("zetema", "scripts/zetema"), message
    words = block.as_tested(words)
    code, told = outcome(words[1:], block.marks.get("typed"))
    expected = int(block.marks.get("exit code", "130" if "typed" in block.marks else 0))
    assert code == expected, f"{block.place}: {command}: {told}"
    if target:
        Path(target).write_text(told)
    return told


def outcome(words: list[str], typed: str | None) -> tuple[int, str]:
    """Return exit code and output; a debugger needs a process that is not pytest's."""
    if typed is None:
        result = zetema(*words)
        return result.exit_code, result.stdout or result.output
    lines = "".join(f"{line}\n" for line in typed.split(" | "))
    program = [sys.executable, "-m", "zetema_sim", *words]
    ran = subprocess.run(program, input=lines, **PROCESS)
    return ran.returncode, ran.stdout


def assert_printed(block: Block, printed: str) -> None:
    """Check that a block's lines were printed, in order, anything between the gaps."""
    rest = printed
    for part in filter(None, block.text.split("…\n")):
        assert part in rest, f"{block.place}: not printed: {part}in: {printed}"
        rest = rest.partition(part)[2]


def try_block(block: Block) -> None:
    """Write a file, run a session or a program, read JSON; leave other text alone."""
    if "file" in block.marks:
        text = block.text
        if "change" in block.marks:
            original = Path(block.marks["of"]).read_text("utf-8")
            text = changed(original, block.marks["change"], text)
        Path(block.marks["file"]).write_text(text, "utf-8")
    elif "session" in block.marks:
        test = doctest.DocTestParser().get_doctest(block.text, {}, block.place, None, 0)
        assert test.examples
        told: list[str] = []
        failed, _ = doctest.DocTestRunner().run(test, out=told.append)
        assert not failed, "".join(told)
    elif block.language == "python":
        program = [sys.executable, "-c", block.text]
        ran = subprocess.run(program, **PROCESS)
        assert ran.returncode == 0, f"{block.place}: {ran.stderr}"
    elif block.language == "json":
        json.loads(block.text)


def test_tables_for_authors_are_current(top):
    """The view's fields and the toolkit's functions are as in the source.

    Else run scripts/write_author_tables.py.
    """
    script = runpy.run_path(str(top / "scripts" / "write_author_tables.py"))
    page = (top / "docs" / "write-a-strategy.md").read_text("utf-8")
    assert page == script["with_tables"](page)
    table = script["view_table"]()
    names = [line.split("`")[1] for line in table.splitlines() if "| `" in line]
    plain = [name.partition("[")[0].partition(".")[0] for name in names]
    assert plain == [each.name for each in fields(View)]
    assert set(script["MEANINGS"]) < set(plain)
