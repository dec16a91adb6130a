"""What names and paths may hold, and how a user's text is shown.

Names of strategies go through commands, tables, charts, pages, CSV and JSON, and come
back from there. So one rule at the door says what they may hold, and one function
shows what else a user wrote.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, NamedTuple

MOST_OF_A_NAME = 40
MOST_OF_A_PATH = 1000
SHOWN_LENGTH = 60

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_PATH = re.compile(r"(?:([^/=]*)=)?((?:.*/)?([^/]*)\.py)(?::([^/]*))?", re.DOTALL)
_BEGINS_A_PATH = re.compile(r"[\w./~]")
# What readers of tables take for a missing value, a number or a truth.
_READ_OTHERWISE = {"na", "nan", "null", "none", "inf", "infinity", "true", "false"}
_RULE = f"letters, digits, - and _, a letter first, at most {MOST_OF_A_NAME}"


class NamesError(ValueError):
    """A name or path that cannot be shown, read back and told apart everywhere."""


class PathName(NamedTuple):
    """A strategy that is named by a path: ``label=folder/file.py:settings``."""

    label: str | None
    path: str
    stem: str
    settings: str | None


def as_path(text: str) -> PathName | None:
    """Return the parts of a name with a path in it, None for any other."""
    found = _PATH.fullmatch(text)
    return PathName(*found.groups()) if found else None


def called(name: str) -> str:
    """Return a strategy's name without its path: of one run no two are alike."""
    path = as_path(name)
    if path is None:
        return name
    settings = f":{path.settings}" if path.settings else ""
    return f"{path.label or path.stem.replace('_', '-')}{settings}"


def check_name(name: str, what: str, remedy: str) -> None:
    """Refuse a name that no table, chart or command could show as it is.

    Parameters
    ----------
    name
        Of a strategy file, or a label.
    what
        What has it, for the message.
    remedy
        What to do, with ``{}`` where a name like it goes.

    Raises
    ------
    NamesError
        In one line, with what is allowed.
    """
    if _NAME.fullmatch(name) and len(name) <= MOST_OF_A_NAME:
        if name.lower() not in _READ_OTHERWISE:
            return
        reason = "tables would be read as having no name there"
    else:
        reason = f"a name has {_RULE}"
    raise NamesError(
        f"{what} {shown(name)}, but {reason}; {remedy.format(_like(name))}"
    )


def check_path(path: str) -> None:
    """Refuse a path that cannot be shown in one line, or named in a command.

    Raises
    ------
    NamesError
        In one line, with what is wrong.
    """
    if len(path) > MOST_OF_A_PATH:
        told = f"a path has at most {MOST_OF_A_PATH} letters, not {len(path)}"
    elif not path.isprintable():
        bad = next(each for each in path if not each.isprintable())
        told = f"a path holds no {bad.encode('unicode_escape').decode()}"
    elif "," in path:
        told = "a path holds no comma, which parts names in a list"
    elif path and not _BEGINS_A_PATH.match(path):
        told = f"a path does not begin with {path[0]}; put ./ before it"
    else:
        return
    raise NamesError(f"{shown(path)}: {told}")


def shown(text: str) -> str:
    """Return a user's text in quotes, on one line and cut where it is long."""
    cut = text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}…"
    return f"'{printable(cut)}'"


def printable(text: str) -> str:
    """Return a text with what would steer a terminal written out."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode()
        for each in text
    )


def seed_as_told(seed: int) -> dict[str, Any]:
    """Return a seed for JSON: as a number, and as text.

    jq, JavaScript and all who read numbers as doubles round it beyond 2^53.
    """
    return {"seed": seed, "seed_text": str(seed)}


def _like(name: str) -> str:
    """Return an allowed name that is like another one."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall("[A-Za-z0-9]+", plain)
    like = "_".join(words)[:MOST_OF_A_NAME].strip("_")
    is_good = _NAME.fullmatch(like) and like.lower() not in _READ_OTHERWISE
    return like if is_good else f"my_{like}"[:MOST_OF_A_NAME] if like else "mine"
