"""The experiments as functions: what the commands answer, as tidy pandas frames.

The arguments have the names of the commands' options, and the same defaults::

    from zetema_sim.api import compare

    answer = compare("greedy", "marriage-hoarder", matches=20_000, seed=7)
    print(answer.verdict)
    print(answer["win_shares"])

The frames are the tables that ``--out`` writes (docs/results.md), the same rows and
columns; `Answer.json` is what ``--json`` prints (docs/json.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zetema_sim.cli.api_arguments import checked
from zetema_sim.playing.seating import DEFAULT_SEED, STOP, TableOptions

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_RULES = TableOptions.rules


class Answer(Mapping[str, "pd.DataFrame"]):
    """The tables of an answer by name, its verdict, and all of it as JSON has it."""

    def __init__(self, tables: dict[str, pd.DataFrame], json: dict[str, Any]) -> None:
        self._tables = tables
        self.json = json

    @property
    def verdict(self) -> str:
        """The sentence in plain words."""
        return str(self.json["verdict"])

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Return a table."""
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the tables."""
        return iter(self._tables)

    def __len__(self) -> int:
        """Return how many tables there are."""
        return len(self._tables)

    def __repr__(self) -> str:
        """Return the verdict and which tables there are."""
        return f"<{self.verdict} Tables: {', '.join(self)}>"


@checked
def compare(
    *names: str,
    players: int | None = None,
    sides: str | None = None,
    rules: str = DEFAULT_RULES,
    set: Iterable[str] = (),
    strategies: Iterable[str | Path] = (),
    seed: int = DEFAULT_SEED,
    matches: int = 100_000,
    precision: float | None = None,
    until_decided: bool = False,
    margin: float | None = None,
    level: float = 0.95,
    on_fault: str = STOP,
    threads: int | None = None,
    executor: str | None = None,
    scheduler: str | None = None,
) -> Answer:
    """Play strategies against each other, as ``zetema compare`` does.

    Parameters
    ----------
    *names
        Strategies: shipped names, paths, either with settings.
    players, sides, rules, set, strategies, seed
        The table, as the options say: `set` has texts ``"draw.to=7"``, `strategies`
        folders in which names are looked up too.
    matches
        How many are played; the most, where `precision` or `until_decided` may end
        the run.
    precision, until_decided
        Stop when every share is known to ± that, when every pair is decided.
    margin
        Two that are known to differ by less are equal, which decides them too.
    level
        Of the intervals.
    on_fault
        Whether a strategy's fault is to ``"stop"`` the run or ``"forfeit"`` the match.
    threads, executor, scheduler
        Who plays, as the options say.

    Raises
    ------
    ValueError
        If what is asked for does not go together.
    StrategyFault
        If a strategy raises an error or answers what is not allowed, unless it is to
        forfeit its match.
    """
    return _answer("compare", locals())


@checked
def tournament(
    *names: str,
    players: int | None = None,
    sides: str | None = None,
    rules: str = DEFAULT_RULES,
    set: Iterable[str] = (),
    strategies: Iterable[str | Path] = (),
    seed: int = DEFAULT_SEED,
    matches: int = 200_000,
    precision: float | None = None,
    until_decided: bool = False,
    margin: float | None = None,
    all_lineups: bool = False,
    fresh: bool = False,
    level: float = 0.95,
    on_fault: str = STOP,
    threads: int | None = None,
    executor: str | None = None,
    scheduler: str | None = None,
) -> Answer:
    """Play all line-ups of a field, as ``zetema tournament`` does.

    Parameters
    ----------
    *names
        Strategies; every shipped one if there is none.
    players, sides, rules, set, strategies, seed
        As for `compare`; 2 players by default.
    matches
        How many are played, in whole rounds.
    precision, until_decided, margin
        As for `compare`; what is decided are the shares against the field.
    all_lineups
        Play all with 4 players and more.
    fresh
        Play line-ups again that an earlier tournament has played.
    level
        Of the intervals.
    on_fault
        Whether a strategy's fault is to ``"stop"`` the run or ``"forfeit"`` the match.
    threads, executor, scheduler
        Who plays, as the options say.

    Raises
    ------
    ValueError
        If what is asked for does not go together.
    StrategyFault
        If a strategy raises an error or answers what is not allowed, unless it is to
        forfeit its match.
    """
    return _answer("tournament", locals())


@checked
def sweep(
    *names: str,
    vary: Iterable[str],
    players: int | None = None,
    sides: str | None = None,
    rules: str = DEFAULT_RULES,
    set: Iterable[str] = (),
    strategies: Iterable[str | Path] = (),
    seed: int = DEFAULT_SEED,
    matches: int = 20_000,
    level: float = 0.95,
    on_fault: str = STOP,
    threads: int | None = None,
    executor: str | None = None,
    scheduler: str | None = None,
) -> Answer:
    """Vary a setting or a rule, as ``zetema sweep`` does.

    Parameters
    ----------
    *names
        Strategies, seated as `compare` seats them.
    vary
        One or two texts ``"wait_for=1..5"`` or ``"sequence.points=10,20"``.
    players, sides, rules, set, strategies, seed
        As for `compare`.
    matches
        How many are played at each point.
    level
        Of the intervals.
    on_fault
        Whether a strategy's fault is to ``"stop"`` the run or ``"forfeit"`` the match.
    threads, executor, scheduler
        Who plays, as the options say.

    Raises
    ------
    ValueError
        If what is asked for does not go together.
    StrategyFault
        If a strategy raises an error or answers what is not allowed, unless it is to
        forfeit its match.
    """
    return _answer("sweep", locals())


@checked
def verdict(
    name: str,
    *,
    field: Sequence[str] = (),
    players: Sequence[int] = (2, 3, 4),
    rules: Sequence[str] = (),
    set: Sequence[str] = (),
    ablate: Sequence[str] = (),
    strategies: Iterable[str | Path] = (),
    seed: int = DEFAULT_SEED,
    precision: float = 0.005,
    matches: int = 400_000,
    on_fault: str = STOP,
    threads: int | None = None,
    executor: str | None = None,
    scheduler: str | None = None,
) -> Answer:
    """Say whether one strategy is strong, as ``zetema verdict`` does.

    Parameters
    ----------
    name
        The strategy.
    field
        Whom it meets; every shipped strategy if none is named.
    players, rules
        The player counts and rule sets asked about; all presets if no rules are named.
    set, strategies, seed
        As for `compare`.
    ablate
        What switches the plan off, beside ``plan=0`` and ``suit=1``.
    precision
        The half-width aimed at for each share against the field.
    matches
        The most that one table gets.
    on_fault
        Whether a strategy's fault is to ``"stop"`` the run or ``"forfeit"`` the match.
    threads, executor, scheduler
        Who plays, as the options say.

    Raises
    ------
    ValueError
        If what is asked for does not go together.
    StrategyFault
        If a strategy raises an error or answers what is not allowed, unless it is to
        forfeit its match.
    """
    return _answer("verdict", locals())


def _answer(command: str, given: dict[str, Any]) -> Answer:
    """Return the answer of a command's experiment to a function's arguments."""
    from zetema_sim.experiments.kinds import KINDS
    from zetema_sim.experiments.runner import run
    from zetema_sim.experiments.shared.experiment_kind import TableExperiment
    from zetema_sim.work import WorkerOptions

    given["overrides"], given["folders"] = given.pop("set"), given.pop("strategies")
    workers = WorkerOptions(**_taken(given, WorkerOptions))
    kind = KINDS[command].load()
    if issubclass(kind, TableExperiment):
        given["choices"] = TableOptions(**_taken(given, TableOptions))
    answer = run(kind(**given), workers)
    assert answer.json is not None  # it was played to its end
    return Answer(answer.tables, answer.json)


def _taken(given: dict[str, Any], kind: type) -> dict[str, Any]:
    """Take out of some arguments those that a dataclass has."""
    return {field.name: given.pop(field.name) for field in fields(kind)}
