"""What would take all time or memory to compile is refused, with the function named."""

from __future__ import annotations

from pathlib import Path

import pytest

from zetema_sim.faults import StrategyError
from zetema_sim.roster import compile_trial
from zetema_sim.roster.file import read_strategy

HEAD = '"""A bomb.\n\nSource: tests."""\nfrom zetema_sim.bits import lowest_bit\n'
END = "    return lowest_bit(view.legal_mask) + 0 * n\n"


def pairs_of_pairs(levels: int) -> str:
    """Return the lines of a tuple whose type doubles at each level."""
    lines = [f"    t{n + 1} = (t{n}, t{n})\n" for n in range(levels)]
    return f"def discard(view):\n    t0, n = view.turn, 0\n{''.join(lines)}"


def conditions(count: int) -> str:
    """Return the lines of a long function."""
    lines = [f"    if view.turn == {n}:\n        n += {n}\n" for n in range(count)]
    return f"def discard(view):\n    n = 0\n{''.join(lines)}"


PLAIN = "def discard(view):\n    n = 0\n"
NOT_PLAIN = "def discard(view):\n    n, _ = divmod(view.turn, 7)\n"

BOMBS = {
    "type": pairs_of_pairs(26) + "    n = 0 * (t26 == t26)\n",
    "length": conditions(5_000),
    "list": f"def discard(view):\n    n = [{'view.turn, ' * 5_000}][3]\n",
    "helper": conditions(5_000).replace("discard", "long")
    + "    return n\ndef discard(view):\n    n = long(view)\n",
}


def written(folder: Path, text: str) -> Path:
    """Return a file with a strategy of that text."""
    path = folder / "bomb.py"
    path.write_text(HEAD + text + END, encoding="utf-8")
    return path


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused(
    bomb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After little time, whatever it is that grows; in a process of its own."""
    monkeypatch.setattr(compile_trial, "SECONDS", 3)
    file = read_strategy(written(tmp_path, BOMBS[bomb]))
    with pytest.raises(StrategyError, match="discard does not compile within"):
        _ = file.pointers


def test_a_bomb_of_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where memory runs out first."""
    monkeypatch.setattr(compile_trial, "MEMORY", 700 << 20)
    file = read_strategy(written(tmp_path, BOMBS["length"]))
    with pytest.raises(StrategyError, match=r"discard does not compile .* of memory"):
        _ = file.pointers


def test_calls_that_double_are_left_calls(tmp_path: Path) -> None:
    """Written out, the first of these functions would stand there 2^26 times."""
    text = "def f0(n):\n    return n + 1\n"
    for level in range(1, 27):
        call = f"f{level - 1}(n)"
        text += f"def f{level}(n):\n    if n < 0:\n        return {call}\n"
        text += f"    return {call}\n"
    file = read_strategy(
        written(tmp_path, text + "def discard(view):\n    n = f26(view.turn)\n")
    )
    assert file.pointers[0] is not None


def test_a_long_tuple_is_refused_at_once(tmp_path: Path) -> None:
    """With what to write in its place; numba takes minutes over it."""
    text = "T = tuple(range(20_000))\ndef discard(view):\n    n = T[view.turn]\n"
    with pytest.raises(StrategyError, match=r"discard reads T.*make it np.array\(T\)"):
        _ = read_strategy(written(tmp_path, text)).pointers


ENDED_BY = "import os, signal; os.kill(os.getpid(), signal.{})"


@pytest.mark.parametrize("signal", ["SIGINT", "SIGTERM"])
def test_who_ends_the_child_ends_the_command(
    signal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C reaches both; it is no fault of the strategy's."""
    # What starts the tests in the background has them ignore Ctrl-C.
    heeded = f"import signal; signal.signal(signal.{signal}, signal.SIG_DFL); "
    monkeypatch.setattr(compile_trial, "CHILD", heeded + ENDED_BY.format(signal))
    with pytest.raises(KeyboardInterrupt):
        _ = read_strategy(written(tmp_path, NOT_PLAIN)).pointers


@pytest.mark.parametrize("signal", ["SIGSEGV", "SIGABRT", "SIGKILL"])
def test_what_ends_the_compiler_is_refused(
    signal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_trial, "CHILD", ENDED_BY.format(signal))
    with pytest.raises(StrategyError, match="it ends the compiler"):
        _ = read_strategy(written(tmp_path, NOT_PLAIN)).pointers


@pytest.mark.parametrize("executable", ["/bin/false", "/not/there"])
def test_where_no_child_can_be_started_it_compiles_here(
    executable: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The child is a help: without it there is one warning."""
    warnings: list[str] = []
    monkeypatch.setattr(compile_trial, "warn_once", warnings.append)
    monkeypatch.setattr("sys.executable", executable)
    assert read_strategy(written(tmp_path, NOT_PLAIN)).pointers
    (told,) = warnings
    assert "bomb.py is compiled without limits of time and memory: " in told


@pytest.mark.parametrize("error", [OSError(28, "no space"), MemoryError(), KeyError(1)])
def test_what_is_not_the_files_is_not_said_of_it(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a full disk, or a numba that compiles nothing."""

    def fail(*signature: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("zetema_sim.kernel.jit.jit", fail)
    with pytest.raises(type(error)):
        _ = read_strategy(written(tmp_path, PLAIN)).pointers


def test_helpers_that_import_each_other_over_and_over_are_refused(
    tmp_path: Path,
) -> None:
    """Forty of them, each the two before, come to a hundred million imports."""
    for number in range(40):
        before = [f"_h{each}" for each in (number - 1, number - 2) if each >= 0]
        text = "".join(f"from {name} import f as g{name}\n" for name in before)
        path = tmp_path / f"_h{number}.py"
        path.write_text(f"{HEAD}{text}\n\ndef f(n):\n    return n\n", encoding="utf-8")
    path = written(tmp_path, "from _h39 import f\n" + PLAIN)
    with pytest.raises(StrategyError, match="import each other more than 100 times"):
        read_strategy(path)
