"""The Markdown form: what a reader of Markdown shows is what the tables hold."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

from tests.kit.cli_runs import refusal, zetema
from zetema_sim.answers import print_answer
from zetema_sim.answers.parts import Column, Command, Parts, Prose, short, table_of

HOSTILE = [
    *("a|b", "*a*", "_a_", "wait_for=2", "`a`", "<b>a</b>", "[a](b)", "~a~", "$a$"),
    *("&amp;", "#1", "\\", "over -1"),
]
LISTS = ["- a", "1. a", "+ a", "# a", "> a", "12) a", "1.5 a", "=== a"]
QUICK = ("--matches", "60", "--quiet", "--format", "markdown")


def html(parts: Parts, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the page that a reader of Markdown makes of some parts."""
    print_answer(parts, "markdown")
    return page_of(capsys.readouterr().out)


def page_of(text: str) -> str:
    """Return the page that a reader makes of Markdown with tables."""
    return str(MarkdownIt().enable(["table", "strikethrough"]).render(text))


def shown(page: str, tag: str) -> list[str]:
    """Return the texts of all elements of a kind, without elements within."""
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.DOTALL)
    return [unescape(re.sub("</?(strong|code)[^>]*>", "", each)) for each in found]


def test_a_cell_shows_what_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever stands in a name, and where it was folded."""
    table = table_of("*of* what", "name", Column("chart", is_drawn=True), "wins")
    names = [*HOSTILE, short("marriage-hoarder:wait_for=4,x=5")]
    for name in names:
        table.add(name, "  o--", "1.0 *")
    page = html([table], capsys)
    cells = shown(page, "td")
    assert cells[::3] == [*HOSTILE, "marriage-hoarder:wait_for=4,x=5"]
    assert set(cells[1::3]) == {"  o--"}
    assert set(cells[2::3]) == {"1.0 *"}
    assert shown(page, "p") == ["*of* what"]


@pytest.mark.parametrize("text", [*HOSTILE, *LISTS])
def test_prose_and_commands_show_what_they_say(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence is no list, a name no link, and a command is to be copied whole."""
    page = html([Prose(text, is_bold=True), Prose(text), Command("Do", text)], capsys)
    assert shown(page, "p") == [text, text, "Do:"]
    assert shown(page, "pre") == [f"{text}\n"]


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "greedy", "random"),
        ("tournament", "greedy", "random", "--fresh"),
        ("sweep", "greedy", "random", "--vary", "sequence.points=0..10..10"),
        ("plan", "greedy", "random", "--matches", "200"),
        ("verdict", "greedy", "--field", "random", "--players", "2"),
    ],
    ids=lambda command: command[0],
)
def test_every_kind_prints_tables(command: tuple[str, ...]) -> None:
    """With a cell for each head, and no line of a table left outside."""
    of_plan = ("--quiet", "--format", "markdown")
    printed = zetema(*command, *(of_plan if command[0] == "plan" else QUICK)).stdout
    page = page_of(printed)
    tables = shown(page, "table")
    assert tables
    for table in tables:
        heads = len(shown(table, "th"))
        assert all(len(shown(row, "td")) in (0, heads) for row in shown(table, "tr"))
    assert not any("|" in text for text in shown(page, "p"))


def test_json_is_another_form() -> None:
    """Two forms at once are refused in one line."""
    told = refusal("compare", "greedy", "random", "--json", "--format", "markdown")
    assert "--json and --format markdown are two forms" in told
