"""Put two real runs into docs/runs.md: a verdict and a tournament, as printed.

Run it as ``python scripts/write_runs_docs.py``; it takes about four minutes.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PAGE = TOP / "docs" / "runs.md"
RUNS = (
    (
        "Is the imperial-suit flush strategy strong?",
        "The flagship question, at the defaults of `verdict`: against the whole "
        "field, at two, three and four players, under every preset.",
        ("verdict", "imperial-flush"),
    ),
    (
        "All shipped strategies at three players",
        "Sixteen strategies in 816 line-ups, at the defaults of `tournament`.",
        ("tournament", "--players", "3"),
    ),
)


def main() -> None:
    """Run the commands and write the page."""
    sys.path.insert(0, str(TOP))
    from zetema_sim import __version__

    parts = [
        "# Two real runs\n\nWhat two commands printed, with the strategies and rules "
        f"of version {__version__}.\n`scripts/write_runs_docs.py` wrote this page.\n"
    ]
    for title, what, words in RUNS:
        # Played in any case, so that the seconds are those of playing.
        fresh = ["--fresh"] if words[0] == "tournament" else []
        run = subprocess.run(
            [sys.executable, "-m", "zetema_sim", *words, "--quiet", *fresh],
            cwd=TOP,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        lines = "\n".join(line.rstrip() for line in run.stdout.splitlines())
        command = " ".join(("zetema", *words))
        parts.append(f"## {title}\n\n{what}\n\n`{command}`\n\n```text\n{lines}\n```\n")
    PAGE.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
