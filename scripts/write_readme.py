"""Put a real run into the README: what `compare` prints, and a picture of it.

python scripts/write_readme.py [--matches N]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
NAMES = ("greedy", "marriage-hoarder", "assembly-chaser")
PICTURE = TOP / "docs" / "pictures" / "points.png"
START, END = "<!-- example: start -->\n", "<!-- example: end -->\n"


def main() -> None:
    """Run the README's first command and write what it gives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    matches = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as folder:
        printed = _run(matches, Path(folder) / "run")
        PICTURE.parent.mkdir(exist_ok=True)
        shutil.copy(Path(folder) / "run" / "charts" / "points.png", PICTURE)
    readme = TOP / "README.md"
    before, _, rest = readme.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    lines = "\n".join(line.rstrip() for line in printed.splitlines())
    example = (
        f"```text\n{lines}\n```\n\n"
        f"![Where the points come from](docs/pictures/{PICTURE.name})\n"
    )
    readme.write_text(f"{before}{START}\n{example}\n{END}{after}", "utf-8")


def _run(matches: int, out: Path) -> str:
    """Return what the command prints, its run written to a folder."""
    words = ["compare", *NAMES, "--matches", str(matches), "--out", str(out)]
    run = subprocess.run(
        [sys.executable, "-m", "zetema_sim", *words, "--quiet"],
        cwd=TOP,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return run.stdout


if __name__ == "__main__":
    main()
