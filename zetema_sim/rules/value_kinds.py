"""The kinds of value that a parameter can have: how each is read, checked and shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zetema_sim.common.wording import listed, refused
from zetema_sim.rules.sides import check_arrangement

Value = Any  # int, bool or str, or a tuple of them; which one, the kind knows
MOST_POINTS = 10_000


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value.

    Attributes
    ----------
    allowed
        In words, what a value may be.
    accepts
        Whether a value that stands in JSON is one.
    from_text
        Turns the text of ``--set`` into what would stand in JSON; a text that is none
        stays a text, and `accepts` refuses it.
    names
        What a text may be a misspelling of.
    """

    allowed: str
    accepts: Callable[[object], bool]
    from_text: Callable[[str], object]
    names: tuple[str, ...] = ()

    def read(self, where: str, value: object, count: int) -> Value:
        """Return a value from JSON in a form that can be hashed.

        Parameters
        ----------
        where
            What to call the parameter in a refusal.
        value
            The value.
        count
            The player count that the value is for, 0 if for none.
        """
        if not self.accepts(value):
            raise refused(where, value, self.allowed, self.names)
        return tuple(value) if isinstance(value, list) else value

    def as_json(self, value: Value) -> Any:
        """Return a value as it stands in JSON."""
        return list(value) if isinstance(value, tuple) else value

    def text(self, value: Value) -> str:
        """Return a value as ``--set`` takes it."""
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return str(value).lower() if isinstance(value, bool) else str(value)


class ArrangementsKind(Kind):
    """Arrangements of sides, which must fit the player count."""

    def read(self, where: str, value: object, count: int) -> Value:
        """Return the arrangements as a tuple, each in its usual form."""
        if not isinstance(value, list) or not value:
            raise refused(where, value, self.allowed)
        checked = tuple(check_arrangement(where, text, count) for text in value)
        if len(set(checked)) < len(checked):
            raise refused(where, value, "each arrangement once")
        return checked


def number(least: int, most: int) -> Kind:
    """Return the kind of whole numbers from `least` to `most`."""
    return Kind(
        f"a whole number from {least} to {most}",
        lambda value: _is_number(value, least, most),
        whole_number,
    )


def word(*names: str) -> Kind:
    """Return the kind of these words."""
    return Kind(listed(names), lambda value: value in names, str, names)


def whole_number(text: str) -> int | str:
    """Return the number that a text writes in digits, or the text if it does not."""
    return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else text


def _is_number(value: object, least: int, most: int) -> bool:
    # `type`, since true is an int to Python and no number to JSON.
    return type(value) is int and least <= value <= most


def _words(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _numbers(text: str) -> list[int | str]:
    return [whole_number(part) for part in _words(text)]


POINTS = number(0, MOST_POINTS)
CARDS = number(1, 65)
TARGET = number(1, MOST_POINTS)
SWITCH = Kind(
    "true or false",
    lambda value: isinstance(value, bool),
    lambda text: {"true": True, "false": False}.get(text, text),
    ("true", "false"),
)
FIVE_NUMBERS = Kind(
    f"five whole numbers from 0 to {MOST_POINTS}",
    lambda value: (
        isinstance(value, list)
        and len(value) == 5
        and all(_is_number(points, 0, MOST_POINTS) for points in value)
    ),
    _numbers,
)
COUNTS = Kind(
    "one or more of 2 to 6, ascending",
    lambda value: (
        isinstance(value, list)
        and all(_is_number(count, 2, 6) for count in value)
        and value == sorted(set(value)) != []
    ),
    _numbers,
)
ARRANGEMENTS = ArrangementsKind(
    "solo or NxM (N sides of M seats), the default first",
    lambda value: isinstance(value, list),
    _words,
)
