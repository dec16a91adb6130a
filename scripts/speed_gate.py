"""Measure the kernel against a yardstick in C++, by player count and preset.

All seats play `greedy`. In each of several rounds every case is measured right after
the yardstick, both in seconds of the processor, so that neither a machine that slows
down nor other programs on it decide; what counts is the median of a case's ratios. A
line of JSON is added to a history. With ``--gate`` the exit code is 1 if the case that
the yardstick plays itself, three seats under parlett, takes more than the yardstick.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HISTORY = ROOT / "results" / "speed_history.jsonl"

sys.path.insert(0, str(ROOT))
from zetema_sim import __version__  # noqa: E402 - see above
from zetema_sim.common.cache_folder import game_hash  # noqa: E402
from zetema_sim.kernel import counters  # noqa: E402 - see above
from zetema_sim.playing.run import tables_of  # noqa: E402
from zetema_sim.playing.seating import TableOptions, set_up  # noqa: E402
from zetema_sim.playing.table import Table  # noqa: E402
from zetema_sim.rules.ruleset import PRESETS, preset  # noqa: E402

GATE_PRESET, GATE_PLAYERS, MOST_RATIO = "parlett", 3, 1.0
YARDSTICK_MATCHES = 10_000
FIGURE = re.compile(r"([0-9.]+) ns/turn")
TRIAL_BLOCKS, BLOCKS_OF_A_CALL = 200, 2000


@dataclass
class Case:
    """A table, and its ns a turn and ratio to the yardstick in each round."""

    preset: str
    players: int
    table: Table
    blocks: int = TRIAL_BLOCKS
    turn_times: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """How many times the yardstick's time a turn takes."""
        return median(self.ratios)

    @property
    def turns_per_second(self) -> float:
        """Turns a second on one core."""
        return 1e9 / median(self.turn_times)

    @property
    def is_gate(self) -> bool:
        """Whether the yardstick plays the same."""
        return (self.preset, self.players) == (GATE_PRESET, GATE_PLAYERS)


def cases() -> Iterator[Case]:
    """Yield a case for each player count of each preset."""
    for name in PRESETS:
        for players in preset(name)["players"]:
            choices = TableOptions(players=players, sides="solo", rules=name)
            (table,) = tables_of(set_up(["greedy"] * players, choices).run)
            yield Case(name, players, table)


def turn_time(case: Case) -> float:
    """Return a turn's ns of this thread over the case's blocks."""
    turns, started = 0, time.thread_time()
    for first in range(0, case.blocks, BLOCKS_OF_A_CALL):
        blocks = min(BLOCKS_OF_A_CALL, case.blocks - first)
        tally = case.table.play_blocks(first, blocks).tally
        turns += int(tally.totals[counters.ALL_TURNS])
    return (time.thread_time() - started) / turns * 1e9


def size(case: Case, seconds: float) -> None:
    """Set the case's blocks so that they take about so long."""
    turn_time(case)  # the first calls of anything are slow
    started = time.thread_time()
    turn_time(case)
    usual = (time.thread_time() - started) / TRIAL_BLOCKS
    case.blocks = max(TRIAL_BLOCKS, int(seconds / usual))


def build(source: Path, program: Path) -> None:
    """Compile the yardstick, or say why it cannot be and leave."""
    compiler = next(filter(shutil.which, ("g++", "c++", "clang++")), None)
    if compiler is None:
        sys.exit("the yardstick needs a C++ compiler: g++, c++ or clang++")
    command = [compiler, "-O3", "-march=native", "-o", str(program), str(source)]
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"{source} does not compile")


def figure_of(program: Path, matches: int) -> float:
    """Return the ns a turn that the yardstick prints for so many matches."""
    command = [str(program), str(matches)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    figure = FIGURE.search(done.stdout)
    if done.returncode or figure is None:
        sys.exit(f"the yardstick printed no figure in ns/turn: {done.stdout!r}")
    return float(figure[1])


def yardstick_time(program: Path) -> float:
    """Return the yardstick's ns a turn, of the processor instead of the clock."""
    used, started = _seconds_of_children(), time.perf_counter()
    figure = figure_of(program, YARDSTICK_MATCHES)
    share = (_seconds_of_children() - used) / (time.perf_counter() - started)
    return figure * min(share, 1)


def _seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(
    source: Path, rounds: int, seconds: float, tell: Callable[[str], None]
) -> tuple[list[Case], float]:
    """Return all cases, measured, and the yardstick's median ns a turn."""
    measured, yardstick_times = [*cases()], []
    with tempfile.TemporaryDirectory(prefix="zetema-speed-") as folder:
        program = Path(folder) / "yardstick"
        build(source, program)
        for case in measured:
            size(case, seconds)
        for number in range(rounds):
            tell(f"round {number + 1} of {rounds}")
            for case in measured:
                yardstick = yardstick_time(program)
                case.turn_times.append(turn_time(case))
                case.ratios.append(case.turn_times[-1] / yardstick)
                yardstick_times.append(yardstick)
    return measured, median(yardstick_times)


def as_table(measured: list[Case], yardstick: float) -> str:
    """Return ratios and turns a second, a line a preset."""
    counts = sorted({case.players for case in measured})
    width = max(map(len, PRESETS)) + 2
    head = "".join(f"{players:>15}" for players in counts)
    lines = [
        "a turn's time in the yardstick's (and million turns a second, one core)",
        f"{'players':{width}}{head}",
    ]
    for name in PRESETS:
        cells = {
            case.players: f"{case.ratio:.2f} ({case.turns_per_second / 1e6:.1f})"
            for case in measured
            if case.preset == name
        }
        row = "".join(f"{cells.get(players, '-'):>15}" for players in counts)
        lines.append(f"{name:{width}}{row}")
    return "\n".join([*lines, f"yardstick: {yardstick:.1f} ns a turn"])


def as_record(measured: list[Case], yardstick: float, rounds: int) -> dict[str, Any]:
    """Return a line of the history."""
    import numba

    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "version": __version__,
        "game": game_hash(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "cpu": processor(),
        "rounds": rounds,
        "yardstick_ns": round(yardstick, 1),
        "cases": [
            {
                "rules": case.preset,
                "players": case.players,
                "ratio": round(case.ratio, 3),
                "turns_per_second": round(case.turns_per_second),
            }
            for case in measured
        ],
    }


def processor() -> str:
    """Return the processor's name, or its architecture where it is not told."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.machine()


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--yardstick", type=Path, required=True, metavar="FILE.cpp")
    parser.add_argument("--rounds", type=int, default=7, help="of all cases (7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="a case (0.3)")
    parser.add_argument("--history", type=Path, default=HISTORY, metavar="FILE")
    parser.add_argument("--gate", action="store_true", help="exit with 1 if too slow")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, add to the history; return the exit code."""
    asked = parse(arguments)
    measured, yardstick = measure(
        *(asked.yardstick, asked.rounds, asked.seconds),
        lambda line: print(line, file=sys.stderr),
    )
    print(as_table(measured, yardstick))
    line = json.dumps(as_record(measured, yardstick, asked.rounds))
    with asked.history.open("a", encoding="utf-8") as history:
        history.write(line + "\n")
    (gate,) = (case for case in measured if case.is_gate)
    passes = gate.ratio <= MOST_RATIO
    verdict = "passes" if passes else "is too slow"
    print(f"gate: {gate.ratio:.3f} of at most {MOST_RATIO}: {verdict}")
    return 1 if asked.gate and not passes else 0


if __name__ == "__main__":
    sys.exit(main())
