"""Make the private environment: ``set_up.py FOLDER run|dev``.

Runs on any Python from 3.11, before anything is installed. `environment.sh` calls it
when the stamps in the environment do not fit the lock files.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
LEVELS = {"run": ["run"], "dev": ["run", "dev"]}  # the lock files that each needs
ELSEWHERE = {
    *("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "PIP_DRY_RUN"),
    *("PIP_REQUIREMENT", "PIP_CONSTRAINT", "PIP_EDITABLE", "PIP_IGNORE_INSTALLED"),
}


def main(venv: Path, level: str) -> None:
    """Bring the environment to `level`, unless another start just did."""
    venv.parent.mkdir(parents=True, exist_ok=True)
    with locked(venv.with_name(venv.name + ".lock")) as lock:
        if all(is_installed(venv, name) for name in LEVELS[level]):
            return
        tell("setting up, about a minute, once")
        remove_if_outdated(venv)
        if not venv.exists():
            make(venv, lock)
        if not has_python(venv):
            raise SystemExit(f"zetema: {venv} is no working environment; remove it")
        for name in LEVELS[level]:
            if not is_installed(venv, name):
                install(venv, name, lock)
        tell("ready")


def tell(message: str) -> None:
    """Say something where it does not mix with a command's output."""
    print(f"zetema: {message}", file=sys.stderr, flush=True)


@contextmanager
def locked(path: Path) -> Iterator[IO[bytes]]:
    """Hold the lock, which the system lets go when its last holder ends."""
    with path.open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell("waiting for another start that is setting up")
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError as error:  # the lock is a help: some file systems have none
            reason = error.strerror or error
            tell(f"{path.parent} takes no lock ({reason}); let no other start set up")
        yield lock


def requirements(name: str) -> Path:
    """Return a lock file."""
    return ROOT / "requirements" / f"{name}.txt"


def stamp(venv: Path, name: str) -> Path:
    """Return the copy of the lock file that an environment was made from."""
    return venv / f"zetema-{name}.txt"


def is_installed(venv: Path, name: str) -> bool:
    """Tell whether all that a lock file lists is there, for the Python that is."""
    known, python = stamp(venv, name), venv / "zetema-python"
    return (
        has_python(venv)
        and known.is_file()
        and known.read_bytes() == requirements(name).read_bytes()
        and python.is_file()
        and os.fsdecode(python.read_bytes()).strip() == python_behind(venv)
    )


def has_python(venv: Path) -> bool:
    """Tell whether the environment's Python can be run; the link may lead nowhere."""
    return os.access(venv / "bin" / "python", os.X_OK)


def python_behind(venv: Path) -> str:
    """Return the program that the environment's Python is a link to."""
    return os.path.realpath(venv / "bin" / "python")


def remove_if_outdated(venv: Path) -> None:
    """Remove an environment of ours that is half made or made from another lock."""
    if not (venv / "zetema-made").is_file():
        return  # not there, or the user's own: it gets what is missing
    for name in LEVELS["dev"]:
        if name == "run" or stamp(venv, name).is_file():
            if not is_installed(venv, name):
                shutil.rmtree(venv)
                return


def make(venv: Path, lock: IO[bytes]) -> None:
    """Make an empty environment."""
    venv.mkdir()
    (venv / "zetema-made").touch()
    # Debian parts ensurepip from Python; `pip` finds another way then.
    bare = [] if importlib.util.find_spec("ensurepip") else ["--without-pip"]
    run([sys.executable, "-I", "-m", "venv", *bare, str(venv)], lock)


def install(venv: Path, name: str, lock: IO[bytes]) -> None:
    """Install what a lock file lists, and the checkout itself."""
    stamp(venv, name).write_bytes(b"")  # not yet: if this is the last, begin anew
    arguments = ["--require-hashes", "--no-deps", "--only-binary", ":all:"]
    arguments += ["--requirement", str(requirements(name))]
    run([*pip(venv), "install", "--quiet", "--no-input", *arguments], lock)
    if not (site_packages(venv) / "click").is_dir():
        told = "pip installed into another place; `pip config list` says where"
        raise SystemExit(f"zetema: set-up failed: {told}")
    add_checkout(venv)
    (venv / "zetema-python").write_bytes(os.fsencode(python_behind(venv)) + b"\n")
    stamp(venv, name).write_bytes(requirements(name).read_bytes())


def pip(venv: Path) -> list[str]:
    """Return the command line of a pip that installs into the environment."""
    python = str(venv / "bin" / "python")
    if (site_packages(venv) / "pip").is_dir():
        return [python, "-I", "-m", "pip"]
    return [sys.executable, "-I", "-m", "pip", "--python", python]


def add_checkout(venv: Path) -> None:
    """Make the checkout importable; by a relative path where a move should not hurt."""
    folder = site_packages(venv)
    inside = venv.parent == ROOT
    path = os.path.relpath(ROOT, folder) if inside else str(ROOT)
    (folder / "zetema-sim.pth").write_bytes(os.fsencode(path) + b"\n")


def site_packages(venv: Path) -> Path:
    """Return where the environment's Python looks for packages."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    command = [str(venv / "bin" / "python"), "-I", "-c", code]
    return Path(os.fsdecode(subprocess.check_output(command)).rstrip("\n"))


def environment() -> dict[str, str]:
    """Return the environment for pip: it may say where from, but not where to."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return {**kept, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(command: list[str], lock: IO[bytes]) -> None:
    """Run a command that says what it says on stderr; leave when it fails.

    It holds the lock too, so that it is not disturbed if this program is killed.
    """
    result = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        env=environment(),
        pass_fds=[lock.fileno()],
        check=False,
    )
    if result.returncode != 0:
        raise SystemExit("zetema: set-up failed, see above; the next start tries again")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), sys.argv[2])
    except KeyboardInterrupt:
        tell("set-up interrupted; the next start begins it anew")
        sys.exit(130)
    except OSError as problem:
        raise SystemExit(f"zetema: set-up failed: {problem}") from None
