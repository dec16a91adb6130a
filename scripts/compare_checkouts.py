"""Play the same ten commands with two checkouts and compare all that they write.

    python scripts/compare_checkouts.py OLD NEW --strategies tests/frozen

Each command is run by each checkout's own interpreter, in its folder, with the same
environment and seed. What it prints with ``--json`` and each CSV, JSON and JSONL file
that it writes into ``--out`` must be the same to the byte, but for what `LEFT_OUT`
names. A line says so for each command, or which file is the first to differ, and where.

With ``--strategies FOLDER`` both play the strategy files of that folder, so that only
the program differs; without it each plays the strategies that it ships. The exit code
is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from typing import Any

# Fields of objects at any depth, and columns of a CSV, that are not compared.
LEFT_OUT = {
    *("version", "engine_hash", "source_hash", "sha256", "python"),  # versions, hashes
    *("verdict", "sentences", "more"),  # sentences
    *("finished", "seconds", "turns_per_second", "matches_per_second"),  # the clock
}

# What is in {braces} is a strategy file where --strategies names a folder.
COMMANDS = {
    "compare, 2 players": "compare {greedy} {random} --matches 4000",
    "compare, 3 players, settings, rules": (
        "compare {marriage-hoarder}:wait_for=2 {imperial-flush}:suit=1 {denier} "
        "--matches 2000 --rules sackson --set run.length=5 --set sequence.ace=both "
        "--seed 7"
    ),
    "compare, 2x2, until decided": (
        "compare {greedy} {zetema-hunter} --players 4 --sides 2x2 --matches 8000 "
        "--rules official --until-decided --margin 0.05"
    ),
    "compare, 2x3, a seat each": (
        "compare {greedy} {greedy} {random} {random} {denier} {denier} --players 6 "
        "--sides 2x3 --rules sackson --set match.mode=single_deal --matches 1000"
    ),
    "tournament, 3 players": (
        "tournament {greedy} {random} {imperial-flush} {zetema-hunter} --players 3 "
        "--matches 4000 --fresh"
    ),
    "tournament, 6 players, 3x2": (
        "tournament {greedy} {random} {marriage-hoarder} {marriage-hoarder}:wait_for=1 "
        "--players 6 --sides 3x2 --rules cassell-1881 --matches 3000 --fresh "
        "--precision 0.05 --seed 11"
    ),
    "sweep, a setting, 2 players": (
        "sweep {marriage-hoarder} {greedy} --vary wait_for=1..3 --matches 1000 "
        "--vary marriage.imperial_mode=none,each"
    ),
    "sweep, a rule, 5 players": (
        "sweep {greedy} {zetema-hunter}:flushes=50 --players 5 --matches 1000 "
        "--vary sequence.points=0..40..20 --set endgame.declarations=all"
    ),
    "verdict, 2 and 4 players": (
        "verdict {imperial-flush} --field {greedy},{random} --players 2,4 "
        "--rules parlett,official --precision 0.05 --matches 2000 --ablate suit=2"
    ),
    "plan, 4 players alone": (
        "plan {greedy} {denier}:spite=0 {random} --players 4 --sides solo "
        "--matches 400 --difference 0.02"
    ),
}
STRATEGIES = (
    *("greedy", "random", "imperial-flush", "marriage-hoarder", "zetema-hunter"),
    "denier",
)
MAY_TAKE = 600  # seconds a command, first compilation and all

Texts = dict[str, str]  # what a command wrote, by the name of the file
Entry = tuple[str, str]  # a place in a file and what stands there


def main() -> int:
    """Compare, tell, and return the exit code."""
    asked = arguments()
    differ = 0
    for title, words in COMMANDS.items():
        first = first_difference(*both(asked, words))
        differ += bool(first)
        print(f"{title}: {first or 'the same'}", flush=True)
    return 1 if differ else 0


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("old", type=Path, help="a checkout")
    parser.add_argument("new", type=Path, help="another one")
    parser.add_argument(
        "--python",
        type=Path,
        help="an interpreter for both [default: each checkout's .venv/bin/python]",
    )
    parser.add_argument(
        "--strategies",
        type=Path,
        metavar="FOLDER",
        help="the strategy files that both play [default: those that each ships]",
    )
    return parser.parse_args()


def both(asked: argparse.Namespace, words: str) -> Iterator[Texts]:
    """Run a command with both checkouts, at the same time; return what they wrote."""
    command = [spelled(word, asked.strategies) for word in words.split()]
    with ThreadPoolExecutor(2) as runs:
        yield from runs.map(
            lambda checkout: written(checkout.absolute(), asked.python, command),
            (asked.old, asked.new),
        )


def spelled(word: str, folder: Path | None) -> str:
    """Return a word of a command with its strategies named."""
    for name in STRATEGIES:
        file = f"{name.replace('-', '_')}.py"
        named = name if folder is None else f"{name}={folder.absolute() / file}"
        word = word.replace(f"{{{name}}}", named)
    return word


def written(checkout: Path, python: Path | None, command: list[str]) -> Texts:
    """Return what a checkout prints and writes when it runs a command.

    Raises
    ------
    SystemExit
        If the command fails, with its last line.
    """
    python = python.absolute() if python else checkout / ".venv" / "bin" / "python"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        # Who plays is said, since it depends on whether strategies are checked.
        options = ["--json", "--quiet", "--executor", "threads", "--threads", "1"]
        if command[0] != "plan":
            options += ["--no-report", "--out", str(out)]
        done = subprocess.run(
            [str(python), "-P", "-m", "zetema_sim", *command, *options],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)},
            capture_output=True,
            text=True,
            timeout=MAY_TAKE,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{checkout}: {' '.join(command)}\n{done.stderr}")
        files = sorted(out.glob("*.csv")) + sorted(out.glob("*.json*"))
        return {
            "--json": done.stdout,
            **{file.name: file.read_bytes().decode() for file in files},
        }


def first_difference(old: Texts, new: Texts) -> str:
    """Return the first file, place and values that differ, empty if none do."""
    if old.keys() != new.keys():
        return f"only one writes {', '.join(sorted(old.keys() ^ new.keys()))}"
    for name in old:
        pairs = zip_longest(entries(name, old[name]), entries(name, new[name]))
        for before, after in pairs:
            if before != after:
                return f"{name}: {told(before)} / {told(after)}"
    return ""


def told(entry: Entry | None) -> str:
    """Return a place and what stands there."""
    return "nothing" if entry is None else f"{entry[0]} = {entry[1][:200]}"


def entries(name: str, text: str) -> Iterator[Entry]:
    """Yield what is compared of a file: each value's place and text."""
    if name.endswith(".csv"):
        yield from rows_of(text)
    elif name.endswith(".jsonl"):
        for number, line in enumerate(text.splitlines(), 1):
            yield from values_of(f"line {number}", json.loads(line))
    else:
        yield from values_of("", json.loads(text))


def rows_of(text: str) -> Iterator[Entry]:
    """Yield the lines of a CSV as they are, or without the columns left out."""
    lines = text.splitlines(keepends=True)
    heads, *_ = csv.reader(lines)
    kept = [place for place, head in enumerate(heads) if head not in LEFT_OUT]
    for number, line in enumerate(lines, 1):
        if len(kept) < len(heads):
            (row,) = csv.reader([line])
            line = ",".join(row[place] for place in kept)
        yield f"line {number}", line.removesuffix("\n")


def values_of(path: str, value: Any) -> Iterator[Entry]:
    """Yield the values of JSON by their paths, in the order in which they stand."""
    if isinstance(value, dict) and value:
        for name, member in value.items():
            if name not in LEFT_OUT:
                yield from values_of(f"{path}.{name}" if path else name, member)
    elif isinstance(value, list) and value:
        for place, member in enumerate(value):
            yield from values_of(f"{path}[{place}]", member)
    else:
        yield path, json.dumps(value)


if __name__ == "__main__":
    sys.exit(main())
