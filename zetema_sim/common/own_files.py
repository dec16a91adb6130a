"""Files that this program wrote, read back: never waited for, of a declared shape.

What stands in a file's place may be anything: a folder, a pipe, a device, bytes of
anything. Every such file is read here, so what is wrong with it is found here.
"""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

MOST_BYTES = 1 << 28  # the largest run has some MB
MOST_WHOLE = 2**63 - 1

# A shape is what a value may be: `str`, `bool`, `int` (whole, of 64 bits), `float` (any
# finite number), a tuple of the values allowed, a range of whole numbers, `[shape]` a
# list of such, `{key: shape}` an object with these keys and any others, `{str: shape}`
# an object with any keys.
Shape = Any

_KINDS: Mapping[type, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
}


class OwnFileError(ValueError):
    """A file that does not hold what this program writes.

    The message says in a few words what it is instead: ``a folder``.
    """


class NoFileError(OwnFileError):
    """A file that is not there."""


def content_of(path: Path) -> bytes:
    """Return what is in a file.

    Raises
    ------
    OwnFileError
        If there is none, it is no plain file, cannot be read, or is far too large.
    """
    never_wait = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | never_wait), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise OwnFileError("a pipe or a device")
            if status.st_size > MOST_BYTES:
                raise OwnFileError("far too large")
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        raise NoFileError("not there") from None
    except IsADirectoryError:
        raise OwnFileError("a folder") from None
    except OSError as error:
        reason = error.strerror or "the system says no more"
        raise OwnFileError(f"cannot be read ({reason})") from None
    except ValueError as error:
        if isinstance(error, OwnFileError):
            raise
        raise OwnFileError("no path of a file") from None


def object_of(content: bytes, shape: Mapping[Any, Shape]) -> dict[str, Any]:
    """Return the JSON object that a file's content is.

    Raises
    ------
    OwnFileError
        If it is none, has a key twice, a number that is none, or another shape.
    """
    try:
        found = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_without_twins,
            parse_constant=_refuse,
            parse_float=_finite,
        )
    except OwnFileError:
        raise
    except (ValueError, RecursionError):
        raise OwnFileError("no JSON") from None
    told = problem(found, dict(shape))
    if told is not None:
        raise OwnFileError(told)
    assert isinstance(found, dict)
    return found


def problem(value: Any, shape: Shape, where: str = "") -> str | None:
    """Return what keeps a value from having a shape, None if it has it."""
    if isinstance(shape, dict):
        return _of_object(value, shape, where)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return _told(value, where, list)
        each = (
            problem(one, shape[0], f"{where}[{place}]")
            for place, one in enumerate(value)
        )
        return next((told for told in each if told is not None), None)
    if isinstance(shape, range):
        is_one = type(value) is int and shape.start <= value < shape.stop
        allowed = f"{shape.start} to {shape.stop - 1}"
        return None if is_one else f"{where} is {_shown(value)}, not {allowed}"
    if isinstance(shape, tuple):
        allowed = ", ".join(map(str, shape))
        is_one = isinstance(value, str) and value in shape
        return None if is_one else f"{where} is {_shown(value)}, none of {allowed}"
    return None if _is_of(value, shape) else _told(value, where, shape)


def _of_object(value: Any, shape: Mapping[Any, Shape], where: str) -> str | None:
    if not isinstance(value, dict):
        return _told(value, where, dict)
    if str in shape:
        shape = dict.fromkeys(value, shape[str])
    for key, wanted in shape.items():
        place = f"{where}.{key}" if where else key
        if key not in value:
            return f"no {place}"
        told = problem(value[key], wanted, place)
        if told is not None:
            return told
    return None


def _is_of(value: Any, kind: type) -> bool:
    """Tell whether a value is of a kind; true and false are no numbers."""
    if kind is float:
        return type(value) is float or _is_of(value, int)
    if kind is int:
        return type(value) is int and abs(value) <= MOST_WHOLE
    return type(value) is kind


def _told(value: Any, where: str, kind: type) -> str:
    return f"{where or 'it'} is {_shown(value)}, not {_KINDS[kind]}"


def _shown(value: Any, most: int = 60) -> str:
    text = json.dumps(value)
    return text if len(text) <= most else f"{text[:most]}..."


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise OwnFileError("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise OwnFileError(f"{constant} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise OwnFileError(f"{text} is not a number")
    return number
