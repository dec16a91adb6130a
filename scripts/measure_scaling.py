"""Measure memory, threads and tournaments, and print tables for docs/performance.md.

Each line is a command of its own, in a process of its own, so that its peak memory is
its alone. Rates are ratios within a row's own runs, one after the other in turns, since
machines are noisy. ``--most`` takes the matches up to 10^8, which takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
FIELD = (
    *("greedy", "random", "first-chance", "marriage-hoarder", "assembly-chaser"),
    *("imperial-flush", "plain-flush", "balanced", "denier", "early-marrier"),
    *("sequence-builder", "flush-sequence-walker", "zetema-hunter", "partner"),
    *("endgame", "card-counter"),
)
ROUNDS = 5

# Runs the program; tells on stderr what memory it took, in KiB.
PROGRAM = """
import resource, sys
sys.path.insert(0, {root!r})
from zetema_sim.cli import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def run(*words: object) -> tuple[dict[str, object], float]:
    """Return what a command answered, as JSON, and its peak memory in MB."""
    program = [sys.executable, "-P", "-c", PROGRAM.format(root=str(ROOT))]
    asked = [*map(str, words), "--json", "--quiet"]
    done = subprocess.run(program + asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(asked)}: {done.stderr}")
    unit = 1 if sys.platform == "darwin" else 1024
    return json.loads(done.stdout), int(done.stderr.split()[-1]) * unit / 1e6


def of_matches(most: int) -> Iterator[str]:
    """Yield the table of peak memory by matches."""
    yield "| matches | peak memory, MB |"
    yield "|---:|---:|"
    matches = 10**5
    while matches <= most:
        _, memory = run("compare", "greedy", "random", "--matches", matches)
        yield f"| {matches:,} | {memory:.0f} |"
        matches *= 10


def of_strategies() -> Iterator[str]:
    """Yield the table of peak memory by strategies of a tournament."""
    yield "| strategies | line-ups | matches | peak memory, MB |"
    yield "|---:|---:|---:|---:|"
    for size in (2, 4, 8, 16):
        told, memory = run(
            *("tournament", *FIELD[:size], "--players", 3, "--fresh"),
            *("--matches", 20 * size**3),
        )
        lineups = told["lineups"]
        assert isinstance(lineups, dict)
        yield f"| {size} | {lineups['count']} | {told['matches']:,} | {memory:.0f} |"


def of_threads(most: int) -> Iterator[str]:
    """Yield the table of speed by threads, over one thread, medians of rounds."""
    counts = [n for n in (1, 2, 4, 8, 16, 32) if n <= most]
    rates: dict[int, list[float]] = {count: [] for count in counts}
    for _ in range(ROUNDS):
        for count in counts:
            told, _ = run(
                *("compare", "greedy", "balanced", "marriage-hoarder"),
                *("--matches", 30_000, "--threads", count),
            )
            rates[count].append(_number(told, "turns") / _number(told, "seconds"))
    yield "| threads | times one thread |"
    yield "|---:|---:|"
    for count in counts:
        ratios = [a / b for a, b in zip(rates[count], rates[1], strict=True)]
        yield f"| {count} | {median(ratios):.2f} |"


def _number(told: dict[str, object], key: str) -> float:
    value = told[key]
    assert isinstance(value, int | float)
    return float(value)


def main(words: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=10**7, help="matches")
    parser.add_argument("--threads", type=int, default=2, help="at most")
    asked = parser.parse_args(words)
    for table in (
        of_threads(asked.threads),
        of_strategies(),
        of_matches(asked.most),
    ):
        for line in table:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
