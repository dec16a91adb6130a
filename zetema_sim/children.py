"""Child processes that run this program's code: how they start, what they may take."""

from __future__ import annotations

import sys


def python(code: str) -> list[str]:
    """Return the command that runs some code where all is found that is found here.

    -P: a random.py in the folder where the user stands is not Python's own.
    """
    found = f"import sys\nsys.path[:] = {sys.path!r}\n"
    return [sys.executable, "-P", "-c", found + code]


def bound(what: str, most: int) -> None:
    """Let this process take no more of something; a tighter bound that it has stays.

    Parameters
    ----------
    what
        The name of a bound in `resource`; it does nothing where there are none, as on
        Windows.
    most
        In the units of that bound: bytes of ``RLIMIT_AS``.
    """
    try:
        import resource
    except ImportError:
        return
    kind = getattr(resource, what)
    _, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(kind, (most, hard))
