"""What ``--vary X=VALUES`` means: a setting or a parameter, and its values.

X is ``STRATEGY:SETTING``, the plain name of a setting that one of the strategies
named has, or a parameter of the rules as ``--set`` takes it. VALUES are numbers and
ranges (``1..5``, ``0..50..10``) or words, parted by commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from zetema_sim.common.wording import nearest
from zetema_sim.playing.seating import Setup, TableOptions, set_up
from zetema_sim.roster.lookup import Strategy, load, load_all
from zetema_sim.rules.parameters import BY_PATH, find_parameter

MOST_POINTS = 50  # of a sweep: all pairs of them are compared
MOST_VARIED = 2

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?")
_NUMBER = re.compile("-?[0-9]{1,9}")
_LISTS = ("players", "sides", "marriage.base")  # whose own values have commas


class VaryError(ValueError):
    """A text of ``--vary`` that cannot be followed; one line for the user."""


@dataclass(frozen=True)
class Varied:
    """A setting or parameter and the values that it takes.

    Attributes
    ----------
    name
        As it is shown and stands in tables: ``marriage-hoarder:wait_for``,
        ``sequence.points``.
    place
        Of the strategy among those named, None for a parameter of the rules.
    key
        The setting, or the parameter's path.
    values
        As texts, in the order given.
    """

    name: str
    place: int | None
    key: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Point:
    """A combination of values and what is played there."""

    values: tuple[str, ...]
    setup: Setup
    focus: int  # the place of the strategy in question in `setup.run.strategies`


@dataclass(frozen=True)
class SweepPlan:
    """All that a sweep plays.

    Attributes
    ----------
    names
        The strategies as named.
    focus
        The name of the strategy whose share is in question, without what varies.
    varied
        One or two.
    points
        Every combination of values, the last varied fastest.
    base
        The setup with nothing varied.
    """

    names: tuple[str, ...]
    focus: str
    varied: tuple[Varied, ...]
    points: tuple[Point, ...]
    base: Setup

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies of all points, each once."""
        runs = [point.setup.run for point in self.points]
        return tuple(dict.fromkeys(each for run in runs for each in run.strategies))


def plan_of(
    names: Sequence[str], choices: TableOptions, texts: Sequence[str], matches: int
) -> SweepPlan:
    """Return what a sweep plays.

    Parameters
    ----------
    names
        Strategies as the command line has them.
    choices
        The table, the rules and the seed.
    texts
        One or two of ``X=VALUES``.
    matches
        At each point, as `set_up` takes them.

    Raises
    ------
    ValueError
        If something does not fit; one line for the user.
    """
    if not 1 <= len(texts) <= MOST_VARIED:
        raise VaryError(f"--vary is given once or twice, not {len(texts)} times")
    strategies = load_all(names, choices.folders)
    base = set_up(names, choices, matches)
    varied = tuple(_varied(text, strategies, choices.folders) for text in texts)
    if len({each.name for each in varied}) < len(varied):
        raise VaryError(f"--vary: {varied[0].name} is varied twice; name it once")
    _check_overrides(varied, choices)
    combinations = list(product(*(each.values for each in varied)))
    if len(combinations) > MOST_POINTS:
        raise VaryError(
            f"--vary asks for {len(combinations)} points; at most {MOST_POINTS} are "
            "played at once: take fewer values, or steps as in 0..50..10"
        )
    place = next((each.place for each in varied if each.place is not None), 0)
    points = tuple(
        _point(strategies, choices, matches, varied, values, place)
        for values in combinations
    )
    return SweepPlan(tuple(names), strategies[place].name, varied, points, base)


def _check_overrides(varied: Sequence[Varied], choices: TableOptions) -> None:
    """Refuse a parameter that --set fixes and --vary varies."""
    fixed = {text.partition("=")[0].strip() for text in choices.overrides}
    for each in varied:
        if each.place is None and each.key in fixed:
            raise VaryError(f"{each.key} is set by --set and varied by --vary")


def _point(
    strategies: Sequence[Strategy],
    choices: TableOptions,
    matches: int,
    varied: Sequence[Varied],
    values: tuple[str, ...],
    place: int,
) -> Point:
    overrides = list(choices.overrides)
    settings: dict[int, dict[str, str]] = {}
    for each, value in zip(varied, values, strict=True):
        if each.place is None:
            overrides.append(f"{each.key}={value}")
        else:
            settings.setdefault(each.place, {})[each.key] = value
    names = [
        with_settings(strategy, settings.get(number, {}))
        for number, strategy in enumerate(strategies)
    ]
    at_point = replace(choices, overrides=tuple(overrides))
    try:
        setup = set_up(names, at_point, matches)
    except ValueError as error:
        shown = ", ".join(
            f"{each.name}={value}" for each, value in zip(varied, values, strict=True)
        )
        raise VaryError(f"--vary {shown}: {error}") from None
    focus = load(names[place], choices.folders)
    return Point(values, setup, setup.run.strategies.index(focus))


def with_settings(strategy: Strategy, changes: dict[str, str]) -> str:
    """Return the name of a strategy with some settings changed."""
    settings = {name: str(value) for name, value in strategy.changed} | changes
    text = ",".join(f"{name}={value}" for name, value in settings.items())
    return f"{strategy.base}:{text}" if text else strategy.base


def _varied(
    text: str, strategies: Sequence[Strategy], folders: Sequence[Path]
) -> Varied:
    target, equals, listed = text.rpartition("=")
    target = target.strip()
    if not equals or not target:
        raise VaryError(
            f"--vary {text!r} varies nothing; write X=VALUES, as in "
            "marriage-hoarder:wait_for=1..5 or sequence.points=10,20"
        )
    values = tuple(_values(target, listed))
    named, colon, setting = target.rpartition(":")
    if colon:
        return _of_strategy(named, setting, values, strategies, folders)
    if target in BY_PATH or "." in target:
        return _of_rules(target, values)
    return _of_setting(target, values, strategies)


def _of_rules(path: str, values: tuple[str, ...]) -> Varied:
    parameter, _ = find_parameter(path)
    if parameter.path in _LISTS:
        raise VaryError(
            f"--vary: {parameter.path} takes a list itself, so it cannot be varied; "
            "compare with --set"
        )
    return Varied(path, None, path, values)


def _of_strategy(
    named: str,
    setting: str,
    values: tuple[str, ...],
    strategies: Sequence[Strategy],
    folders: Sequence[Path],
) -> Varied:
    for place, strategy in enumerate(strategies):
        if named in (strategy.base, strategy.name):
            return _setting_of(place, strategy, setting, values)
    load(named, folders)  # a name that nothing has is refused with what is near
    played = ", ".join(strategy.name for strategy in strategies)
    raise VaryError(f"--vary: {named} does not play here; these do: {played}")


def _of_setting(
    setting: str, values: tuple[str, ...], strategies: Sequence[Strategy]
) -> Varied:
    having = {
        strategy.name: place
        for place, strategy in reversed(list(enumerate(strategies)))
        if setting in strategy.file.settings
    }
    if len(having) > 1:
        told = " or ".join(f"{name}:{setting}" for name in sorted(having))
        raise VaryError(f"--vary {setting}: several strategies have it; write {told}")
    if not having:
        known = {name for strategy in strategies for name in strategy.file.settings}
        hint = nearest(setting, [*sorted(known), *BY_PATH])
        told = ", ".join(sorted(known)) or "none"
        raise VaryError(
            f"--vary {setting}: no strategy that plays has such a setting and the "
            f"rules no such parameter{hint or f'; the settings are {told}'}"
        )
    ((_, place),) = having.items()
    return _setting_of(place, strategies[place], setting, values)


def _setting_of(
    place: int, strategy: Strategy, setting: str, values: tuple[str, ...]
) -> Varied:
    if setting not in strategy.file.settings:
        known = ", ".join(strategy.file.settings) or "none"
        hint = nearest(setting, strategy.file.settings) or f"; it has {known}"
        raise VaryError(f"--vary: {strategy.name} has no setting {setting!r}{hint}")
    return Varied(f"{strategy.base}:{setting}", place, setting, values)


def _values(target: str, listed: str) -> Iterator[str]:
    """Yield the values of a list of values and ranges, each once."""
    seen: set[str] = set()
    for part in listed.split(","):
        for value in _part(target, part.strip()):
            if value in seen:
                raise VaryError(f"--vary {target}: {value} is given twice")
            seen.add(value)
            yield value


def _part(target: str, part: str) -> Iterator[str]:
    if not part:
        raise VaryError(f"--vary {target}: a value is missing")
    if ".." not in part:
        yield str(int(part)) if _NUMBER.fullmatch(part) else part
        return
    found = _RANGE.fullmatch(part)
    if found is None:
        raise VaryError(
            f"--vary {target}: {part!r} is not a range; write 1..5, or 0..50..10 for "
            "steps of 10"
        )
    first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if step == 0 or first > last:
        raise VaryError(f"--vary {target}: the range {part} is empty")
    if (last - first) // step >= MOST_POINTS:
        raise VaryError(
            f"--vary {target}: {part} has {(last - first) // step + 1} values; at most "
            f"{MOST_POINTS} points are played at once"
        )
    yield from map(str, range(first, last + 1, step))
