"""Fractions that plain code makes whole numbers, bounded as those of compiled code.

Python's whole numbers have no end, so ``int(1e300)`` is one; compiled code raises an
error there (`kernel.guards`), and so plain code shall. What numpy makes of a fraction
without a whole number hangs on the machine: its warning is an error.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

NOT_WHOLE = "a fraction too large for a whole number of 64 bits, or none (NaN)"
CASTS = "invalid value encountered in cast"  # how a warning of numpy's begins


def whole(make: Callable[..., Any], *values: Any, **options: Any) -> Any:
    """Return a number made of others; of a fraction none beyond 64 bits."""
    made = make(*values, **options)
    if type(made) is int and not -(2**63) <= made < 2**63:
        if any(isinstance(value, float) for value in values):
            raise OverflowError(NOT_WHOLE)
    return made


@contextmanager
def casts_raise() -> Iterator[None]:
    """Have numpy raise an error where a fraction has no whole number."""
    with warnings.catch_warnings(action="ignore"):
        warnings.filterwarnings("error", CASTS)
        yield
