"""Sums of parts: of whatever is made of whole numbers and things that can be added."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

Part = TypeVar("Part")


def added(ours: Part, theirs: Part) -> Part:
    """Return the sum of two parts of one kind.

    Numbers, arrays and what has a sum of its own are added; dataclasses, tuples and
    lists member by member. Neither part is changed.
    """
    if hasattr(ours, "__add__") and not isinstance(ours, list | tuple):
        return cast("Part", cast("Any", ours) + theirs)
    kind: Any = type(ours)
    if is_dataclass(ours):
        names = [field.name for field in fields(ours)]
        sums = {
            name: added(getattr(ours, name), getattr(theirs, name)) for name in names
        }
        return cast("Part", kind(**sums))
    pairs = zip(cast("Any", ours), cast("Any", theirs), strict=True)
    each = (added(one, other) for one, other in pairs)
    return cast("Part", kind._make(each) if hasattr(kind, "_make") else kind(each))
