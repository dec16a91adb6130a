"""The strategies as text of 80 columns and as JSON: the list, and one in full."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zetema_sim.common.names import NamesError, printable
from zetema_sim.faults import StrategyError
from zetema_sim.roster.lookup import (
    RosterError,
    Strategy,
    check_file_name,
    known_files,
    load,
)
from zetema_sim.roster.search_file import NAME as SEARCH

WIDTH = 80
SCHEMA = 1


@dataclass(frozen=True)
class Listed:
    """A strategy of the list, or why its file cannot be used."""

    name: str
    strategy: Strategy | None
    problem: str = ""


def listed(folders: Sequence[Path] = ()) -> list[Listed]:
    """Return every strategy of the folders and the shipped ones, sorted by name.

    Raises
    ------
    RosterError
        If one of the folders is none.
    """
    known = sorted(known_files(folders).items())
    found = [listed_file(*each, folders) for each in known]
    if all(each.name != SEARCH for each in found):
        found.append(Listed(SEARCH, load(SEARCH)))
    return sorted(found, key=lambda each: each.name)


def listed_file(name: str, files: Sequence[Path], folders: Sequence[Path]) -> Listed:
    """Return the strategy that a name stands for, the first of its files."""
    try:
        check_file_name(files[0])
        return Listed(name, load(name, folders))
    except (StrategyError, RosterError, NamesError) as error:
        return Listed(printable(name), None, str(error))


def list_text(strategies: Sequence[Listed]) -> str:
    """Return a paragraph for each strategy: name, summary, settings."""
    names = 2 + max((len(entry.name) for entry in strategies), default=0)
    lines: list[str] = []
    for entry in strategies:
        lines += _indented(f"{entry.name:{names}}", _summary(entry), names)
        if entry.strategy and entry.strategy.file.settings:
            lines += _indented("", _settings_line(entry.strategy), names)
    lines += ["", "All about one: zetema strategies show NAME"]
    return "\n".join(lines)


def _summary(entry: Listed) -> str:
    if entry.strategy is None:
        return f"cannot be used: {entry.problem}"
    return entry.strategy.file.summary or "(its file has no docstring)"


def _settings_line(strategy: Strategy) -> str:
    settings = [
        f"{name}={default} ({least} to {most})"
        for name, (default, least, most) in strategy.file.settings.items()
    ]
    return "settings: " + ", ".join(settings)


def _indented(start: str, text: str, indent: int) -> list[str]:
    first = start or " " * indent
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def list_json(strategies: Sequence[Listed]) -> dict[str, Any]:
    """Return what `list_text` tells."""
    entries = []
    for entry in strategies:
        if entry.strategy is None:
            entries.append({"name": entry.name, "problem": entry.problem})
        else:
            entries.append(_short_json(entry.strategy))
    return {"schema": SCHEMA, "strategies": entries}


def show_json(strategy: Strategy) -> dict[str, Any]:
    """Return all about a strategy."""
    file = strategy.file
    return {
        "schema": SCHEMA,
        **_short_json(strategy),
        "docstring": file.docstring,
        "source": file.source,
        "source_hash": strategy.source_hash,
        "uses_chance": file.uses_chance,
        "decides_declarations": file.has_declare,
        "path": str(file.path),
    }


def _short_json(strategy: Strategy) -> dict[str, Any]:
    values = strategy.settings
    settings = [
        {
            "name": name,
            "value": values[name],
            "default": default,
            "least": least,
            "most": most,
        }
        for name, (default, least, most) in strategy.file.settings.items()
    ]
    return {
        "name": strategy.name,
        "summary": strategy.file.summary,
        "settings": settings,
    }


def show_text(strategy: Strategy) -> str:
    """Return all about a strategy, its docstring first."""
    file = strategy.file
    declares = "decides itself" if file.has_declare else "the option worth most"
    facts = [
        ("declares", declares),
        ("uses chance", "yes" if file.uses_chance else "no"),
        ("source hash", strategy.source_hash),
        ("path", str(file.path)),
    ]
    return "\n".join(
        [
            strategy.name,
            "",
            file.docstring or "(its file has no docstring)",
            "",
            *_settings_table(strategy),
            *(f"{name:13}{value}" for name, value in facts),
        ]
    )


def _settings_table(strategy: Strategy) -> list[str]:
    if not strategy.file.settings:
        return ["settings     none"]
    names = 2 + max(map(len, ("setting", *strategy.file.settings)))
    lines = [f"{'setting':{names}}{'value':>8}{'default':>9}{'least':>7}{'most':>7}"]
    for name, (default, least, most) in strategy.file.settings.items():
        value = strategy.settings[name]
        lines.append(f"{name:{names}}{value:8}{default:9}{least:7}{most:7}")
    return [*lines, ""]
