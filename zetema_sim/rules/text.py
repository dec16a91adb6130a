"""Rule sets as text of 80 columns and as JSON: the list, one set, the differences."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from statistics import mode
from typing import Any

from zetema_sim.rules.parameters import PARAMETERS, Parameter
from zetema_sim.rules.preset_sources import PRESET_SUMMARIES, SOURCE_TITLES
from zetema_sim.rules.ruleset import DEFAULT_PRESET, PRESETS, Rules, RulesError
from zetema_sim.rules.sides import PLAYER_COUNTS, arrangement_of
from zetema_sim.rules.value_kinds import Value

WIDTH = 80
SCHEMA = 1
_NAME_WIDTH = 2 + max(len(parameter.path) for parameter in PARAMETERS)


def list_text() -> str:
    """Return the presets, a line each: players and what they are."""
    names = 2 + max(map(len, PRESETS))
    lines = [f"{'preset':{names}}{'players':15}rules"]
    for name, rules in PRESETS.items():
        counts = ", ".join(map(str, rules["players"]))
        mark = " (default)" if name == DEFAULT_PRESET else ""
        lines.append(f"{name:{names}}{counts:15}{PRESET_SUMMARIES[name]}{mark}")
    lines += ["", "Every value of one: zetema rules show NAME"]
    return "\n".join(lines)


def list_json() -> dict[str, Any]:
    """Return the presets' names, summaries and player counts."""
    presets = [
        {
            "name": name,
            "summary": PRESET_SUMMARIES[name],
            "default": name == DEFAULT_PRESET,
            "players": list(rules["players"]),
        }
        for name, rules in PRESETS.items()
    ]
    return {"schema": SCHEMA, "presets": presets}


def show_text(
    rules: Rules, players: int | None = None, sides: str | None = None
) -> str:
    """Return every parameter with value, meaning, allowed values and source.

    Parameters
    ----------
    rules
        The rules to show.
    players
        Shows the values for this player count only.
    sides
        The sides in play, where they are not the rules' first.

    Raises
    ------
    RulesError
        If the rules cannot be played by `players`, or without it by no player count.
    """
    heading = [f"Rules: {rules.name}", *_how_it_plays(rules, players, sides), ""]
    if players is not None:
        rules = rules.with_sides(players, sides)
    counts = PLAYER_COUNTS if players is None else (players,)
    lines = [_entry(rules, parameter, counts) for parameter in PARAMETERS]
    return "\n".join([*heading, *lines, "", *_legend(rules)])


def diff_text(first: Rules, second: Rules) -> str:
    """Return the parameters in which two rule sets differ, as a table."""
    changed = _differing(first, second)
    if not changed:
        return f"{first.name} and {second.name} are the same rules."
    rows: list[tuple[str, ...]] = [("parameter", first.name, second.name)]
    for parameter, one, other in changed:
        counts = _differing_counts(parameter, one, other)
        texts = [parameter.text(value, counts) for value in (one, other)]
        rows.append((parameter.path, *texts))
    return table_text(rows, (_NAME_WIDTH, 25, 25))


def diff_json(first: Rules, second: Rules) -> dict[str, Any]:
    """Return the parameters in which two rule sets differ, with values and sources."""
    differences = [
        {
            "parameter": parameter.path,
            "a": parameter.as_json(one),
            "b": parameter.as_json(other),
            "source_a": first.source(parameter.path),
            "source_b": second.source(parameter.path),
        }
        for parameter, one, other in _differing(first, second)
    ]
    return {
        "schema": SCHEMA,
        "a": first.name,
        "b": second.name,
        "differences": differences,
    }


def table_text(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    """Return rows as columns of these widths, long cells on several lines."""
    lines = []
    for row in rows:
        cells = [
            textwrap.wrap(cell, width - 1) or [""]
            for cell, width in zip(row, widths, strict=True)
        ]
        for place in range(max(map(len, cells))):
            parts = [
                (cell[place] if place < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            lines.append("".join(parts).rstrip())
    return "\n".join(lines)


def parameters_markdown() -> str:
    """Return the table of parameters of docs/rules.md."""
    rows = [
        (f"`{parameter.path}`", parameter.allowed(), parameter.meaning)
        for parameter in PARAMETERS
    ]
    return _markdown([("parameter", "allowed", "meaning"), *rows])


def presets_markdown() -> str:
    """Return the table of the presets' values of docs/rules.md.

    Sources stand once at the head of a column, and beside the values that are from
    elsewhere.
    """
    usual = {name: mode(rules.sources) for name, rules in PRESETS.items()}
    head = [f"{name} [{source}]" for name, source in usual.items()]
    rows = [["parameter", *head]]
    for parameter in PARAMETERS:
        row = [f"`{parameter.path}`"]
        for name, rules in PRESETS.items():
            source = rules.source(parameter.path)
            mark = "" if source == usual[name] else f" [{source}]"
            row.append(parameter.text(rules[parameter.path]) + mark)
        rows.append(row)
    return _markdown(rows)


def sources_markdown() -> str:
    """Return the table of the sources of docs/rules.md."""
    return _markdown([("code", "source"), *SOURCE_TITLES.items()])


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


def _how_it_plays(rules: Rules, players: int | None, sides: str | None) -> list[str]:
    """Return what to say above the values: the table, or which counts cannot play."""
    if players is not None:
        table = rules.at_table(players, sides)
        return [f"For {players} players, sides {arrangement_of(table)}."]
    refusals = {}
    for count in rules["players"]:
        try:
            rules.at_table(count)
        except RulesError as error:
            refusals[count] = error
    if len(refusals) == len(rules["players"]):
        raise refusals[rules["players"][0]]
    return [
        textwrap.fill(f"Not for {count} players: {error}", WIDTH)
        for count, error in refusals.items()
    ]


def _entry(rules: Rules, parameter: Parameter, counts: tuple[int, ...]) -> str:
    value = parameter.text(rules[parameter.path], counts)
    source = rules.source(parameter.path)
    about = f"[{source}] {parameter.meaning}; {parameter.allowed()}"
    indent = " " * 4
    return "\n".join(
        [
            f"{parameter.path:{_NAME_WIDTH}}{value}",
            textwrap.fill(
                about, WIDTH, initial_indent=indent, subsequent_indent=indent
            ),
        ]
    )


def _legend(rules: Rules) -> list[str]:
    """Return what the codes of the sources in use stand for."""
    used = {code for source in rules.sources for code in source.split(", ")}
    return ["Sources:"] + [
        textwrap.fill(
            f"{code:9}{title}", WIDTH, initial_indent="  ", subsequent_indent=" " * 11
        )
        for code, title in SOURCE_TITLES.items()
        if code in used
    ]


def _differing(first: Rules, second: Rules) -> list[tuple[Parameter, Value, Value]]:
    values = zip(PARAMETERS, first.values, second.values, strict=True)
    return [(parameter, one, other) for parameter, one, other in values if one != other]


def _differing_counts(
    parameter: Parameter, one: Value, other: Value
) -> tuple[int, ...]:
    if not parameter.by_count:
        return PLAYER_COUNTS
    entries = zip(PLAYER_COUNTS, one, other, strict=True)
    return tuple(count for count, mine, yours in entries if mine != yours)
