"""The program in odd surroundings: it works, or says why not."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tests.kit.cli_runs import RUN_FAILED
from zetema_sim.cli.errors import explain
from zetema_sim.common import cache_folder
from zetema_sim.roster.file import read_strategy
from zetema_sim.work import cores

# Surroundings, how Python is started, what is asked, and a part of the answer.
ODD = {
    "no docstrings": ({}, ["-OO"], ["compare", "--help"], "--players N"),
    "no asserts": ({}, ["-O"], ["rules", "diff", "official", "parlett"], "draw"),
    "locale C": ({"LC_ALL": "C"}, [], ["rules", "show", "grö ße/häuser.json"], "27"),
    "no home": ({"HOME": "/proc", "XDG_CACHE_HOME": ""}, [], ["rules"], "parlett"),
    "no terminal": ({"TERM": "dumb", "COLUMNS": "0"}, [], ["strategies"], "greedy"),
    "warnings": (
        {"PYTHONWARNINGS": "error"},
        [],
        ["strategies", "show", "greedy"],
        ".",
    ),
}
# What tells Python or a library to do otherwise.
VARIABLES = {
    "PYTHONOPTIMIZE": "2",
    "PYTHONIOENCODING": "utf-16",
    "PYTHONINSPECT": "1",
    "NUMBA_NUM_THREADS": "x",
    "NUMBA_DISABLE_JIT": "1",
    "NUMBA_DUMP_LLVM": "1",
    "MPLBACKEND": "none",
    "MATPLOTLIBRC": "matplotlibrc",
    "NPY_DISABLE_CPU_FEATURES": "AVX2",
    "OPENBLAS_CORETYPE": "none",
    "PANDAS_FUTURE_INFER_STRING": "0",
    "TZ": "Asia/Tokyo",
    "LC_ALL": "C",
    "NO_COLOR": "1",
}
SMALL = ["compare", "greedy", "random", "--matches", "60", "--quiet"]
SHADOWED = ("rich", "numba", "json", "pathlib", "click", "random")


def run(
    folder: Path, top: Path, odd: dict[str, str], python: list[str], words: list[str]
) -> subprocess.CompletedProcess[str]:
    """Return what the program says in such surroundings."""
    environment = {**os.environ, "PYTHONPATH": str(top), **odd}
    command = [sys.executable, *python, "-m", "zetema_sim", *words]
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        check=False,
    )


@pytest.mark.parametrize("name", ODD)
def test_it_works_in_odd_surroundings(name: str, tmp_path: Path, top: Path) -> None:
    """Also with paths of several words and letters."""
    odd, python, words, told = ODD[name]
    folder = tmp_path / "grö ße"
    folder.mkdir()
    (folder / "häuser.json").write_text(
        '{"preset": "parlett", "sequence": {"points": 27}}'
    )
    ended = run(tmp_path, top, odd, python, words)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert told in ended.stdout


def test_nothing_outside_changes_a_byte(tmp_path: Path, top: Path) -> None:
    """Neither variables nor files and modules where one stands or that are found."""
    odd, plain = tmp_path / "odd", tmp_path / "plain"
    odd.mkdir()
    plain.mkdir()
    for name in SHADOWED:
        (odd / f"{name}.py").write_text("raise SystemExit('not the one')\n")
    (odd / "matplotlibrc").write_bytes(b"figure.facecolor: red\nbackend: \xff\n")
    (odd / ".numba_config.yaml").write_text("NUMBA_DISABLE_JIT: 1\n")
    words, found = [*SMALL, "--out", "run"], {"PYTHONPATH": f"{top}:{odd}"}
    ended = [
        run(plain, top, {}, [], words),
        run(odd, top, VARIABLES | found, [], words),
    ]
    assert [(each.returncode, each.stderr) for each in ended] == [(0, TOLD)] * 2
    assert written(plain / "run") == written(odd / "run")


TOLD = f"Written to run; the page: {Path('run', 'report.html')}\n"


def written(folder: Path) -> dict[str, bytes]:
    """Return all that a run wrote, but what it observed."""
    files = {str(p.relative_to(folder)): p for p in folder.rglob("*") if p.is_file()}
    return {n: p.read_bytes() for n, p in files.items() if n != "observed.json"}


def test_a_childs_surroundings_are_its_parents(tmp_path: Path, top: Path) -> None:
    """Children that play see neither variables nor what the parent reads."""
    shutil.copy(top / "strategies" / "greedy.py", tmp_path / "mine.py")
    (tmp_path / ".numba_config.yaml").write_text("NUMBA_DISABLE_JIT: 1\n")
    words = ["compare", "./mine.py", "random", *SMALL[3:]]
    ended = run(tmp_path, top, VARIABLES, [], words)
    assert (ended.returncode, ended.stderr) == (0, "")


def in_shell(line: str, folder: Path, top: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of sh in a folder."""
    return subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(top)},
        cwd=folder,
    )


@pytest.mark.parametrize("streams", ["<&- 2>&-", "2>/dev/full", "2>&1 >&3 3>&- | true"])
def test_stderr_and_stdin_are_helps(streams: str, tmp_path: Path, top: Path) -> None:
    """Closed, full or without a reader: the answer comes all the same."""
    program = shlex.join([sys.executable, "-m", "zetema_sim", *SMALL[:-1]])
    line = f"exec 3>&1; {{ {program}; echo $? >code; }} {streams}"
    assert "greedy is ahead with" in in_shell(line, tmp_path, top).stdout
    assert (tmp_path / "code").read_text() == "0\n"


def test_tight_limits_are_lived_with(tmp_path: Path, top: Path) -> None:
    """Few open files, a small stack."""
    words = [*SMALL, "--out", "run", "--no-report"]
    program = shlex.join([sys.executable, "-m", "zetema_sim", *words])
    ended = in_shell(f"ulimit -n 16; ulimit -s 200; {program}", tmp_path, top)
    assert (ended.returncode, ended.stderr) == (0, "Written to run\n")


def test_a_limit_is_told_as_what_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """No fault of the program, nor of a strategy."""
    tight = {resource.RLIMIT_NOFILE: 16, resource.RLIMIT_AS: 400 << 20}
    monkeypatch.setattr(
        "resource.getrlimit",
        lambda kind: (tight.get(kind, resource.RLIM_INFINITY),) * 2,
    )
    told, exit_code = explain(RuntimeError("can't start new thread"))
    assert "(ulimit -n 256 is enough), memory (ulimit -v 2097152 is enough)" in told
    assert ("fault of this program" in told, exit_code) == (False, RUN_FAILED)


QUOTAS = {
    "none": ("0::/", {"cpu.max": "max 100000"}, []),
    "half": ("0::/", {"cpu.max": "50000 100000"}, [0.5]),
    "above": ("0::/a/b", {"a/cpu.max": "150000 100000"}, [1.5]),
    "version 1": (
        "3:cpuset:/\n4:cpu,cpuacct:/docker/1",
        {"cpu/cpu.cfs_quota_us": "25000", "cpu/cpu.cfs_period_us": "100000"},
        [0.25],
    ),
    "version 1, none": (
        "4:cpu:/",
        {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"},
        [],
    ),
    "no text": ("?", {}, []),
}


@pytest.mark.parametrize("name", QUOTAS)
def test_a_share_of_the_cores_is_read(name: str, tmp_path: Path) -> None:
    """Of the control group and those above it, in both versions."""
    groups, files, found = QUOTAS[name]
    texts = {f"sys/fs/cgroup/{place}": text for place, text in files.items()}
    for place, text in {"proc/self/cgroup": groups, **texts}.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(f"{text}\n")
    assert list(cores.quotas(tmp_path)) == found


@pytest.mark.parametrize(("share", "threads"), [(0.5, 1), (1.5, 2), (99.0, None)])
def test_half_a_core_is_one_thread(
    share: float, threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More would only wait for each other; of many, those that may be used."""
    monkeypatch.setattr(cores, "quotas", lambda: [share])
    monkeypatch.setattr(
        "os.sched_getaffinity", lambda process: {0, 1, 2}, raising=False
    )
    assert cores.default_threads() == (threads or 3)


def test_the_scripts_forget_what_is_for_another_python(top: Path) -> None:
    """PYTHONHOME alone keeps Python from starting."""
    line = f". {top}/scripts/environment.sh; env"
    odd = {name: "odd" for name in ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP")}
    words = ["sh", "-euc", line]
    ended = subprocess.run(words, capture_output=True, text=True, env=os.environ | odd)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "PYTHON" not in ended.stdout.replace("ZETEMA_PYTHON", "")


def test_a_set_up_without_locks_goes_on(
    top: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some file systems have none."""
    set_up = runpy.run_path(str(top / "scripts" / "set_up.py"))

    def refuse(*arguments: object) -> NoReturn:
        raise OSError(errno.ENOLCK, "No locks available")

    set_up["locked"].__wrapped__.__globals__["fcntl"].flock, kept = refuse, fcntl.flock
    try:
        with set_up["locked"](tmp_path / "lock") as lock:
            assert not lock.closed
    finally:
        fcntl.flock = kept
    assert "takes no lock (No locks available)" in capsys.readouterr().err


def test_a_clone_ends_its_lines_as_this_one(top: Path, tmp_path: Path) -> None:
    """Whatever git is told elsewhere: sh reads no other lines."""
    into = ["-c", "core.autocrlf=true", "--quiet", "--shared", "--no-checkout"]
    subprocess.run(["git", "clone", *into, top, tmp_path], check=True)
    wanted = ["HEAD", "--", ".gitattributes", "scripts", "strategies"]
    subprocess.run(["git", "checkout", "--quiet", *wanted], check=True, cwd=tmp_path)
    texts = {p: p.read_bytes() for p in tmp_path.glob("s*/*") if p.is_file()}
    assert texts
    assert [path for path, text in texts.items() if b"\r" in text] == []


def test_a_hash_does_not_depend_on_how_lines_end(tmp_path: Path, top: Path) -> None:
    """A file that went through another system is the same strategy."""
    text = (top / "strategies" / "greedy.py").read_bytes()
    hashes = set()
    for number, end in enumerate((b"\n", b"\r\n", b"\r")):
        path = tmp_path / f"mine_{number}.py"
        path.write_bytes(text.replace(b"\n", end))
        hashes.add(read_strategy(path).source_hash)
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("variable", "folder"),
    [
        ("NUMBA_CACHE_DIR", "/proc"),
        ("XDG_CACHE_HOME", "/proc"),
        ("XDG_CACHE_HOME", "/dev/null"),
    ],
)
def test_a_cache_that_cannot_be_written_is_none(
    variable: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another user's, or one on a disk that is read-only."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv(variable, folder)
    assert cache_folder.base_folder.__wrapped__() is None
