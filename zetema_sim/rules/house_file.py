"""Reads a file of house rules as strict JSON, with one clear line for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from zetema_sim.common.paths import may_never_end
from zetema_sim.common.wording import RulesError, shown

MOST_BYTES = 1_000_000  # a complete file has two thousand


def read_object(path: str) -> dict[str, Any]:
    """Return the JSON object that a file holds.

    Raises
    ------
    RulesError
        If the file cannot be read, is not UTF-8, is not JSON (NaN is not), has a key
        twice, or holds something else than an object.
    """
    text = _read_text(path)
    try:
        data = json.loads(
            text, object_pairs_hook=_without_twins, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RulesError(f"{path}: not JSON ({place}: {error.msg})") from None
    except RecursionError:
        raise RulesError(f"{path}: not house rules (nested too deeply)") from None
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None
    except ValueError:  # a number of thousands of digits
        raise RulesError(f"{path}: not house rules (a number far too long)") from None
    if not isinstance(data, dict):
        wanted = "a JSON object is wanted, as `zetema rules show --json` prints"
        raise RulesError(f"{path}: {wanted}")
    return data


def _read_text(path: str) -> str:
    if may_never_end(Path(path)):
        raise RulesError(f"{path}: cannot be read (a pipe or a device)")
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RulesError(f"{path}: cannot be read ({error.strerror})") from None
    if len(content) > MOST_BYTES:
        raise RulesError(f"{path}: too large for house rules")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(f"{path}: not UTF-8 (byte {error.start})") from None


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RulesError(f"the key {shown(key)} stands twice")
        found[key] = value
    return found


def _refuse_constant(name: str) -> None:
    raise RulesError(f"{name} is not a number in JSON")
