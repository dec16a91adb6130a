"""The speed gate measures, remembers, and fails only when asked to."""

from __future__ import annotations

import json
import runpy
import shutil
from itertools import islice
from pathlib import Path

import pytest

from tests.kit.checkout import TOP
from zetema_sim.common.cache_folder import game_hash

SCRIPT = TOP / "scripts" / "speed_gate.py"
YARDSTICK = '#include <cstdio>\nint main() {{ puts("{} ns/turn"); }}\n'


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no compiler")
@pytest.mark.parametrize(
    ("figure", "options", "code"),
    [("0.001", [], 0), ("0.001", ["--gate"], 1), ("1000000", ["--gate"], 0)],
)
def test_gate(figure: str, options: list[str], code: int, tmp_path: Path) -> None:
    """It fails with --gate alone, and if the kernel is slower; all is written down."""
    script = runpy.run_path(str(SCRIPT))
    main, cases = script["main"], script["cases"]
    first = [case for case in islice(cases(), 12) if case.is_gate]
    main.__globals__.update(cases=lambda: first, TRIAL_BLOCKS=2)
    source, history = tmp_path / "yardstick.cpp", tmp_path / "history.jsonl"
    source.write_text(YARDSTICK.format(figure))
    quick = ["--rounds", "1", "--seconds", "0.001", "--history", str(history)]
    assert main(["--yardstick", str(source), *quick, *options]) == code
    (line,) = map(json.loads, history.read_text().splitlines())
    assert (line["game"], line["cases"][0]["players"]) == (game_hash(), 3)


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no compiler")
@pytest.mark.parametrize(
    ("source", "told"),
    [("int main() {{}}", "printed no figure in ns/turn"), ("int", "does not compile")],
)
def test_a_yardstick_that_is_none(source: str, told: str, tmp_path: Path) -> None:
    """A program that does not serve is told in one line."""
    script = runpy.run_path(str(SCRIPT))
    path, program = tmp_path / "yardstick.cpp", tmp_path / "yardstick"
    path.write_text(source.format())

    def build_and_run() -> None:
        script["build"](path, program)
        script["figure_of"](program, 1)

    with pytest.raises(SystemExit, match=told):
        build_and_run()
