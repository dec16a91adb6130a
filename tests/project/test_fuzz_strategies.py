"""Strategy files made at random: scripts/fuzz_strategies.py, for a few files."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.checkout import TOP

SCRIPT = TOP / "scripts" / "fuzz_strategies.py"


@pytest.mark.parametrize(("mode", "files"), [("grammar", 5), ("attack", 8)])
def test_files_made_at_random(mode: str, files: int, tmp_path: Path) -> None:
    """Each is refused in a line, or plays alike in two processes and both engines."""
    options = ["--modes", mode, "--files", str(files), "--minutes", "60"]
    command = [sys.executable, str(SCRIPT), *options, "--findings", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    assert (done.returncode, "findings: none" in told) == (0, True), told
    counted = dict(re.findall(r"(accepted|refused) ([0-9]+)", told))
    assert sum(map(int, counted.values())) == files
