"""Where answers go and words come from: closed, narrow, left by its reader, no text."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.cli_runs import INTERRUPTED, RUN_FAILED, refusal, zetema
from zetema_sim import __main__ as start
from zetema_sim.cli.progress import status_of
from zetema_sim.cli.terminal import READER_LEFT

SMALL = ("compare", "greedy", "random", "--matches", 60, "--quiet")


def shell(line: str, top: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of sh, in which z is the program."""
    run = {**os.environ, "PYTHONPATH": str(top), "python": sys.executable}
    words = ["sh", "-c", f'z() {{ "$python" -m zetema_sim "$@"; }}; {line}']
    return subprocess.run(words, capture_output=True, text=True, env=run, check=False)


def test_a_closed_stdout_is_told_before_anything_is_played(top: Path) -> None:
    """An answer that nobody can see is no success."""
    ended = shell("z rules >&-", top)
    assert ended.returncode == RUN_FAILED
    assert ended.stderr == "Error: stdout is closed: there is nowhere to print to\n"


@pytest.mark.parametrize("words", ["rules show", "--help", "compare --help"])
def test_a_reader_may_leave(words: str, top: Path) -> None:
    """`| head` ends the program quietly, with the code that the shell gives others."""
    line = f"{{ z {words}; echo $? >&2; }} | true"
    assert shell(line, top).stderr == f"{READER_LEFT}\n"


@pytest.mark.parametrize("words", ["rules", "--version", "strategies --help", SMALL])
def test_a_full_stdout_is_told_in_one_line(words: str | tuple[str], top: Path) -> None:
    """Nothing follows of what Python thinks of the rest, which waits to be written."""
    line = words if isinstance(words, str) else shlex.join(map(str, words))
    ended = shell(f"z {line} > /dev/full", top)
    assert ended.stderr == "Error: No space left on device\n"
    assert ended.returncode == RUN_FAILED


@pytest.mark.parametrize("columns", ["0", "3", "-1", "many"])
def test_a_width_that_cannot_be_is_80(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """COLUMNS=0 is set by some programs, and would print nothing."""
    monkeypatch.setenv("COLUMNS", columns)
    lines = zetema(*SMALL).stdout.splitlines()
    assert lines[1].split()[:3] == ["strategy", "rank", "wins"]


def test_a_word_that_is_no_text_is_told_with_its_bytes() -> None:
    """It is not blamed on the strategy, nor written into a run that cannot be read."""
    word = os.fsdecode(b"mine\xff.py")
    assert r"'mine\xff.py' is no utf-8 text" in refusal("compare", word, "random")
    assert r"'\xff' is no utf-8 text" in refusal(*SMALL, "--out", os.fsdecode(b"\xff"))


def test_ctrl_c_is_heard_while_the_program_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and the exit code, whatever was being imported."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zetema_sim.common.surroundings.settle", interrupted)
    with pytest.raises(SystemExit) as left:
        start.main()
    assert left.value.code == INTERRUPTED
    assert capsys.readouterr().err == "Interrupted.\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stderr", "is_told"), [(Terminal, True), (io.StringIO, False)]
)
def test_what_takes_long_is_told_on_a_terminal(
    stderr: type[io.StringIO], is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nowhere else."""
    monkeypatch.setattr(sys, "stderr", stderr())
    monkeypatch.delenv("TERM", raising=False)
    with status_of("examining greedy"):
        pass
    assert ("examining greedy …" in sys.stderr.getvalue()) is is_told
