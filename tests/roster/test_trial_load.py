"""Constants of a strategy file that never come to an end, or take all memory."""

from __future__ import annotations

import ast
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kit.cli_runs import refusal
from zetema_sim.common.children import python
from zetema_sim.faults import StrategyError
from zetema_sim.roster import trial_load
from zetema_sim.roster.constants import freeze
from zetema_sim.roster.lookup import load
from zetema_sim.roster.trial_load import is_written_down

STRATEGY = '"""T.\n\nSource: a test.\n"""\n{}\n\n\ndef discard(view):\n    return 1\n'


def write(folder: Path, constants: str) -> Path:
    path = folder / "mine.py"
    path.write_text(STRATEGY.format(constants), "utf-8")
    return path


@pytest.mark.parametrize(
    ("constants", "reason"),
    [
        ("X = 10**10**9", "mine.py:5: its constants take longer than 1 s"),
        ("N = 1\nX = max([n for n in range(10**12)])", "mine.py:6: its constants take"),
        ("X = [1] * 10**10", "mine.py:5: its constants take more than 4 GB"),
        ("X = 1 // 0", "mine.py:5: does not load: ZeroDivisionError"),
    ],
)
def test_endless_constants_are_refused(
    constants: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program goes on, and says on which line it would not have."""
    monkeypatch.setattr(trial_load, "SECONDS", 1.0)
    with pytest.raises(StrategyError) as caught:
        _ = load(str(write(tmp_path, constants))).file.plain
    assert reason in str(caught.value)


def test_they_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    """In one line, as bad input."""
    path = write(tmp_path, "X = [1] * 10**10")
    words = ("compare", path, "random", "--quiet", "--out", tmp_path / "x")
    assert "GB of memory" in refusal(*words)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("X = (1, -2, ~3)\n\ndef f(view: int | None, y=X[0]) -> 10**9: ...", True),
        ("X = 2 * 3", False),
        ("X: int = len('abc')", False),
        ("X = [n for n in Y]", False),
        ("X[10**10**9] = 1", False),
        ("def f(view, y=10**9): ...", False),
    ],
)
def test_what_is_only_written_down_needs_no_trial(text: str, is_it: bool) -> None:
    """Whatever is worked out anywhere outside a function's body does."""
    assert is_written_down(ast.parse(text)) is is_it


NEXT_START = """
import json, subprocess
subprocess.Popen = None
from zetema_sim.roster.lookup import load
from zetema_sim.roster.trial_load import tried
print(json.dumps(tried(load({path!r}).file)))
"""


@pytest.mark.usefixtures("own_cache")
def test_a_source_that_was_loaded_once_is_not_tried_again(tmp_path: Path) -> None:
    """What the child found is kept for the next start."""
    path = str(write(tmp_path, "X = 1 + 1"))
    first = trial_load.tried(load(path).file)
    code = python(NEXT_START.format(path=path))
    told = subprocess.run(code, capture_output=True, check=True, text=True).stdout
    assert json.loads(told) == first
    assert sorted(first or ()) == ["X", "discard"]


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(
    "constant",
    [
        "np.pi * 2",
        "(-0.0 * 1, np.zeros(3), (1, None))",
        "np.arange(6).reshape(2, 3) / 7",
        "int(np.arange(5).sum()) + int(np.arange(3).mean()) + int(np.arange(4).any())",
    ],
)
def test_constants_are_the_same_in_another_process(
    tmp_path: Path, constant: str
) -> None:
    """What the child worked out is what is worked out here, and any difference told."""
    path = write(tmp_path, f"import numpy as np\n\nX = {constant}")
    file = load(str(path)).file
    constants = trial_load.tried(file)
    assert freeze(file.plain, file.tree, path) == constants
    other = replace(file, tree=ast.parse(file.text.replace("X = ", "X = 1, ")))
    with pytest.raises(StrategyError, match=r"mine.py:7: X is another in another"):
        _ = other.plain


def test_helpers_are_tried_with_the_file_that_imports_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is endless in one of them is found, and what is not runs."""
    monkeypatch.setattr(trial_load, "SECONDS", 1.0)
    (tmp_path / "_mine.py").write_text('"""T."""\n\nN = 2 + 3\nM = [N][0]\n')
    path = write(tmp_path, "from _mine import M, N\n\nX = M + N")
    assert load(str(path)).file.plain.X == 10
    (tmp_path / "_mine.py").write_text('"""T."""\n\nN = 2 + 3\nM = N**10**10\n')
    with pytest.raises(StrategyError, match=r"mine.py.*longer than 1 s"):
        _ = load(str(path)).file.plain
