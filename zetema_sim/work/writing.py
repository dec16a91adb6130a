"""Parts as text, exactly: dataclasses, tuples, lists, whole numbers and arrays of them.

What is read back may come from anywhere, so it is no pickle, which could run code:
the reader names the kind that it expects.
"""

from __future__ import annotations

import json
import types
from base64 import b64decode, b64encode
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

Part = TypeVar("Part")

_SHAPE, _WORDS, _NUMBERS = "shape", "int64", "numbers"


class UnreadableError(ValueError):
    """A text that holds no part of the kind expected."""


def to_text(part: object) -> str:
    """Return a part as text."""
    return json.dumps(_plain(part), separators=(",", ":"), allow_nan=False)


def from_text(kind: type[Part], text: str) -> Part:
    """Return the part of some kind that `to_text` wrote.

    Raises
    ------
    UnreadableError
        If it is none.
    """
    try:
        return cast("Part", _read(kind, json.loads(text)))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise UnreadableError(f"no {kind.__name__}: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype == object:  # numbers beyond int64
            numbers = [int(number) for number in value.ravel()]
            return {_SHAPE: value.shape, _NUMBERS: numbers}
        words = np.ascontiguousarray(value, "<i8").tobytes()
        return {_SHAPE: value.shape, _WORDS: b64encode(words).decode()}
    if is_dataclass(value):
        return [_plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, np.integer):
        return int(value)
    if not isinstance(value, int | float | str | None):
        raise TypeError(f"a part holds a {type(value).__name__}")
    return value


def _read(kind: Any, data: Any) -> Any:
    if isinstance(data, dict):
        return _array(data)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        (kind,) = [each for each in get_args(kind) if each is not type(None)]
        return None if data is None else _read(kind, data)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        hints = _hints(cast("type", kind))
        values = zip(hints, data, strict=True)
        return kind(**{name: _read(hints[name], each) for name, each in values})
    if origin in (list, tuple):
        inner = get_args(kind)[0]
        return origin(_read(inner, each) for each in data)
    if kind is not Any and not isinstance(data, kind):
        raise TypeError(f"{data!r} is no {kind}")
    return data


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the kinds of a class's members, in order."""
    hints = get_type_hints(kind)
    names = (
        [field.name for field in fields(kind)]
        if is_dataclass(kind)
        else [*cast("Any", kind)._fields]
    )
    return {name: hints[name] for name in names}


def _array(data: dict[str, Any]) -> np.ndarray:
    if _WORDS in data:
        words = np.frombuffer(b64decode(data[_WORDS], validate=True), "<i8")
        return words.reshape(data[_SHAPE]).astype(np.int64)
    return np.array(data[_NUMBERS], object).reshape(data[_SHAPE])
