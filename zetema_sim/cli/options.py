"""The options that commands share: each has one name, one form, one meaning.

A command takes the groups that it needs, and gets each group as one argument::

    @click.command("compare")
    @options.NAMES
    @options.table  # --players --sides --rules --set --strategies --seed
    @options.MATCHES
    @options.working  # --threads --executor --scheduler
    @options.saving  # --out --number --report
    @options.printing  # --json --format
    @options.QUIET
    def compare(names, choices, matches, working, saving, printing, quiet): ...

`choices` is a `seating.TableOptions`, `working` a `work.WorkerOptions`, `saving` a
`Saving`, `printing` a `running.Printing`. All others are single options, for commands
that need fewer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from zetema_sim.answers import DEFAULT_FORM, FORMS

if TYPE_CHECKING:
    _Param = click.ParamType[int]
else:
    _Param = click.ParamType  # it takes no type before click 8.4

# As `setup` has them, which help must not wait for; a test holds them together.
DEFAULT_PRESET = "parlett"
DEFAULT_SEED = 1
MOST_SEED = 2**63 - 1
DEFAULT_MATCHES = 100_000
MOST_MATCHES = 10**12
MOST_THREADS = 1024
DEFAULT_LEVEL = 0.95
EXECUTORS = ("threads", "processes", "dask")

_MOST_DIGITS = 24
_WHOLE = re.compile(r"-?[0-9]+(_[0-9]+)*")


class WholeNumber(_Param):
    """A whole number within bounds, in plain digits; 100_000 is 100000."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number that a text writes out."""
        if isinstance(value, int):
            return value
        if not _WHOLE.fullmatch(value):
            meant = hint(value) or self._allowed()
            self.refuse(f"{_cut(value)} is not a whole number{meant}", param, ctx)
        if len(value) > _MOST_DIGITS:
            self.refuse(f"{_cut(value)} is not allowed{self._allowed()}", param, ctx)
        number = int(value)
        too_small = self.least is not None and number < self.least
        too_large = self.most is not None and number > self.most
        if too_small or too_large:
            self.refuse(f"{number} is not allowed{self._allowed()}", param, ctx)
        return number

    def refuse(
        self, reason: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> NoReturn:
        """Refuse a value with click's own sentence before the reason."""
        self.fail(reason, param, ctx)

    def _allowed(self) -> str:
        if self.least is None or self.most is None:
            return ""
        return f": {self.least} to {self.most}"


class Real(click.FloatRange):
    """A number within bounds; NaN, which no bound keeps out, is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number that a text writes out."""
        number = float(click.FLOAT.convert(value, param, ctx))
        if number != number:
            self.fail(f"{value!r} is not a number", param, ctx)
        is_low = self.min is not None and number < self.min
        is_high = self.max is not None and number > self.max
        is_end = (self.min_open and number == self.min) or (
            self.max_open and number == self.max
        )
        if is_low or is_high or is_end:
            self.fail(
                f"{number:g} is not allowed: {self._describe_range()}", param, ctx
            )
        return number

    def _describe_range(self) -> str:
        """Return the bounds in words and plain digits."""
        low = f"{'above' if self.min_open else 'from'} {_plain(self.min)}"
        high = f"{'below' if self.max_open else 'to'} {_plain(self.max)}"
        words = (
            low if self.min is not None else "",
            high if self.max is not None else "",
        )
        return " ".join(filter(None, words))


def _plain(number: float | None) -> str:
    """Return a number without an exponent."""
    return f"{Decimal(repr(number or 0)):f}"


def _cut(text: str) -> str:
    """Return a text in quotes, cut where it is long."""
    return repr(f"{text[:_MOST_DIGITS]}…" if len(text) > _MOST_DIGITS else text)


def hint(text: str) -> str:
    """Return how to write what was probably meant."""
    plain = text.strip().replace(",", "").replace(" ", "").replace("'", "")
    for letter, zeros in (("k", "e3"), ("m", "e6")):
        plain = re.sub(f"(?i){letter}$", zeros, plain)
    try:
        number = Decimal(plain)
        is_whole = number.is_finite() and number.adjusted() < _MOST_DIGITS
        meant = int(number) if is_whole and number == int(number) else None
    except (InvalidOperation, ValueError):
        meant = None
    return "" if meant is None else f"; write {meant}"


NAMES = click.argument("names", nargs=-1, required=True, metavar="STRATEGY...")

PLAYERS = click.option(
    "--players",
    type=WholeNumber(),
    metavar="N",
    help="How many seats, 2 to 6.  [default: as many as strategies are named]",
)
SIDES = click.option(
    "--sides",
    metavar="NxM",
    help="Sides in play: solo, 2x2, 3x2 or 2x3.  [default: the rules' first]",
)
RULES = click.option(
    "--rules",
    metavar="PRESET|FILE",
    default=DEFAULT_PRESET,
    show_default=True,
    help="The rules: a preset or a JSON file of house rules; see zetema rules.",
)
SET = click.option(
    "--set",
    "overrides",
    multiple=True,
    metavar="PARAM=VALUE",
    help="Change one parameter of the rules; may be given several times.",
)
FOLDERS = click.option(
    "--strategies",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Look up strategies in this folder too; may be given several times.",
)
SEED = click.option(
    "--seed",
    type=WholeNumber(0, MOST_SEED),
    metavar="N",
    default=DEFAULT_SEED,
    show_default=True,
    help="What all chance comes from; the same seed gives the same numbers.",
)
ON_FAULT = click.option(
    "--on-fault",
    type=click.Choice(("stop", "forfeit")),
    default="stop",
    show_default=True,
    help="When a strategy fails: stop the run, or count the match as lost by its side "
    "and show how often that was.",
)
MATCHES = click.option(
    "--matches",
    type=WholeNumber(1, MOST_MATCHES),
    metavar="N",
    default=DEFAULT_MATCHES,
    show_default=True,
    help="How many matches to play, rounded up to whole cycles of seatings.",
)
PRECISION = click.option(
    "--precision",
    type=Real(1e-6, 1),
    metavar="P",
    help="Stop when every win share is known to ± P (0.005 is half a win of 100); "
    "--matches is then the most that is played.",
)
UNTIL_DECIDED = click.option(
    "--until-decided",
    is_flag=True,
    help="Stop when every pair is decided; --matches is then the most that is played.",
)
MARGIN = click.option(
    "--margin",
    type=Real(1e-6, 1),
    metavar="M",
    help="Call two equal, which decides them too, when their difference is known to be "
    "less than M (0.005 is half a win of 100).",
)
THREADS = click.option(
    "--threads",
    type=WholeNumber(1, MOST_THREADS),
    metavar="N",
    help="How many threads play; it changes no number.  [default: all cores]",
)
WORKERS = click.option(
    "--threads",
    type=WholeNumber(1, MOST_THREADS),
    metavar="N",
    help="How many threads play, or processes of --executor; it changes no number.  "
    "[default: all cores]",
)
EXECUTOR = click.option(
    "--executor",
    type=click.Choice(EXECUTORS),
    help="What plays: threads of this process, so many child processes, or a Dask "
    "cluster; it changes no number.  [default: threads, or processes where a strategy "
    "has not been checked]",
)
SCHEDULER = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Where Dask's scheduler is, as in tcp://host:8786.  [default: a cluster of "
    "--threads processes on this machine]",
)
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the run into this folder, which must not hold one yet.",
)
NUMBER = click.option(
    "--number",
    is_flag=True,
    help="Where --out exists, write into the next free name: NAME-2, NAME-3, …; or go "
    "on with the newest of them that holds this run unfinished.",
)
REPORT = click.option(
    "--report/--no-report",
    default=None,
    help="Draw charts and a page into --out, which takes some seconds.  "
    "[default: report]",
)
LEVEL = click.option(
    "--level",
    type=Real(0.5, 0.9999),
    metavar="L",
    default=DEFAULT_LEVEL,
    show_default=True,
    help="The level of the intervals that are shown; those of --json are at 0.95.",
)
JSON = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
)
QUIET = click.option(
    "--quiet", is_flag=True, help="Print the result alone: no plan and no progress."
)

_SEATING = "zetema_sim.playing.seating"
_TABLE = {
    "players": PLAYERS,
    "sides": SIDES,
    "rules": RULES,
    "overrides": SET,
    "folders": FOLDERS,
    "seed": SEED,
}
_PLAYED = {**_TABLE, "on_fault": ON_FAULT}
_PRINTING = {
    "as_json": JSON,
    "form": click.option(
        "--format",
        "form",
        type=click.Choice([*FORMS]),
        default=DEFAULT_FORM,
        show_default=True,
        help="How the answer is printed.",
    ),
}
_SAVING = {"out": OUT, "number": NUMBER, "report": REPORT}
_WORKING = {"threads": WORKERS, "executor": EXECUTOR, "scheduler": SCHEDULER}


def table(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of the table, as one argument `choices`."""
    return _grouped(command, _TABLE, "choices", _SEATING, "TableOptions")


def played_table(command: Callable[..., Any]) -> Callable[..., Any]:
    """Do as `table`, with what a fault does as well."""
    return _grouped(command, _PLAYED, "choices", _SEATING, "TableOptions")


def printing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of how its answer is printed, as one, `printing`."""
    module = "zetema_sim.cli.experiment_command"
    return _grouped(command, _PRINTING, "printing", module, "Printing")


def saving(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of where its run goes, as one argument `saving`."""
    return _grouped(command, _SAVING, "saving", "zetema_sim.cli.saving", "Saving")


def working(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of who plays, as one argument `working`."""
    return _grouped(command, _WORKING, "working", "zetema_sim.work", "WorkerOptions")


def _grouped(
    command: Callable[..., Any],
    options: Mapping[str, Callable[..., Any]],
    argument: str,
    module: str,
    kind: str,
) -> Callable[..., Any]:
    """Return a command with some options, shown in that order, as one argument.

    The module of its kind is imported when the command runs: help must not wait for it.
    """

    @wraps(command)
    def with_group(**arguments: Any) -> Any:
        make = getattr(import_module(module), kind)
        group = make(**{name: arguments.pop(name) for name in options})
        return command(**{argument: group}, **arguments)

    decorated: Callable[..., Any] = with_group
    for option in reversed([*options.values()]):
        decorated = option(decorated)
    return decorated
