"""Processes that run this program's code: how they start, what they may take."""

from __future__ import annotations

# What is imported here is imported before the program is alone (`surroundings`): no
# more than what Python itself has loaded by then.
import os
import sys

TYPE_CHECKING = False  # as `typing` has it, which is not imported here
if TYPE_CHECKING:
    import subprocess

PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

# How the variables begin by which Python, and the libraries that the program is made
# of, can be told to do otherwise.
_LIBRARIES = (
    *("PYTHON", "NUMBA_", "LLVMLITE_", "NPY_", "NUMPY_", "SCIPY_", "PANDAS_"),
    *("ARROW_", "MPL", "MATPLOTLIB", "OPENBLAS_", "GOTO_", "BLIS_", "MKL_"),
    *("OMP_", "KMP_", "VECLIB_"),
)
_OURS = "NUMBA_CACHE_DIR"  # where `cache.base_folder` keeps compiled code
_OWN = {
    # Matches are played on threads of our own; those of numpy's matrix product would
    # only get in their way.
    "OPENBLAS_NUM_THREADS": "1",
    "MPL_IGNORE_SYSTEM_FONTS": "1",  # its own fonts look the same everywhere
}

_FOUND = f"""\
import sys
own = sys.path[:]
sys.path[:] = [{os.path.dirname(PACKAGE)!r}]
import {os.path.basename(PACKAGE)}
sys.path[:] = own + [each for each in {{!r}} if each not in own]
from {os.path.basename(PACKAGE)}.common.surroundings import ignore_files
ignore_files()
"""


def environment() -> dict[str, str]:
    """Return the environment without what Python and the libraries take from it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name == _OURS or not name.startswith(_LIBRARIES)
    }
    return kept | _OWN


def python(code: str, path: list[str] | None = None) -> list[str]:
    """Return the command that runs some code with this package, whatever is around.

    Parameters
    ----------
    code
        What is run.
    path
        Where else modules are found than Python's own are, behind those: a json.py
        there is not Python's. `sys.path` if None.
    """
    path = sys.path if path is None else path
    return [sys.executable, "-I", "-c", _FOUND.format(path) + code]


def ask(
    code: str, sent: object = None, **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Run some code with something on its stdin, as JSON; return how it ended.

    Parameters
    ----------
    code
        As of `python`.
    sent
        What it is told.
    **variables
        Of its environment, beside those of `environment`.
    """
    import json
    import subprocess

    return subprocess.run(
        python(code),
        input=json.dumps(sent).encode(),
        capture_output=True,
        env={**environment(), **variables},
        check=False,
    )


def pipes() -> tuple[int, int]:
    """Return this process's own stdin and stdout, and put nothing in their places.

    The parent is at their other ends: what is not ours shall neither read nor write
    there, be it compiled or not.
    """
    ends = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return ends


def bound(what: str, most: int) -> int:
    """Let this process take no more of something; a tighter bound that it has stays.

    Parameters
    ----------
    what
        The name of a bound in `resource`; it does nothing where there are none, as on
        Windows.
    most
        In the units of that bound: bytes of ``RLIMIT_AS``.

    Returns
    -------
    int
        The bound that holds now.
    """
    try:
        import resource
    except ImportError:
        return most
    kind = getattr(resource, what)
    soft, hard = resource.getrlimit(kind)
    most = min(each for each in (most, soft, hard) if each != resource.RLIM_INFINITY)
    resource.setrlimit(kind, (most, hard))
    return most
