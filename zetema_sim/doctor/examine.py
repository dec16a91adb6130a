"""The parent's side: starts the child, waits, writes the report."""

from __future__ import annotations

import contextlib
import json
import queue
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from zetema_sim.common.child_process import ChildProcess
from zetema_sim.doctor.report import Finding, Limits, Report
from zetema_sim.faults import StrategyError
from zetema_sim.playing.decision_record import left_spot
from zetema_sim.roster.doctor_passes import note_passed
from zetema_sim.roster.lookup import RosterError, load
from zetema_sim.roster.search_file import SearchFile

# The child counts processor time, of which a busy machine gives little, and ends
# itself: it is waited for so long only if it sleeps.
BUSY = 60
GRACE = 60  # seconds more
START = 10  # seconds until it first says something

CHILD = "from zetema_sim.doctor.child import main; main()"


def examine(
    name: str | Path, folders: Sequence[Path] = (), limits: Limits | None = None
) -> Report:
    """Return the report on a strategy, given by name or path, with settings or not.

    Raises
    ------
    RosterError
        If there is no such strategy or setting.
    ValueError
        If nothing is compiled here: numba's NUMBA_DISABLE_JIT is set.
    """
    name = str(name)
    limits = limits or Limits()
    start = time.monotonic()
    import_module("zetema_sim.kernel.jit")  # says why here, where nothing is compiled
    try:
        strategy = load(name, folders)
    except StrategyError as error:
        place = f"{error.path}:{error.line}" if error.line else error.path
        found = Finding("rules", error.reason, place)
        return Report(name, error.path, findings=[found])
    if isinstance(strategy.file, SearchFile):
        raise RosterError(
            f"{strategy.name} is part of the program, not a file to be examined"
        )
    report = Report(strategy.name, str(strategy.file.path), strategy.source_hash)
    job = {"name": name, "folders": [str(f) for f in folders], "limits": asdict(limits)}
    with tempfile.TemporaryDirectory() as folder:
        spot = Path(folder) / "spot"
        job["spot"] = str(spot)
        child = ChildProcess(CHILD)
        try:
            child.send(json.dumps(job).encode())
            _listen(report, child, spot)
        finally:
            child.end()
    report.facts["seconds"] = time.monotonic() - start
    if report.has_passed:
        for settings in report.settings:
            seconds = report.facts["compile_seconds"]
            note_passed(report.source_hash, settings, seconds)
    return report


def _messages_of(child: ChildProcess) -> queue.Queue[bytes]:
    """Return a queue of what the child says; an empty message is its end."""
    messages: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        with contextlib.suppress(EOFError, OSError, ValueError):  # or it is closed here
            while True:
                messages.put(child.receive())
        messages.put(b"")

    threading.Thread(target=read, daemon=True).start()
    return messages


def _listen(report: Report, child: ChildProcess, spot: Path) -> None:
    """Take what the child says into the report, until it is done, late or dead."""
    messages = _messages_of(child)
    doing, wait = Finding("ends", "the examination does not start"), float(START)
    while True:
        try:
            told = messages.get(timeout=BUSY * wait + GRACE)
        except queue.Empty:
            report.findings.append(doing)
            return
        if not told:
            report.findings.append(_crash(doing, child, spot))
            return
        message = json.loads(told)
        if "doing" in message:
            doing, wait = Finding(**message["doing"]), message["within"]
        if "finding" in message:
            report.findings.append(Finding(**message["finding"]))
        report.facts |= message.get("facts", {})
        report.checked += message.get("checked", [])
        report.settings += message.get("settings", [])
        if "ended" in message:
            counts = message.get("counts", [])
            for finding, times in zip(report.findings, counts, strict=False):
                finding.times = times
            return


def _crash(doing: Finding, child: ChildProcess, spot: Path) -> Finding:
    """Return the finding that the child ended without a word."""
    child.process.wait()
    child.end()
    left = left_spot(spot)
    if left is not None and left.state is not None:
        doing.of(left.fault(""))
    if child.signal == "SIGXCPU":
        return doing  # it could not end itself
    told = f": {child.said}" if child.said and child.process.returncode else ""
    doing.check = "legal"
    doing.reason = "ends the whole process"
    doing.reason += f" ({child.signal})" if child.signal else told
    return doing
