"""What the program takes from outside, and what it does not.

The program brings its own configuration: whatever Python and the libraries would take
from the environment, or from files where one stands, is put away before they look.
"""

from __future__ import annotations

# No more than what Python has loaded by now: the user's folders are still on its path.
import os
import sys
from io import TextIOWrapper

from zetema_sim.common.children import PACKAGE, environment, python

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_PROGRAM = "from zetema_sim.__main__ import main; main()"
_NUMBA_FILE = ".numba_config.yaml"  # looked for where one stands, at each compilation

_STACK = 8 << 20  # bytes; compiling goes deep
_FILES = 1024


def settle() -> None:
    """Make this process independent of what surrounds it; called before all else.

    A Python that was not started isolated is started anew so, with the same arguments:
    only so do the variables and options that it has read by now count for nothing.
    """
    _open_closed()
    _lift_limits()
    own = environment()
    # Who looks for a fault may want the Python that they started, under a debugger.
    is_debugged = os.environ.get("ZETEMA_DEBUG") == "1"
    can_start = os.name == "posix" and bool(sys.executable)
    if not sys.flags.isolated and can_start and not is_debugged:
        found = (
            sys.path if sys.flags.safe_path else sys.path[1:]
        )  # not where one stands
        command = [*python(_PROGRAM, found), *sys.argv[1:]]
        os.execve(sys.executable, command, own)
    os.environ.clear()
    os.environ.update(own)
    import warnings

    warnings.simplefilter("ignore")  # those of libraries
    ignore_files()


def ignore_files() -> None:
    """Keep numba from its file where one stands; matplotlib is kept in `charts`.

    And keep Python from leaving a file of its own torn, where ulimit bounds files: it
    believes those.
    """
    if _files_are_bounded():
        sys.dont_write_bytecode = True
    if os.path.exists(_NUMBA_FILE):
        vars(import_elsewhere("numba.core.config"))["_config_fname"] = os.devnull


def import_elsewhere(name: str) -> ModuleType:
    """Return a module, imported where no file of the user's configures it."""
    from importlib import import_module

    try:
        here = os.getcwd()
    except OSError:  # the folder was removed, and its files with it
        return import_module(name)
    os.chdir(PACKAGE)
    try:
        return import_module(name)
    finally:
        os.chdir(here)


class _Told(TextIOWrapper):
    """A stderr that may be full or have no reader: what is said is a help."""

    def write(self, text: str) -> int:
        """Write, or lose, a text and all that follow."""
        try:
            return super().write(text)
        except OSError:
            _to_nowhere(2)
            return len(text)

    def flush(self) -> None:
        """Write what waits."""
        try:
            super().flush()
        except OSError:
            _to_nowhere(2)


def _open_closed() -> None:
    """Open what is closed of stdin and stderr, or the next file would be either."""
    if sys.stdin is None:
        _to_nowhere(0)
        sys.stdin = open(0, encoding="utf-8")
    if sys.stderr is None:
        _to_nowhere(2)
        sys.stderr = open(2, "w", encoding="utf-8")
    if isinstance(sys.stderr, TextIOWrapper):
        encoding = sys.stderr.encoding
        sys.stderr = _Told(
            sys.stderr.detach(), encoding, errors="replace", line_buffering=True
        )


def _to_nowhere(number: int) -> None:
    """Have what is written to a descriptor go nowhere, and nothing be read from it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == number:
        os.set_inheritable(number, True)
        return
    os.dup2(nowhere, number)
    os.close(nowhere)


def _files_are_bounded() -> bool:
    try:
        import resource
    except ImportError:  # as on Windows
        return False
    return resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY


def _lift_limits() -> None:
    """Take as many files and as deep a stack as are wanted, where they may be had."""
    try:
        import resource
    except ImportError:  # as on Windows
        return
    for kind, wanted in (
        (resource.RLIMIT_NOFILE, _FILES),
        (resource.RLIMIT_STACK, _STACK),
    ):
        soft, hard = resource.getrlimit(kind)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(kind, (most, hard))
