"""Write the transcripts that tests/test_transcripts.py compares with.

Run it after a change that is meant to change them, and read the difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.matches import TRANSCRIPTS, transcript  # noqa: E402 - needs the path

if __name__ == "__main__":
    for name in TRANSCRIPTS:
        path = TOP / "tests" / "transcripts" / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(transcript(name), encoding="utf-8")
        print(path.relative_to(TOP))
