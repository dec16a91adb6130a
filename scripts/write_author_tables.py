"""Write the tables of docs/write-a-strategy.md anew.

``python scripts/write_author_tables.py``: the view's fields and the toolkit's
functions, as `zetema_sim.view` and `zetema_sim.toolkit` have them.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "write-a-strategy.md"

sys.path.insert(0, str(ROOT))
from zetema_sim import toolkit, view  # noqa: E402 - found by the line above

INDICES = {
    "13, 4": "[rank, suit]",
    "13": "[rank]",
    "4": "[suit]",
    "5": "[kind]",
    "6": "[seat]",
    "MAX_TURNS": "[turn]",
    "LISTED": "[option]",
    "MAX_SETTINGS": ".NAME",
}
# Of the fields that carry no comment in the source.
MEANINGS = {
    "seat": "its own number, from 0",
    "side": "its own side; scores count for it",
    "players": "how many seats",
    "sides": "how many sides",
    "declared_twins": "imperial ranks of which both were shown or married",
    "hand_size": "how many cards it holds",
    "hand_mask": "the cards it holds",
    "hand_twins": "imperial ranks of which it holds both",
    "hand_ranks": "how many cards of each rank",
    "hand": "copies of each card",
    "legal_mask": "the cards that may go",
    "tableau_mask": "the cards of the tableau",
    "tableau_twins": "imperial ranks of which both lie there",
    "tableau_ranks": "how many cards of each rank",
    "tableau": "copies of each card",
    "hand_sizes": "how many cards each seat holds",
    "shown_twins": "imperial ranks of which it has shown both and holds both",
    "past_seat": "whose turn it was",
    "past_twins": "imperial ranks of which both were shown or married",
    "n_options": "how many options there are",
    "n_listed": "how many of them the arrays describe",
    "option_kind": "ASSEMBLY, FLUSH_SEQUENCE, MARRIAGES, FLUSH or SEQUENCE",
    "option_points": "what it is worth",
    "option_twins": "imperial ranks of which both are shown or married",
    "option_tableau_twins": "imperial ranks of which both are from the tableau",
    "chance": "read it through chance_below",
    "rules": "the rules of this table",
}
_FIELD = re.compile(r"    (\w+): ([^#\n]+?)(?:  # (.*))?")
_HEADING = re.compile(r"    # (.*)")
_SECTION = re.compile(r"# --- (.*?) -+")


def view_table() -> str:
    """Return the fields of the view as a table, a heading for each group."""
    lines = ["| field | holds |", "|---|---|"]
    source = inspect.getsource(view.View).rpartition('"""')[2]
    for line in source.splitlines():
        heading, field = _HEADING.fullmatch(line), _FIELD.fullmatch(line)
        if heading:
            lines.append(f"| | *{heading[1].rstrip('.:')}* |")
        elif field:
            name, kind = field[1], field[2].strip()
            meaning = field[3] or MEANINGS[name]
            lines.append(f"| `{name}{_index(name, kind)}` | {_cell(meaning)} |")
    return "\n".join(lines)


def _index(name: str, kind: str) -> str:
    shape = re.fullmatch(r"Annotated\[\w+, (.*)\]", kind)
    if shape is None:
        return ""
    return "[side]" if name == "scores" else INDICES[shape[1]]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def toolkit_table() -> str:
    """Return the toolkit's functions as a list, a heading for each section."""
    lines: list[str] = []
    for section, functions in _sections():
        lines += [f"### {section[:1].upper()}{section[1:]}", ""]
        lines += [f"- `{call}`: {summary}" for call, summary in functions]
        lines.append("")
    return "\n".join(lines).rstrip()


def _sections() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    source = inspect.getsource(toolkit)
    heads = [
        (number, found[1])
        for number, line in enumerate(source.splitlines(), 1)
        if (found := _SECTION.fullmatch(line))
    ]
    ends = [number for number, _ in heads[1:]] + [1 << 30]
    functions = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    for (start, name), end in zip(heads, ends, strict=True):
        yield name, [_told(f) for f in functions if start < f.lineno < end]


def _told(function: ast.FunctionDef) -> tuple[str, str]:
    names = ", ".join(argument.arg for argument in function.args.args)
    summary = (ast.get_docstring(function) or "").partition("\n")[0]
    summary = summary.removeprefix("Return ").rstrip(".")
    return f"{function.name}({names})", summary


def with_tables(page: str) -> str:
    """Return a page with what stands between the marks of each table replaced."""
    for name, write in (("view", view_table), ("toolkit", toolkit_table)):
        start, end = f"<!-- {name}: start -->", f"<!-- {name}: end -->"
        assert end in page.partition(start)[2], f"the page has no marks for {name}"
        between = re.compile(f"(?<={start}).*(?={end})", re.DOTALL)
        table = f"\n\n{write()}\n\n"
        page = between.sub(lambda _, table=table: table, page)
    return page


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
