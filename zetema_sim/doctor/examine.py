"""The parent's side: starts the child, waits, writes the report."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from zetema_sim.common import children
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
        with _child(job) as (messages, process, errors):
            _listen(report, messages, process, errors, spot)
    report.facts["seconds"] = time.monotonic() - start
    if report.has_passed:
        for settings in report.settings:
            seconds = report.facts["compile_seconds"]
            note_passed(report.source_hash, settings, seconds)
    return report


@contextmanager
def _child(
    job: dict[str, Any],
) -> Iterator[tuple[queue.Queue[bytes], subprocess.Popen[bytes], IO[bytes]]]:
    """Start the child, and end it whatever happens."""
    command = children.python(CHILD)
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=children.environment(),
        )
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(job).encode() + b"\n")
            process.stdin.flush()
            yield _lines_of(process), process, errors
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def _lines_of(process: subprocess.Popen[bytes]) -> queue.Queue[bytes]:
    """Return a queue of what the child says; an empty line is its end."""
    lines: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(b"")

    threading.Thread(target=read, daemon=True).start()
    return lines


def _listen(
    report: Report,
    messages: queue.Queue[bytes],
    process: subprocess.Popen[bytes],
    errors: IO[bytes],
    spot: Path,
) -> None:
    """Take what the child says into the report, until it is done, late or dead."""
    doing, wait = Finding("ends", "the examination does not start"), float(START)
    while True:
        try:
            line = messages.get(timeout=BUSY * wait + GRACE)
        except queue.Empty:
            report.findings.append(doing)
            return
        if not line:
            report.findings.append(_crash(doing, process, errors, spot))
            return
        message = json.loads(line)
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


def _crash(
    doing: Finding, process: subprocess.Popen[bytes], errors: IO[bytes], spot: Path
) -> Finding:
    """Return the finding that the child ended without a word."""
    code = process.wait()
    left = left_spot(spot)
    if left is not None and left.state is not None:
        doing.of(left.fault(""))
    if code == -getattr(signal, "SIGXCPU", 0):
        return doing  # it could not end itself
    errors.seek(0)
    said = errors.read().decode("utf-8", "replace").strip().splitlines()
    told = f": {said[-1]}" if said and code > 0 else ""
    if code < 0:
        names = {int(known): known.name for known in signal.Signals}
        told = f" ({names.get(-code, f'signal {-code}')})"
    doing.check = "legal"
    doing.reason = f"ends the whole process{told}"
    return doing
