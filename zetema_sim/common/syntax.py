"""Syntax trees, one at a time.

Python 3.11 counts how deep the tree is that it hands out in one place for all threads:
two that parse at once end in a SystemError (python/cpython#106905).
"""

from __future__ import annotations

import ast
import threading

_TRIES = 100  # a library may parse meanwhile, in a thread of its own
_parsing = threading.Lock()


def parse(source: str | bytes, name: str = "<unknown>") -> ast.Module:
    """Return the syntax tree of a source, as `ast.parse`; `name` is for its errors."""
    for _ in range(_TRIES):
        try:
            with _parsing:
                return ast.parse(source, name)
        except SystemError as error:
            mismatch = error
    raise mismatch
