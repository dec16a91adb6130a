"""Memory that lies apart: at a place nobody can foresee, with a fence on either side.

What strategies see and what they must not see are kept in memory of this kind, so that
code that reads beside what it was given reaches neither hands nor deck: next to its
view is what no process may touch, and how far the rest is differs from run to run.
"""

from __future__ import annotations

import ctypes
import mmap
import secrets
import sys
import weakref
from typing import Any

_FENCE = 1 << 20  # bytes on either side that nobody can read or write
_LOWEST, _HIGHEST = 1 << 36, 1 << 46  # addresses that processes of 64 bits have free
_NOTHING, _READ_AND_WRITE = 0, 3  # what may be done with pages
_SHARED, _PRIVATE, _FIXED = 1, 2, 0x10  # as Linux, macOS and the BSDs have them
_ANONYMOUS = getattr(mmap, "MAP_ANONYMOUS", 0x20)
_FAILED = ctypes.c_void_p(-1).value


def fenced(size: int, file: int | None = None) -> Any:
    """Return memory of its own, all zeros or the first bytes of a file.

    Parameters
    ----------
    size
        In bytes.
    file
        An open file whose bytes the memory is, for others to see; None for none.

    Returns
    -------
    buffer
        Something with the buffer protocol. Where the system has no such memory, it is
        of the ordinary kind.
    """
    made = _mapped(size, file) if sys.maxsize > 2**32 else None
    if made is not None:
        return made
    return bytearray(size) if file is None else mmap.mmap(file, size)


def _mapped(size: int, file: int | None) -> Any:
    """Return fenced memory, None where the system does not give it."""
    try:
        system = ctypes.CDLL(None, use_errno=True)
        place, free = system.mmap, system.munmap
    except (OSError, TypeError, AttributeError):  # as on Windows
        return None
    words = ctypes.c_void_p, ctypes.c_size_t
    place.restype = ctypes.c_void_p
    place.argtypes = (*words, *[ctypes.c_int] * 3, ctypes.c_long)
    free.argtypes = words
    inner = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    whole = inner + 2 * _FENCE
    wish = (_LOWEST + secrets.randbelow(_HIGHEST - _LOWEST)) & -mmap.PAGESIZE
    start = place(wish, whole, _NOTHING, _PRIVATE | _ANONYMOUS, -1, 0)
    if start == _FAILED:
        return None
    kind = (_PRIVATE | _ANONYMOUS) if file is None else _SHARED
    descriptor = -1 if file is None else file
    inside = start + _FENCE
    if place(inside, inner, _READ_AND_WRITE, kind | _FIXED, descriptor, 0) != inside:
        free(start, whole)
        return None
    # As near to the fence behind it as places of 64 bytes allow.
    at = inside + (0 if file is not None else (inner - size) // 64 * 64)
    kind_of_buffer: Any = type("Fenced", (ctypes.c_char * size,), {})
    buffer = kind_of_buffer.from_address(at)
    # Not when Python ends: threads that are still playing then would crash.
    weakref.finalize(buffer, free, start, whole).atexit = False
    return buffer
