"""The child process: makes all checks of one strategy and tells its parent."""

from __future__ import annotations

import json
import os
import time
import warnings
from pathlib import Path
from typing import Any

from zetema_sim.children import bound, pipes
from zetema_sim.doctor.check import Check
from zetema_sim.doctor.compiling import check_compiling, compile_file
from zetema_sim.doctor.header import check_header
from zetema_sim.doctor.kernel_play import play_tables
from zetema_sim.doctor.limits import Limits
from zetema_sim.doctor.line import Line
from zetema_sim.doctor.memory import Memory
from zetema_sim.doctor.plain import Plain
from zetema_sim.doctor.report import Finding
from zetema_sim.doctor.speed import Speed
from zetema_sim.doctor.subject import Subject
from zetema_sim.doctor.tables import Place, places
from zetema_sim.doctor.twice import Twice
from zetema_sim.doctor.unseen import Unseen
from zetema_sim.doctor.watcher import Examination
from zetema_sim.faults import StrategyError
from zetema_sim.roster import Strategy, load

MEMORY = 8 << 30  # bytes that the process may take
POSITIONS = 0.6  # of the time for decisions in the reference engine
MATCHES = 0.3  # of the time for matches in the kernel


def main() -> None:
    """Read one line from stdin, what to examine; examine it."""
    reader, writer = pipes()
    job = json.loads(_read_line(reader))
    bound("RLIMIT_AS", MEMORY)  # it runs out before the machine does
    warnings.simplefilter("ignore")
    line = Line(reader, writer)
    limits = Limits(**job["limits"])
    folders = [Path(folder) for folder in job["folders"]]
    strategy = load(job["name"], folders)
    try:
        _examine_file(strategy, line, limits)
        _play(strategy, folders, line, limits)
    except StrategyError as error:
        where = f"{error.path}:{error.line}" if error.line else error.path
        check = "compile" if "compile" in error.reason else "rules"
        line.found(Finding(check, error.reason, where))
    line.say(ended="done", counts=line.counts())


def _read_line(reader: int) -> bytes:
    """Read a line byte by byte, so that none after it is waited for."""
    read = b""
    while not read.endswith(b"\n"):
        read += os.read(reader, 1) or b"\n"
    return read


def _examine_file(strategy: Strategy, line: Line, limits: Limits) -> None:
    """Make the checks of the file itself, and compile it."""
    file, path = strategy.file, str(strategy.file.path)
    line.say(checked=["rules"])
    for finding in check_header(file):
        line.found(finding)
    line.say(checked=["header"])
    reason = f"does not load within {limits.load:g} s"
    line.doing(Finding("ends", reason, path), limits.load)
    _ = file.plain
    reason = f"does not compile within {limits.compile:g} s"
    line.doing(Finding("compile", reason, path), limits.compile)
    seconds = compile_file(file)
    line.say(facts={"compile_seconds": seconds})
    for finding in check_compiling(file, seconds, limits):
        line.found(finding)
    line.say(checked=["compile"])


def _play(strategy: Strategy, folders: list[Path], line: Line, limits: Limits) -> None:
    line.doing(Finding("ends", "the tables cannot be set up"), limits.load)
    tables = places(strategy, folders)
    subject = Subject(strategy, line)
    subject.warm_up()
    checks: list[Check] = [
        kind(subject, limits) for kind in (Speed, Twice, Memory, Plain, Unseen)
    ]
    examination = Examination(subject, checks, line, limits)
    start = time.perf_counter()
    seen = _every_table(examination, tables, start + POSITIONS * limits.seconds)
    _close(checks, line, limits)
    facts: dict[str, Any] = {
        "decisions": examination.decisions,
        "tables": seen,
        "tables_wanted": len(tables),
    }
    facts |= {check.name: check.seen for check in checks if check.share < 1}
    for check in checks:
        if isinstance(check, Speed):
            facts |= check.facts()
    line.say(facts=facts, checked=["twice", "memory", "plain", "unseen", "speed"])
    line.doing(Finding("ends", "the other strategy does not compile"), limits.load)
    tables[0].table.prepare()
    end = time.perf_counter() + MATCHES * limits.seconds
    matches = play_tables(tables, examination, end)
    line.say(facts={"matches": matches}, checked=["legal", "ends"])


def _every_table(examination: Examination, tables: list[Place], end: float) -> int:
    """Play at every table, a share of the time each; return how many were seen."""
    for place, table in enumerate(tables):
        left = end - time.perf_counter()
        if left <= 0:
            return place
        examination.play(table, place, left / (len(tables) - place))
    return len(tables)


def _close(checks: list[Check], line: Line, limits: Limits) -> None:
    reason = f"asking again takes over {limits.seconds:g} s"
    line.doing(Finding("ends", reason), limits.seconds + 2 * limits.decision)
    for check in checks:
        for finding in check.close():
            line.found(finding)


if __name__ == "__main__":
    main()
