"""Rule sets: the four presets, house rules, overrides, and the checks at a table.

A rule set has a value for every parameter of rules.md section 3 (`rules_parameters`).
Values are checked one by one when it is made; what depends on several of them, or on
the player count, is checked by `Rules.at_table`, which gives what the engines read.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from zetema_sim.common.names import check_path
from zetema_sim.common.wording import RulesError, listed, nearest, refused, shown
from zetema_sim.rules.house_file import read_object
from zetema_sim.rules.parameters import (
    BY_PATH,
    GROUPS,
    PARAMETERS,
    PLACE,
    find_parameter,
    unknown_parameter,
)
from zetema_sim.rules.preset_sources import PRESET_SOURCES
from zetema_sim.rules.resolve import check_table
from zetema_sim.rules.sides import (
    PLAYER_COUNTS,
    check_arrangement,
    count_sides,
)
from zetema_sim.rules.value_kinds import Value
from zetema_sim.table_rules import TableRules

__all__ = ["DEFAULT_PRESET", "PRESETS", "Rules", "RulesError", "preset", "rules_named"]

DEFAULT_PRESET = "parlett"
SET_BY_HAND = "set"
HOUSE_FILE = "file"


@dataclass(frozen=True)
class Rules:
    """A complete rule set; two with the same values are equal, whatever their names.

    Attributes
    ----------
    name
        A preset's name or a file's path, and the overrides.
    values
        The value of each of `PARAMETERS`, in their order.
    sources
        Where each value is from: codes of rules.md section 1, ``decided``, ``file``
        or ``set``.
    """

    name: str = field(compare=False)
    values: tuple[Value, ...]
    sources: tuple[str, ...] = field(compare=False)

    def __getitem__(self, path: str) -> Value:
        """Return the value of the parameter with a dotted name."""
        return self.values[PLACE[path]]

    def source(self, path: str) -> str:
        """Return where a parameter's value is from."""
        return self.sources[PLACE[path]]

    def for_players(self, path: str, players: int) -> Value:
        """Return a parameter's value, for one player count where it has several."""
        value = self[path]
        if BY_PATH[path].by_count:
            return value[PLAYER_COUNTS.index(players)]
        return value

    def with_overrides(self, texts: Iterable[str]) -> Rules:
        """Return these rules with parameters set by hand.

        ``draw.to=7`` sets every player count, ``draw.to.2=7`` one of them; where both
        are given, the one for a player count stands, in whichever order they come.

        Raises
        ------
        RulesError
            If a text is not ``PARAMETER=VALUE``, names no parameter, has a value that
            is not allowed, or names a parameter that another text named too.
        """
        settings: dict[tuple[str, int], str] = {}
        for text in texts:
            path, equals, value = (part.strip() for part in text.partition("="))
            if not equals:
                example = "PARAMETER=VALUE is wanted, as in draw.to=7"
                raise RulesError(f"{shown(text)} sets no parameter: {example}")
            parameter, count = find_parameter(path)
            if (parameter.path, count or 0) in settings:
                raise RulesError(f"{path} is set twice: give it once")
            settings[parameter.path, count or 0] = value
        changed, names = self, []
        # Count 0 stands for every count, so it sorts before the counts it yields to.
        for (path, number), value in sorted(settings.items()):
            changed = changed._set(path, number or None, value)
            names.append(f"{path}.{number}={value}" if number else f"{path}={value}")
        return replace(changed, name=" ".join([self.name, *names]))

    def _set(self, path: str, count: int | None, text: str) -> Rules:
        value = BY_PATH[path].parse(text, count, self[path])
        old_source = self.source(path)
        source = SET_BY_HAND
        if count is not None and SET_BY_HAND not in old_source:
            source = f"{old_source}, {SET_BY_HAND}"
        return self._replaced(path, value, source)

    def _replaced(self, path: str, value: Value, source: str) -> Rules:
        place = PLACE[path]
        return Rules(
            self.name,
            (*self.values[:place], value, *self.values[place + 1 :]),
            (*self.sources[:place], source, *self.sources[place + 1 :]),
        )

    def arrangement(self, players: int, sides: str | None = None) -> str:
        """Return the sides in play: the ones named, or the rules' first.

        Raises
        ------
        RulesError
            If the rules are not for so many players, if the sides do not fit, or if
            none are named and the rules have none for this count.
        """
        counts = self["players"]
        if type(players) is not int or players not in counts:
            allowed = f"{self.name} is for {listed(counts)} players"
            raise refused("players", players, allowed)
        if sides is not None:
            return check_arrangement("sides", sides, players)
        arrangements = self.for_players("sides", players)
        if not arrangements:
            raise RulesError(
                f"sides.{players} is missing: {self.name} seats no {players} players, "
                f"so name their sides, as in sides.{players}=solo"
            )
        return str(arrangements[0])

    def with_sides(self, players: int, sides: str | None = None) -> Rules:
        """Return these rules with the sides in play listed, first if they were not."""
        arrangement = self.arrangement(players, sides)
        arrangements = self.for_players("sides", players)
        if arrangement in arrangements:
            return self
        place = PLAYER_COUNTS.index(players)
        by_count = list(self["sides"])
        by_count[place] = (arrangement, *arrangements)
        return self._replaced("sides", tuple(by_count), self.source("sides"))

    def at_table(self, players: int, sides: str | None = None) -> TableRules:
        """Return the rules resolved for a player count and its sides, checked.

        Raises
        ------
        RulesError
            If these rules cannot be played so (rules.md section 3).
        """
        n_sides = count_sides(self.arrangement(players, sides), players)
        flat = {path: self.for_players(path, players) for path in BY_PATH}
        return check_table(flat, players, n_sides)

    def as_log(
        self, players: int | None = None, sides: str | None = None
    ) -> dict[str, Any]:
        """Return the nested form of presets.json, as the game log has it.

        With `players` (and `sides`), the sides in play are listed too, as `with_sides`
        does.
        """
        rules = self if players is None else self.with_sides(players, sides)
        nested: dict[str, Any] = {}
        for parameter, value in zip(PARAMETERS, rules.values, strict=True):
            group, _, name = parameter.path.rpartition(".")
            owner = nested.setdefault(group, {}) if group else nested
            owner[name] = parameter.as_json(value)
        return nested

    @classmethod
    def from_log(cls, data: object, name: str = "rules") -> Rules:
        """Return the rules that `as_log` or a house-rules file gives.

        With a key ``"preset"`` the rest may be incomplete: it changes that preset.

        Raises
        ------
        RulesError
            If `data` is not of that shape, or a value is not allowed.
        """
        if not isinstance(data, dict):
            raise refused("the rules", data, "a JSON object")
        given = dict(data)
        base = _base_of(given)
        leaves = _leaves(given)
        values, sources = [], []
        for parameter in PARAMETERS:
            path = parameter.path
            old = base[path] if base else None
            if path in leaves:
                values.append(parameter.read(leaves[path], old))
                sources.append(HOUSE_FILE)
            elif base:
                values.append(old)
                sources.append(base.source(path))
            else:
                raise RulesError(
                    f"{path} is missing: give every parameter, or name the preset that "
                    f'the others are from, as in "preset": "{DEFAULT_PRESET}"'
                )
        return cls(name, tuple(values), tuple(sources))


def preset(name: str) -> Rules:
    """Return a preset.

    Raises
    ------
    RulesError
        If there is none of that name; the message has the nearest.
    """
    if name not in PRESETS:
        raise _no_preset("preset", name)
    return PRESETS[name]


def _no_preset(what: str, name: str) -> RulesError:
    known = f"the presets are {listed(PRESETS, 'and')}{nearest(name, PRESETS)}"
    return RulesError(f"no {what} {shown(name)}: {known}")


def rules_named(text: str, overrides: Iterable[str] = ()) -> Rules:
    """Return the rules that ``--rules`` and ``--set`` ask for.

    Parameters
    ----------
    text
        A preset's name or the path of a JSON file of house rules; a preset goes first.
    overrides
        Texts ``PARAMETER=VALUE``.

    Raises
    ------
    RulesError
        If there are no such rules or they are refused; one line.
    """
    return _preset_or_file(text).with_overrides(overrides)


def _preset_or_file(text: str) -> Rules:
    if text in PRESETS:
        return PRESETS[text]
    if not (text.endswith(".json") or "/" in text or os.path.exists(text)):
        raise _no_preset("preset or file", text)
    check_path(text)
    data = read_object(text)
    try:
        return Rules.from_log(data, text)
    except RulesError as error:
        raise RulesError(f"{text}: {error}") from None


def _base_of(given: dict[str, Any]) -> Rules | None:
    """Take the key ``preset`` out of house rules and return the preset it names."""
    if "preset" not in given:
        return None
    name = given.pop("preset")
    if not isinstance(name, str):
        raise refused("preset", name, listed(PRESETS))
    return preset(name)


def _leaves(nested: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested values by dotted name, all of them names of parameters."""
    leaves: dict[str, Any] = {}
    for key, value in nested.items():
        if key not in GROUPS:
            leaves[key] = value
        elif isinstance(value, dict):
            leaves |= {f"{key}.{name}": entry for name, entry in value.items()}
        else:
            names = [path for path in BY_PATH if path.startswith(f"{key}.")]
            raise refused(key, value, f"an object that holds {listed(names, 'and')}")
    for path in leaves:
        if path in nested and "." in path:
            raise RulesError(
                f"{shown(path)} is not a key: a file of rules is nested, as "
                'in {"draw": {"to": 7}}'
            )
        if path not in BY_PATH:
            raise unknown_parameter(str(path))
    return leaves


def _read_presets() -> dict[str, Rules]:
    text = Path(__file__).with_name("presets.json").read_text("utf-8")
    return {
        name: replace(
            Rules.from_log(nested, name),
            sources=tuple(PRESET_SOURCES[name][path] for path in BY_PATH),
        )
        for name, nested in json.loads(text).items()
    }


PRESETS = _read_presets()
