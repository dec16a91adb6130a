"""Which strategies there are, and how a name on the command line becomes one.

Names are looked up in this order: shipped, the folders given with ``--strategies``,
then as a path to a ``.py`` file; a name that stands for two files is refused. Behind a
name may stand settings, before a path a label: ``marriage-hoarder:wait_for=4``,
``mine=~/ideas/feed.py``.

What a strategy is, and so where it stands in a line-up and which luck it meets, goes by
the file's own name, the settings and the source; the path and the label are for
people. So neither another spelling of a path nor a moved file changes a number.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from zetema_sim.common.names import as_path, called, check_name, check_path, shown
from zetema_sim.common.paths import shipped_strategies
from zetema_sim.common.wording import nearest
from zetema_sim.roster.file import StrategyFile, read_strategy
from zetema_sim.roster.parcel import Parcel
from zetema_sim.roster.search_file import NAME as SEARCH
from zetema_sim.roster.search_file import POLICY, SearchFile, search_file
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

    `name` can be pasted back into a command. Two strategies are the same if the file's
    own name, settings and source are.
    """

    file: StrategyFile | SearchFile
    base: str  # shipped name, path or label=path, as given
    changed: tuple[tuple[str, int], ...] = ()  # settings that differ from the default

    @property
    def name(self) -> str:
        """The name in tables, JSON and logs."""
        return self._with_settings(self.base)

    @property
    def key(self) -> str:
        """What luck is drawn by: as `name`, but of the file alone, wherever it is.

        The source has no part in it, so that an edited file meets the same luck.
        """
        return self._with_settings(self.file.stem)

    def _with_settings(self, base: str) -> str:
        told = [*self.changed, *self.file.words.items()]
        settings = ",".join(f"{name}={value}" for name, value in told)
        return f"{base}:{settings}" if settings else base

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
        return (self.file.stem, self.changed, self.source_hash)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by sources and hash (`strategy_parcel`)."""
        if isinstance(self.file, SearchFile):
            return Strategy, (self.file, self.base, self.changed)
        return _arrived, (self._parcel, self.base, self.changed)

    @cached_property
    def _parcel(self) -> Parcel:
        assert isinstance(self.file, StrategyFile)
        return Parcel.of(self.file)

    def plain_settings(self) -> Settings:
        """Return the settings for plain code."""
        return Settings(list(self.settings), list(self.settings.values()))

    def __hash__(self) -> int:
        """Return a hash of the file's name, settings and source."""
        return hash(self.order)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same strategy."""
        return isinstance(other, Strategy) and self.order == other.order


def _arrived(
    parcel: Parcel, base: str, changed: tuple[tuple[str, int], ...]
) -> Strategy:
    """Return a strategy that was sent from elsewhere."""
    return Strategy(parcel.file(), base, changed)


def files_of(folder: Path) -> list[tuple[str, Path]]:
    """Return the strategies of a folder, names and files, sorted by file.

    Helper files, whose names begin with _, and tests, as pytest finds them, are none.
    """
    return [
        (path.stem.replace("_", "-"), path)
        for path in sorted(folder.glob("*.py"))
        if not path.name.startswith(("_", "test_")) and path.name != "conftest.py"
    ]


@cache
def shipped_names() -> dict[str, Path]:
    """Return the shipped strategies: name to file, sorted by name."""
    return dict(sorted(files_of(shipped_strategies())))


def known_files(folders: Iterable[Path] = ()) -> dict[str, list[Path]]:
    """Return what each name stands for: the shipped file, and those of the folders.

    Raises
    ------
    RosterError
        If one of the folders is none.
    """
    known = {name: [path] for name, path in shipped_names().items()}
    for folder in folders:
        if not folder.is_dir():
            raise RosterError(f"--strategies {folder} is not a folder")
        for name, path in files_of(folder):
            paths = known.setdefault(name, [])
            if path.resolve() not in [other.resolve() for other in paths]:
                paths.append(path)
    return known


def load(text: str | Path, folders: Iterable[Path] = ()) -> Strategy:
    """Return the strategy that a name, path or label with settings names.

    Raises
    ------
    ValueError
        If nothing has that name or two files do, it cannot be shown everywhere
        (`names`), or a setting is unknown or out of range.
    StrategyError
        If the file cannot be used.
    """
    base, settings = _split(str(text))
    if base == SEARCH and base not in known_files(folders):
        return _search(settings)
    _check_is_one(base, folders)
    path = _find(base, folders)
    check_file_name(path)
    file = read_strategy(path)
    return Strategy(file, base, _parse_settings(file, base, settings))


def _search(settings: str) -> Strategy:
    """Return search with its settings, of which one is a word: the policy's name."""
    others, policy = [], POLICY
    for part in settings.split(",") if settings else []:
        name, equals, value = part.partition("=")
        if name.strip() == "policy" and equals:
            policy = _policy(value.strip())
        else:
            others.append(part)
    file = search_file(policy)
    return Strategy(file, SEARCH, _parse_settings(file, SEARCH, ",".join(others)))


def _policy(name: str) -> str:
    """Return a policy's name: a shipped strategy's."""
    names = shipped_names()
    if name not in names:
        raise RosterError(
            f"{SEARCH}: policy={name} is no shipped strategy{nearest(name, names)}"
        )
    return name


def load_all(texts: Iterable[str], folders: Sequence[Path] = ()) -> list[Strategy]:
    """Return the strategies that several texts name, in the order given.

    One that is named by several spellings of its path gets the shortest for its name.

    Raises
    ------
    ValueError
        As `load`, and if two different files have one name, or one strategy has two.
    """
    strategies = [load(text, folders) for text in texts]
    files: dict[str, Strategy] = {}
    spelled: dict[Strategy, Strategy] = {}
    for strategy in strategies:
        other = files.setdefault(called(strategy.base), strategy)
        if other.file.path.resolve() != strategy.file.path.resolve():
            raise RosterError(
                f"{other.base!r} and {strategy.base!r} are two files of one name; "
                f"give one a label, as in other={strategy.file.path}"
            )
        known = spelled.setdefault(strategy, strategy)
        if called(known.base) != called(strategy.base):
            raise RosterError(
                f"{known.name!r} and {strategy.name!r} are one strategy: a file of the "
                "same name and source, with the same settings; give it one name"
            )
        spelled[strategy] = min(known, strategy, key=lambda s: (len(s.base), s.base))
    return [spelled[strategy] for strategy in strategies]


def check_file_name(path: Path) -> None:
    """Refuse a strategy file whose name cannot be shown everywhere.

    Raises
    ------
    NamesError
        With what is allowed.
    """
    check_name(path.stem, "a strategy file is named", "rename it, as in {}.py")


def _split(text: str) -> tuple[str, str]:
    """Return base and settings of a text: the settings follow a colon."""
    path = as_path(text)
    if path is not None:
        settings = path.settings
        base = text if settings is None else text[: -len(settings) - 1]
    else:
        base, colon, after = text.partition(":")
        settings = after if colon else None
    if settings == "":
        raise RosterError(f"{shown(text)} ends in a colon; settings are name=value,…")
    return base, settings or ""


def _check_is_one(base: str, folders: Iterable[Path]) -> None:
    """Refuse names in one word, with commas between them; settings stand behind `:`."""
    parts = [part.strip() for part in base.split(",") if part.strip()]
    if "," not in base or "/" in base or Path(base).is_file():
        return
    known = known_files(folders)
    near = [(difflib.get_close_matches(part, known, 1) or [part])[0] for part in parts]
    raise RosterError(
        f"{shown(base)} has commas: names are words of their own, as in "
        f"{' '.join(near)}; in Python they are a list"
    )


def _find(base: str, folders: Iterable[Path]) -> Path:
    check_path(base)
    known = known_files(folders)
    if base in known:
        if len(known[base]) > 1:
            told = " and ".join(map(str, known[base]))
            raise RosterError(
                f"{base!r} stands for several files: {told}; name the one that you "
                "mean by its path"
            )
        return known[base][0]
    path = as_path(base)
    label, equals, _ = base.partition("=")
    if path is None and equals and "/" not in label:
        raise RosterError(f"{shown(base)}: a label stands before a path, label=path.py")
    if path is None:
        raise RosterError(_unknown(base, known))
    if path.label is not None:
        check_name(path.label, "the label", "write another, as in {}=" + path.path)
        check_path(path.path)
    return _path(path.path)


def _path(place: str) -> Path:
    beside: list[str] = []
    try:
        path = Path(place).expanduser()
        if path.is_file():
            return path
        beside = sorted(each.name for each in path.parent.glob("*.py"))
    except (OSError, RuntimeError):  # a part is too long, or not to be read; ~nobody
        pass
    near = difflib.get_close_matches(Path(place).name, beside, n=1)
    near = [str(Path(place).with_name(name)) for name in near]
    hint = f"; did you mean {near[0]}?" if near else ""
    raise RosterError(f"there is no strategy file {place}{hint}")


def _unknown(base: str, known: Iterable[str]) -> str:
    try:
        if Path(f"{base}.py").is_file():
            return f"no strategy {shown(base)}; write {base}.py for the file"
        if Path(base).is_file():
            return (
                f"{shown(base)} is not a strategy file: such a file's name ends in .py"
            )
    except OSError:  # no path at all
        pass
    names = [] if "/" in base else sorted(known)
    near = difflib.get_close_matches(base.replace("_", "-"), names, n=3, cutoff=0.5)
    if near:
        return f"no strategy {shown(base)}; did you mean {' or '.join(near)}?"
    there = ", ".join(sorted(known))
    return f"no strategy {shown(base)}; there are {there}, or a path to a .py file"


def _parse_settings(
    file: StrategyFile | SearchFile, base: str, text: str
) -> tuple[tuple[str, int], ...]:
    """Return the settings of a text that differ from the file's defaults, sorted."""
    given = dict(_each_setting(file, base, text)) if text else {}
    defaults = {name: numbers[0] for name, numbers in file.settings.items()}
    return tuple(
        sorted((n, value) for n, value in given.items() if value != defaults[n])
    )


def _each_setting(
    file: StrategyFile | SearchFile, base: str, text: str
) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise RosterError(f"{base}: {part!r} is not a setting; write name=value")
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
            allowed = f"; {least} to {most} is allowed"
            raise RosterError(f"{base}: {name}={value} is not a whole number{allowed}")
        if not least <= int(value) <= most:
            raise RosterError(
                f"{base}: {name}={value} is out of range; {least} to {most} is allowed"
            )
        yield name, int(value)
