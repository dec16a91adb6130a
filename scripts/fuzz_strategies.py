"""Try strategy files made at random: nothing may crash, hang or be wrong unsaid.

``python scripts/fuzz_strategies.py --minutes 60`` makes files by grammar (what a
strategy may use, mixed), by mutation of the shipped ones, and with attacks on the
check of files. Each is refused in one line, or loaded, compiled and played in two
processes of different hash seeds and folders, which must agree in every number, and
by both engines, which must agree event for event. What is found is written into
``--findings``, made small, as a strategy file whose first line says what it shows;
``--file`` tries one of these again. The last line counts files, refusals and findings;
the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from fuzz_grammar import attack, by_grammar, mutated  # noqa: E402 - see above

from zetema_sim.common.cache_folder import folder_for  # noqa: E402

WALL = 900  # seconds that a step may take on a busy machine, asleep or not
FILES_OF_A_CHILD = 150  # compiled code is never given back
KEPT = 6  # findings of a kind that are made small and written
SMALLER = 90  # seconds in which a finding is made smaller
MODES = {"grammar": 6, "mutation": 3, "attack": 3}  # how often, of all
SOURCES = (*ROOT.glob("strategies/[a-z]*.py"), *ROOT.glob("tests/kit/agreement/*.py"))

Found = dict[str, Any]


class Child:
    """One of the two processes that try files.

    Parameters
    ----------
    folder
        Its own, for strategy files and compiled code.
    hash_seed
        What Python's hashes of texts depend on.
    """

    def __init__(self, folder: Path, hash_seed: int) -> None:
        self.folder, self.cache = folder, folder / "cache" / "zetema-sim"
        self.cache.mkdir(parents=True)
        for kept in (folder_for(), folder_for("toolkit")):
            if kept is not None and kept.exists():
                shutil.copytree(kept, self.cache / kept.name)
        helpers = ROOT.glob("strategies/_*.py")
        self.helpers = {path.name: path.read_text("utf-8") for path in helpers}
        for name, text in self.helpers.items():
            (folder / name).write_text(text, "utf-8")
        self.environment = {
            **os.environ,
            "PYTHONHASHSEED": str(hash_seed),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "TZ": ("UTC", "Asia/Tokyo")[hash_seed % 2],
        }
        self.environment.pop("NUMBA_CACHE_DIR", None)
        self.process: subprocess.Popen[bytes] | None = None
        self.files = 0

    def try_file(self, name: str, text: str, number: int) -> Found:
        """Return what comes of a file, or how it ended the process."""
        path = self.folder / f"{name}.py"
        path.write_text(text, "utf-8", errors="surrogatepass")
        if self.process is None or self.files % FILES_OF_A_CHILD == 0:
            self.start()
        self.files += 1
        assert self.process is not None
        assert self.process.stdin is not None
        job = json.dumps({"path": str(path), "number": number}) + "\n"
        self.process.stdin.write(job.encode())
        self.process.stdin.flush()
        step = "start"
        for answer in self.answers():
            if "done" in answer:
                found: Found = answer["done"]
                break
            step = answer["step"]
        else:
            found = self.ended(step)
        path.unlink()
        self.prune()
        return found

    def start(self) -> None:
        """Start the process anew."""
        self.stop()
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(ROOT / "scripts" / "fuzz_player.py")],
            cwd=self.folder,
            env=self.environment,
            bufsize=0,  # what is read ahead is nothing to `select`
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def answers(self) -> Iterator[Found]:
        """Yield what the process says, until it is silent too long or ends."""
        assert self.process is not None
        assert self.process.stdout is not None
        while select.select([self.process.stdout], [], [], WALL)[0]:
            line = self.process.stdout.readline()
            if not line.endswith(b"\n"):
                return
            yield json.loads(line)

    def ended(self, step: str) -> Found:
        """Return how a file ended the process, or made it wait for ever."""
        assert self.process is not None
        found: Found = {"refused": None, "matches": 0, "bad": {}, "known": {}}
        try:
            code = self.process.wait(10)
        except subprocess.TimeoutExpired:
            code = 0
            found["bad"]["hang"] = f"{step} takes over {WALL} s of wall time"
        if code == -signal.SIGPROF and step in ("play", "plain"):
            found["late"] = True  # such files run in child processes, and are named
        elif code == -signal.SIGPROF:
            found["bad"]["hang"] = f"{step} takes too much processor time"
        elif code:
            how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            found["bad"]["crash"] = f"{step} ends the process: {how}"
        self.stop()
        return found

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.close()
            self.process.stdout.close()
        self.process, self.files = None, 0

    def prune(self) -> None:
        """Delete what was compiled of single files."""
        for folder in self.cache.glob("compiled-*"):
            if any(folder.glob("discard-*")):
                shutil.rmtree(folder, ignore_errors=True)


class Fuzzer:
    """Tries files in two processes and counts what comes of them.

    Parameters
    ----------
    folder
        For all that is needed for a while.
    findings
        Where findings are written.
    """

    def __init__(self, folder: Path, findings: Path) -> None:
        # Folders of different lengths: a path must not matter.
        self.children = [Child(folder / "a", 1), Child(folder / "another", 2)]
        self.findings = findings
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.tried = 0

    def bad(self, text: str, number: int, *, count: bool = False) -> dict[str, str]:
        """Return what should never be of a file, by kind."""
        self.tried += 1
        name = f"fuzz_{self.tried}"
        one = self.children[0].try_file(name, text, number)
        if one.get("late"):
            self.counts["late"] += count
            return {}
        other = self.children[1].try_file(name, text, number)
        bad: dict[str, str] = {**one["bad"], **other["bad"]}
        if other.get("late"):
            return bad
        if not bad:
            for what in ("refused", "constants", "played", "known"):
                if (mine := one.get(what)) != (its := other.get(what)):
                    bad[f"two processes: {what}"] = f"{mine}\n{its}"
        if count:
            self.counts["matches"] += one["matches"]
            self.counts["refused" if one["refused"] else "accepted"] += 1
            self.counts.update(f"known: {kind}" for kind in one["known"])
            if one["refused"]:
                reason = one["refused"].rpartition("FILE")[2].partition(" ")[2]
                self.refusals[" ".join(reason.split()[:2]).strip(":")] += 1
        return bad

    def try_number(self, seed: int, number: int, modes: Sequence[str]) -> None:
        """Try the file of a number, and write down what is found."""
        rng = random.Random(f"{seed} {number}")
        mode = rng.choices(modes, [MODES[each] for each in modes])[0]
        number += 1_000_000 * seed
        make = {"grammar": by_grammar, "attack": attack}.get(mode)
        text = make(number) if make else mutated(number, sorted(SOURCES))
        self.counts[mode] += 1
        for kind, told in self.bad(text, number, count=True).items():
            self.found[kind] += 1
            if self.found[kind] <= KEPT:
                small = self.smaller(text, number, kind)
                self.write(small, f"{mode}_{number}_{kind}", told)

    def write(self, text: str, name: str, told: str) -> None:
        """Write a finding as a file, with what it shows in comments above."""
        self.findings.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"# {line}\n" for line in [name, *told.splitlines()])
        place = self.findings / (re.sub(r"\W+", "_", name) + ".py")
        place.write_text(lines + text, "utf-8", errors="surrogatepass")
        print(f"{place}: {told.splitlines()[-1][:200] if told else ''}", flush=True)

    def smaller(self, text: str, number: int, kind: str) -> str:
        """Return a file with fewer statements that still shows a finding."""
        end, place = time.monotonic() + SMALLER, 0
        while time.monotonic() < end:
            shorter = _without(text, place)
            if shorter is None:
                return text
            if kind in self.bad(shorter, number):
                text = shorter
            else:
                place += 1
        return text

    def summary(self) -> str:
        """Return the counts in one line."""
        counts = ", ".join(f"{kind} {n}" for kind, n in sorted(self.counts.items()))
        reasons = ", ".join(f"{why} {n}" for why, n in self.refusals.most_common())
        found = ", ".join(f"{kind} {n}" for kind, n in sorted(self.found.items()))
        return f"{counts}; refused: {reasons}; findings: {found or 'none'}"


def _without(text: str, place: int) -> str | None:
    """Return a file without one of its statements, counted from the end."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    blocks = [
        (block, index)
        for node in ast.walk(tree)
        for name in ("body", "orelse")
        if isinstance(block := getattr(node, name, None), list)
        for index in range(len(block))
        if len(block) > 1 or name == "orelse"
    ]
    if place >= len(blocks):
        return None
    block, index = blocks[place]
    del block[index]
    return ast.unparse(tree) + "\n"


def main() -> None:
    """Try files until the time is up; print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--files", type=int, default=10**9, help="at most so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=[*MODES])
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--file", type=Path, help="try this file alone")
    chosen = parser.parse_args()
    end = time.monotonic() + 60 * chosen.minutes
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder), chosen.findings)
        if chosen.file:
            for kind, told in fuzzer.bad(chosen.file.read_text("utf-8"), 1).items():
                fuzzer.found[kind] += 1
                print(f"{kind}: {told}")
        else:
            for number in range(chosen.files):
                if time.monotonic() > end:
                    break
                fuzzer.try_number(chosen.seed, number, chosen.modes)
        for child in fuzzer.children:
            child.stop()
    print(fuzzer.summary())
    sys.exit(1 if fuzzer.found else 0)


if __name__ == "__main__":
    main()
