"""The child process: makes all checks of one strategy and tells its parent."""

from __future__ import annotations

import json
import os
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from zetema_sim.common.child_process import receive, to_parent
from zetema_sim.common.children import bound
from zetema_sim.common.whole_numbers import CASTS
from zetema_sim.doctor.child_pipe import Line
from zetema_sim.doctor.decision_checks import Looks
from zetema_sim.doctor.examined_strategy import Subject
from zetema_sim.doctor.file_checks import check_compiling, check_header, compile_file
from zetema_sim.doctor.match_checks import Matches
from zetema_sim.doctor.report import OF_PLAY, Finding, Limits
from zetema_sim.doctor.tables import SeatedTable, places
from zetema_sim.faults import StrategyError
from zetema_sim.playing.decision_record import here, play_at, shared_spot
from zetema_sim.roster.file import StrategyFile
from zetema_sim.roster.lookup import Strategy, load

MEMORY = 8 << 30  # bytes that the process may take, since it compiles
PLAY = 2 << 30  # bytes more that it may take when it plays
MATCHES = 2 / 3  # of the time for whole matches; the rest is for looking closely

TURNS = 180  # about so many decisions take a match
MANY = 100_000  # matches


def main() -> None:
    """Examine what the parent says."""
    orders, answers = to_parent()
    job = json.loads(receive(orders))
    bound("RLIMIT_AS", MEMORY)  # it runs out before the machine does
    bound("RLIMIT_CORE", 0)
    warnings.simplefilter("ignore")
    warnings.filterwarnings("error", CASTS)
    play_at(shared_spot(Path(job["spot"])))
    line = Line(orders, answers, here())
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


def _examine_file(strategy: Strategy, line: Line, limits: Limits) -> None:
    """Make the checks of the file itself, and compile it."""
    file, path = strategy.file, str(strategy.file.path)
    assert isinstance(file, StrategyFile)
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
    for place in tables:
        place.table.prepare()
    subject = Subject(strategy, line)
    subject.warm_up()
    _bound_memory(PLAY)
    start = time.thread_time()
    matches = Matches(tables, subject, line, limits)
    matches.play(MATCHES * limits.seconds)
    looks = Looks(tables, subject, line, limits)
    looks.take((1 - MATCHES) * limits.seconds, matches.at_fault)
    _check_speed(strategy, matches, looks, line, limits)
    wanted = len({place.number for place in tables})
    played, looked = (_tables(tables, seen) for seen in (matches.played, looks.looked))
    seen = min(len(played), len(looked))
    spent = time.thread_time() - start
    facts: dict[str, Any] = {
        "matches": sum(matches.played.values()),
        "tables": len(played),
        "looked_at": len(looked),
        "tables_wanted": wanted,
        "seconds_wanted": 1 + int(1.2 * spent * wanted / max(1, seen)),
        "decisions": len(looks.times),
        "plain": looks.plain,
        "unseen": looks.unseen,
    }
    line.say(
        facts=facts | looks.facts(),
        checked=[*OF_PLAY] if seen == wanted else [],
        settings=_settings_seen(tables, {*matches.played} & {*looks.looked}),
    )


def _tables(places: list[SeatedTable], seen: dict[int, int]) -> set[int]:
    return {places[number].number for number in seen}


def _settings_seen(places: list[SeatedTable], seen: set[int]) -> list[dict[str, int]]:
    """Return the settings with which the strategy was seen at every table."""
    tables: dict[str, set[int]] = {}
    settings = {}
    for number in seen:
        place = places[number]
        name = place.examined.name
        settings[name] = place.examined.settings
        tables.setdefault(name, set()).add(place.number)
    every = {place.number for place in places}
    return [settings[name] for name, found in tables.items() if found == every]


def _bound_memory(more: int) -> None:
    """Let the process take only so much more memory than it has, where that is told."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:
        return
    bound("RLIMIT_AS", pages * os.sysconf("SC_PAGE_SIZE") + more)


def _check_speed(
    strategy: Strategy, matches: Matches, looks: Looks, line: Line, limits: Limits
) -> None:
    """Report a strategy that takes long to decide on average, rarely or always."""
    at_play = matches.seconds / matches.turns if matches.turns else 0.0
    alone = float(np.mean(looks.times)) if looks.times else 0.0
    mean = max(at_play, alone)
    if mean > limits.long_decision:
        hours = mean * TURNS * MANY / 3600
        reason = (
            f"a decision takes {mean * 1e3:.1f} ms on average: {MANY:,} matches "
            f"would take about {hours:,.0f} hours on one core"
        )
        line.found(Finding("speed", reason, str(strategy.file.path)))
