"""Which strategies there are, and how a name on the command line becomes one.

Names are looked up in this order: shipped, the folders given with ``--strategies``,
then as a path to a ``.py`` file. Behind a name may stand settings, before it a label:
``marriage-hoarder:wait_for=4``, ``mine=~/ideas/feed.py``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from zetema_sim.places import shipped_strategies
from zetema_sim.strategy_file import StrategyFile, read_strategy
from zetema_sim.strategy_parcel import Parcel
from zetema_sim.view import MAX_SETTINGS


class RosterError(ValueError):
    """A name, setting or folder that does not lead to a strategy."""


class Settings:
    """A strategy's settings as plain code reads them: by name or by place."""

    __slots__ = ("_names", "_values")

    _names: tuple[str, ...]
    _values: tuple[int, ...]

    def __init__(self, names: Sequence[str], values: Sequence[int]) -> None:
        object.__setattr__(self, "_names", tuple(names))
        object.__setattr__(self, "_values", tuple(values))

    def __getattr__(self, name: str) -> int:
        """Return the setting of that name."""
        try:
            value: int = self._values[self._names.index(name)]
        except ValueError:
            raise AttributeError(f"no setting {name!r}") from None
        return value

    def __getitem__(self, place: int | str) -> int:
        """Return the setting of a name, or at a place as compiled code has them.

        Of its `MAX_SETTINGS` places those without a setting hold 0.
        """
        if isinstance(place, str):
            return self.__getattr__(place)
        place = range(MAX_SETTINGS)[place]
        return self._values[place] if place < len(self._values) else 0

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: settings are given from outside."""
        raise AttributeError("a strategy cannot change its settings")


@dataclass(frozen=True)
class Strategy:
    """A strategy file with its settings: what decides for a seat.

    `name` can be pasted back into a command. Two strategies are the same if name,
    settings and source are.
    """

    file: StrategyFile
    base: str  # shipped name, path or label=path, as given
    changed: tuple[tuple[str, int], ...] = ()  # settings that differ from the default

    @property
    def name(self) -> str:
        """The name in tables, JSON and logs."""
        settings = ",".join(f"{name}={value}" for name, value in self.changed)
        return f"{self.base}:{settings}" if settings else self.base

    @property
    def source_hash(self) -> str:
        """The hash of all source that its decisions depend on."""
        return self.file.source_hash

    @property
    def settings(self) -> dict[str, int]:
        """Every setting's value, by name."""
        values = {name: numbers[0] for name, numbers in self.file.settings.items()}
        return values | dict(self.changed)

    @property
    def order(self) -> tuple[Any, ...]:
        """What strategies are put into canonical order by (design.md section 7)."""
        return (self.base, self.changed, self.source_hash)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by sources and hash (`strategy_parcel`)."""
        return _arrived, (self._parcel, self.base, self.changed)

    @cached_property
    def _parcel(self) -> Parcel:
        return Parcel.of(self.file)

    def plain_settings(self) -> Settings:
        """Return the settings for plain code."""
        return Settings(list(self.settings), list(self.settings.values()))

    def __hash__(self) -> int:
        """Return a hash of name, settings and source."""
        return hash(self.order)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same strategy."""
        return isinstance(other, Strategy) and self.order == other.order


def _arrived(
    parcel: Parcel, base: str, changed: tuple[tuple[str, int], ...]
) -> Strategy:
    """Return a strategy that was sent from elsewhere."""
    return Strategy(parcel.file(), base, changed)


def folder_names(folder: Path) -> dict[str, Path]:
    """Return the strategies of a folder: name to file, sorted by name."""
    return {
        path.stem.replace("_", "-"): path
        for path in sorted(folder.glob("*.py"))
        if not path.name.startswith("_")
    }


@cache
def shipped_names() -> dict[str, Path]:
    """Return the shipped strategies: name to file, sorted by name."""
    return folder_names(shipped_strategies())


def load(text: str, folders: Iterable[Path] = ()) -> Strategy:
    """Return the strategy that a name, path or label with settings names.

    Raises
    ------
    RosterError
        If nothing has that name, or a setting is unknown or out of range.
    StrategyError
        If the file cannot be used.
    """
    base, settings = _split(text)
    file = _read(_find(base, folders))
    return Strategy(file, base, _parse_settings(file, base, settings))


def load_all(texts: Iterable[str], folders: Sequence[Path] = ()) -> list[Strategy]:
    """Return the strategies that several texts name, in the order given.

    Raises
    ------
    RosterError
        As `load`, and if two different files have one name.
    """
    strategies = [load(text, folders) for text in texts]
    named: dict[str, Strategy] = {}
    for strategy in strategies:
        label = _label(strategy)
        other = named.setdefault(label, strategy)
        if other.file.path.resolve() != strategy.file.path.resolve():
            raise RosterError(
                f"{other.base!r} and {strategy.base!r} are two files of one name; "
                f"give one a label, as in other={strategy.file.path}"
            )
    return strategies


def _label(strategy: Strategy) -> str:
    label, equals, _ = strategy.base.partition("=")
    return label if equals and "/" not in label else strategy.file.stem


@cache
def _read(path: Path) -> StrategyFile:
    return read_strategy(path)


def _split(text: str) -> tuple[str, str]:
    """Return base and settings of a text: the settings follow a colon."""
    end = text.find(".py")
    colon = text.find(":", end if end >= 0 else 0)
    if colon < 0:
        return text, ""
    if colon == len(text) - 1:
        raise RosterError(f"{text!r} ends in a colon; settings are name=value,…")
    return text[:colon], text[colon + 1 :]


def _find(base: str, folders: Iterable[Path]) -> Path:
    label, equals, place = base.partition("=")
    if equals and "/" not in label:
        if not label or not place.endswith(".py"):
            raise RosterError(f"{base!r}: a label stands before a path, label=path.py")
        return _path(place)
    known: dict[str, Path] = {}
    for folder in reversed(list(folders)):
        if not folder.is_dir():
            raise RosterError(f"--strategies {folder} is no folder")
        known |= folder_names(folder)
    known |= shipped_names()
    if base in known:
        return known[base]
    if base.endswith(".py"):
        return _path(base)
    raise RosterError(_unknown(base, known))


def _path(place: str) -> Path:
    path = Path(place).expanduser()
    if not path.is_file():
        raise RosterError(f"there is no strategy file {place}")
    return path


def _unknown(base: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = difflib.get_close_matches(base.replace("_", "-"), names, n=3, cutoff=0.5)
    if near:
        return f"no strategy {base!r}; did you mean {' or '.join(near)}?"
    return (
        f"no strategy {base!r}; there are {', '.join(names)}, or a path to a .py file"
    )


def _parse_settings(
    file: StrategyFile, base: str, text: str
) -> tuple[tuple[str, int], ...]:
    """Return the settings of a text that differ from the file's defaults, sorted."""
    given = dict(_each_setting(file, base, text)) if text else {}
    defaults = {name: numbers[0] for name, numbers in file.settings.items()}
    return tuple(
        sorted((n, value) for n, value in given.items() if value != defaults[n])
    )


def _each_setting(
    file: StrategyFile, base: str, text: str
) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise RosterError(f"{base}: {part!r} is no setting; write name=value")
        if name not in file.settings:
            known = ", ".join(file.settings) or "none"
            near = difflib.get_close_matches(name, file.settings, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; it has {known}"
            raise RosterError(f"{base} has no setting {name!r}{hint}")
        if name in seen:
            raise RosterError(f"{base}: setting {name} is given twice")
        seen.add(name)
        _, least, most = file.settings[name]
        if not value.removeprefix("-").isdecimal() or not value.isascii():
            raise RosterError(f"{base}: {name}={value} is no whole number")
        if not least <= int(value) <= most:
            raise RosterError(
                f"{base}: {name}={value} is out of range; {least} to {most} is allowed"
            )
        yield name, int(value)
