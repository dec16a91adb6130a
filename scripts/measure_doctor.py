"""Measure the doctor: what it finds in faulty strategies and in sound ones, how fast.

    .venv/bin/python -P scripts/measure_doctor.py [--seconds S] [WORD…]

Prints a line for each of the shipped strategies, those of tests/doctor/faulty, and
those of tests/kit/doctor_cases.py whose names hold a word: found or not, the checks
that found it, the wall time. It takes about S seconds of processor time for each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.kit import doctor_cases  # noqa: E402
from zetema_sim.doctor.examine import examine  # noqa: E402
from zetema_sim.doctor.report import Limits  # noqa: E402
from zetema_sim.roster.lookup import shipped_names  # noqa: E402


def strategies(folder: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield each strategy's kind and name, what to examine, and whether it is sound."""
    for name, source in doctor_cases.honest().items():
        yield f"sound: {name}", str(doctor_cases.write(folder, name, source)), True
    for name, (_, source) in doctor_cases.faulty().items():
        yield f"rare: {name}", str(doctor_cases.write(folder, name, source)), False
    for path in sorted((TOP / "tests" / "doctor" / "faulty").glob("*.py")):
        # A test bounds its compiling by a second; the usual bound it keeps.
        yield f"faulty: {path.stem}", str(path), path.stem == "long_to_compile"
    for name in shipped_names():
        yield f"shipped: {name}", name, True


def main() -> None:
    """Examine all and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=Limits().seconds)
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, what, is_sound in strategies(Path(folder)):
            if given.words and not any(word in name for word in given.words):
                continue
            start = time.monotonic()
            report = examine(what, limits=Limits(seconds=given.seconds))
            seconds = time.monotonic() - start
            checks = sorted({finding.check for finding in report.findings})
            told = ", ".join(checks) or ("passed" if report.has_passed else "not all")
            is_wrong = report.is_clean is not is_sound
            wrong += is_wrong
            matches = report.facts.get("matches", 0)
            mark = "WRONG" if is_wrong else ""
            print(
                f"{name:36}{told:24}{matches:>10,}{seconds:8.1f} s {mark}", flush=True
            )
    print(f"{wrong} told wrongly")


if __name__ == "__main__":
    main()
