"""The words that many rooms say: refusals, lists, numbers with their margins."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence

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
    *first, end = [*map(str, words)] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def joined(words: Iterable[object]) -> str:
    """Return words as a list in a sentence: ``"a, b and c"``."""
    return listed(words, "and")


def wins_text(share: float) -> str:
    """Return a share as ``1 win of 100`` or ``2.5 wins of 100``."""
    number = f"{100 * share:g}"
    return f"{number} win{'' if number == '1' else 's'} of 100"


def hundred(share: float, margin: float = 1.0) -> str:
    """Return a share as wins of 100, with the digits that its margin deserves."""
    return f"{100 * share:z.{_digits(margin)}f}"


def hundred_with_margin(share: float, margin: float) -> str:
    """Return a share as ``52.3 ± 0.5``, in wins of 100; ± 0 is of what is certain."""
    if margin == 0:
        return f"{hundred(share)} ± 0"
    digits = _digits(margin)
    shown = max(100 * margin, 10.0**-digits)
    return f"{hundred(share, margin)} ± {shown:.{digits}f}"


def _digits(margin: float) -> int:
    return 1 if margin >= 0.001 else 2


def signed(text: str) -> str:
    """Return a number's text with its sign; what is shown as zero has none."""
    return f"+{text}" if float(text.partition(" ")[0]) > 0 else text


def plain(value: float, margin: float, digits: int) -> str:
    """Return a number of points or events as ``6.3 ±1.1``; nothing is a dash."""
    shown = f"{value:.{digits}f} ±{margin_text(margin, digits)}"
    return shown if value else "-"


def margin_text(margin: float, digits: int = 1) -> str:
    """Return a margin, which is never shown as none."""
    return f"{max(margin, 10.0**-digits):.{digits}f}"


def span_text(numbers: Sequence[float], digits: int) -> str:
    """Return numbers as ``1.2 to 3.4``, or as one where they are shown alike."""
    low, high = f"{min(numbers):.{digits}f}", f"{max(numbers):.{digits}f}"
    return low if low == high else f"{low} to {high}"


def p_text(p_value: float) -> str:
    """Return a p-value as it is printed."""
    return "< 0.0001" if p_value < 1e-4 else f"{p_value:.4f}"


def percent(rate: float) -> str:
    """Return a rate as of 100, with as many digits as tell it from 0."""
    return f"{100 * rate:.1f}" if rate >= 0.001 else f"{100 * rate:.2g}"


def option_words(options: Mapping[str, object]) -> list[str]:
    """Return the words of a command line that give these options.

    None and False give none, True the option alone, a list the option for each.
    """
    words = []
    for option, value in options.items():
        for each in value if isinstance(value, list | tuple) else (value,):
            if each is not None and each is not False:
                words += [option] if each is True else [option, str(each)]
    return words
