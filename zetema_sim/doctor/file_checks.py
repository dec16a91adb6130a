"""Checks of the file alone: ``header`` and ``compile``.

Of compiling processor time counts, since it does not depend on what else the machine
does.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator

from zetema_sim.doctor.report import Finding, Limits
from zetema_sim.kernel import jit
from zetema_sim.roster.doctor_passes import compile_seconds
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


def compile_file(file: StrategyFile) -> float:
    """Compile a file and return how long that takes, also if it was done before.

    Raises
    ------
    StrategyError
        If numba refuses it.
    """
    start = time.thread_time()
    pointers = [function for function in file.pointers if function is not None]
    seconds = time.thread_time() - start
    if not any(function.stats.cache_hits for function in pointers):
        return seconds
    known = compile_seconds(file.source_hash)
    # Where only one function had been kept, the other has compiled the helpers by now.
    return max(seconds, compiled_anew(file)) if known is None else known


def compiled_anew(file: StrategyFile) -> float:
    """Return how long it takes to compile a file without anything kept before."""
    start = time.thread_time()
    for name in ("discard", "declare")[: 1 + file.has_declare]:
        options = jit.jit(jit.SIGNATURE, folder=None, boundscheck=True)
        options(getattr(file.for_numba, name))
    return time.thread_time() - start


def check_compiling(
    file: StrategyFile, seconds: float, limits: Limits
) -> Iterator[Finding]:
    """Yield a finding where compiling takes long."""
    if seconds > limits.long_compile:
        reason = (
            f"takes {seconds:.1f} s to compile, more than {limits.long_compile:g} s; "
            "shorter functions, fewer levels of calls and no unrolled tables help"
        )
        yield Finding("compile", reason, str(file.path))
