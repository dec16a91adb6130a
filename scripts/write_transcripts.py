"""Write the transcripts that tests/replaying/test_story.py compares with.

Run it after a change that is meant to change them, and read the difference.
"""

from __future__ import annotations

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.kit.cli_runs import zetema  # noqa: E402 - needs the path
from tests.kit.matches import REPLAYS, TRANSCRIPTS, transcript  # noqa: E402 - likewise

if __name__ == "__main__":
    texts = {name: transcript(name) for name in TRANSCRIPTS}
    for name, words in REPLAYS.items():
        texts[name] = zetema("replay", *words.split()).stdout
    for name, text in texts.items():
        path = TOP / "tests" / "replaying" / "transcripts" / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(TOP))
