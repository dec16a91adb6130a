"""Measure what each kind of workers costs, and write the table of docs/performance.md.

Of each kind: the rate at which it plays a run, over that of one thread; how long a
command of a few matches takes; what it costs to hand over a task; and how long a task
must be for that to be 5 % of it. Each is the best of ``--rounds``, in turns, since all
that disturbs a measurement makes it slower.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"

# As the command does, before numpy is imported: threads of numpy's own get in the way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(ROOT))
from zetema_sim.playing.run import Run  # noqa: E402
from zetema_sim.playing.seating import TableOptions, set_up  # noqa: E402 - found by the line above
from zetema_sim.work import Threads, Work, Workers  # noqa: E402
from zetema_sim.work.blocks import play, play_stretch  # noqa: E402
from zetema_sim.work.cluster import Cluster  # noqa: E402
from zetema_sim.work.processes import Processes  # noqa: E402

NAMES = ("greedy", "balanced", "marriage-hoarder")
SHORT = ("compare", "greedy", "random", "--matches", "2", "--quiet")
PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from zetema_sim.cli import main
main()
"""
TASKS = 400  # of a block each, to see what handing over costs
PART = 0.05  # of a task that handing it over may cost


@dataclass
class Kind:
    """A kind of workers, and what was measured of it, a number a round."""

    name: str
    make: Callable[[], Workers]
    options: tuple[str, ...]
    rates: list[float] = field(default_factory=list)  # matches a second
    starts: list[float] = field(default_factory=list)  # seconds of a short command
    tasks: list[float] = field(default_factory=list)  # seconds a task and worker
    alone: list[float] = field(default_factory=list)  # the same without any worker


def kinds() -> list[Kind]:
    """Return what is measured; the first is what rates are told in."""
    return [
        Kind("1 thread", partial(Threads, 1), ("--threads", "1")),
        Kind("2 threads", partial(Threads, 2), ("--threads", "2")),
        *(
            Kind(
                f"{count} {'process' if count == 1 else 'processes'}",
                partial(Processes, count),
                ("--executor", "processes", "--threads", str(count)),
            )
            for count in (1, 2)
        ),
        Kind(
            "Dask, 2 processes",
            partial(Cluster, None, 2),
            ("--executor", "dask", "--threads", "2"),
        ),
    ]


def measure(kind: Kind, run: Run) -> None:
    """Measure a kind once."""
    command = [sys.executable, "-P", "-c", PROGRAM, str(ROOT), *SHORT, *kind.options]
    start = partial(subprocess.run, command, check=True, capture_output=True)
    kind.starts.append(seconds_of(start))
    with closing(kind.make()) as workers:
        short = partial(play_stretch, run, range(1))
        for future in [workers.submit(short) for _ in range(4 * workers.count)]:
            future.result()  # so that all is loaded
        kind.rates.append(run.total / play(run, Work(workers)).seconds)
        kind.alone.append(seconds_of(lambda: [short() for _ in range(TASKS)]) / TASKS)
        handed = seconds_of(lambda: [*Work(workers).results([short] * TASKS)])
        kind.tasks.append(handed * workers.count / TASKS)


def seconds_of(action: Callable[[], object]) -> float:
    """Return how long something takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def table_of(measured: list[Kind]) -> str:
    """Return the table."""
    lines = [
        "| who plays | rate, over 1 thread | a short command, s | a task, ms | "
        "a task for 5 %, s | as set, s |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    one = max(measured[0].rates)
    alone = min(seconds for kind in measured for seconds in kind.alone)
    for kind in measured:
        cost = min(kind.tasks) - alone
        set_to = Threads.seconds
        if kind.name.startswith("Dask"):
            set_to = Cluster.seconds
        elif "process" in kind.name:
            set_to = Processes.seconds
        lines.append(
            f"| {kind.name} | {max(kind.rates) / one:.2f} | {min(kind.starts):.1f} | "
            f"{1e3 * cost:.2f} | {cost / PART:.3f} | {set_to:g} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure all kinds in turns, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--matches", type=int, default=60_000)
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    asked = parser.parse_args()
    run = set_up(NAMES, TableOptions(), asked.matches).run
    measured = kinds()
    for _ in range(asked.rounds):
        for kind in measured:
            measure(kind, run)
    rate = max(measured[0].rates)
    text = (
        f"{table_of(measured)}\n\nThe best of {asked.rounds} rounds, each of "
        f"{run.total:,} matches of {', '.join(NAMES)}; one thread played {rate:,.0f} "
        "a second.\n"
    )
    print(text, flush=True)
    if asked.write:
        marks = r"(<!-- workers -->\n).*?(<!-- end of workers -->)"
        page = PAGE.read_text("utf-8")
        page = re.sub(marks, rf"\g<1>{text}\g<2>", page, flags=re.DOTALL)
        PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
