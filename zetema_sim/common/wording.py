"""How rules are refused: one line with the parameter, the value, what is allowed."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable

SHOWN_LENGTH = 60


class RulesError(ValueError):
    """Rules that cannot be: the message is one line for the user."""


def refused(
    where: str, value: object, allowed: str, names: Iterable[str] = ()
) -> RulesError:
    """Return the error for a value that a parameter cannot have.

    Parameters
    ----------
    where
        Dotted name of the parameter, with a player count where it is for one.
    value
        What was given.
    allowed
        What may be given, in words.
    names
        What the value may be a misspelling of.
    """
    hint = nearest(value, names) if isinstance(value, str) else ""
    return RulesError(f"{where} = {shown(value)} is not allowed: {allowed}{hint}")


def shown(value: object) -> str:
    """Return a value as JSON on one line, cut where it is long."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):  # nothing that a file can hold
        return f"a value of type {type(value).__name__}"
    if len(text) > SHOWN_LENGTH:
        return text[:SHOWN_LENGTH] + "..."
    return text


def nearest(text: str, names: Iterable[str]) -> str:
    """Return ``"; did you mean NAME?"`` for the nearest of `names`, or nothing."""
    by_lower = {name.lower(): name for name in sorted(names)}  # the same each time
    found = difflib.get_close_matches(text.lower()[:SHOWN_LENGTH], by_lower, 1)
    return f"; did you mean {by_lower[found[0]]}?" if found else ""


def listed(words: Iterable[object], last: str = "or") -> str:
    """Return words as a list in a sentence: ``"a, b or c"``."""
    *first, end = map(str, words)
    return f"{', '.join(first)} {last} {end}" if first else end
