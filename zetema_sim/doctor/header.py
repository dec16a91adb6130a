"""Check ``header``: the docstring says what it is, and every setting is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from zetema_sim.doctor.report import Finding
from zetema_sim.roster.file import StrategyFile


def check_header(file: StrategyFile) -> Iterator[Finding]:
    """Yield what is missing in the docstring, and settings that nothing reads."""
    top = f"{file.path}:1"
    if not file.docstring:
        reason = "has no docstring: its first line is the summary, the last `Source:`"
        yield Finding("header", reason, top)
    elif not file.summary.strip():
        reason = "the docstring's first line, the summary, is empty"
        yield Finding("header", reason, top)
    elif "Source:" not in file.docstring or not file.source:
        reason = "the docstring has no `Source:` line that says whose idea it is"
        yield Finding("header", reason, top)
    used = _settings_used(file)
    for name in file.settings:
        if name not in used:
            place = f"{file.path}:{_line_of_settings(file)}"
            yield Finding("header", f"setting {name} is never read", place)


def _settings_used(file: StrategyFile) -> set[str]:
    """Return what is read of anything called `settings`, by name."""
    found: set[str] = set()
    for part in ast.walk(file.tree):
        inner = getattr(part, "value", None)
        if not (isinstance(inner, ast.Attribute) and inner.attr == "settings"):
            continue
        if isinstance(part, ast.Attribute):
            found.add(part.attr)
        elif isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Constant):
            found.add(str(part.slice.value))
    return found.union(*map(_settings_used, file.helpers.values()))


def _line_of_settings(file: StrategyFile) -> int:
    for node in file.tree.body:
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if any(getattr(target, "id", "") == "SETTINGS" for target in targets):
            return node.lineno
    return 1
