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
    from zetema_sim.experiments.compare import experiment
    from zetema_sim.experiments.compare.json_form import as_json
    from zetema_sim.experiments.compare.tables import tables
    from zetema_sim.experiments.shared.goal import Goal
    from zetema_sim.playing.seating import set_up
    from zetema_sim.work import Work, WorkerOptions, workers_as_json

    choices = _choices(players, sides, rules, set, strategies, seed, on_fault)
    setup = set_up(names, choices, matches)
    goal = Goal.of(precision, until_decided, margin, len(setup.run.strategies))
    working = WorkerOptions(threads, executor, scheduler)
    with working.workers(setup.run.strategies, forfeits=choices.forfeits) as workers:
        work = Work(workers)
        found = experiment.compare(
            setup.run, work=work, level=level, margin=margin, goal=goal
        )
    return Answer(tables(found), as_json(setup, found) | workers_as_json(workers))


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
    from zetema_sim.experiments.line_ups.field import field_of
    from zetema_sim.experiments.line_ups.store import kept_here
    from zetema_sim.experiments.shared.goal import Goal
    from zetema_sim.experiments.tournament import experiment
    from zetema_sim.experiments.tournament.json_form import as_json
    from zetema_sim.experiments.tournament.tables import tables
    from zetema_sim.work import Work, WorkerOptions, workers_as_json

    choices = _choices(players, sides, rules, set, strategies, seed, on_fault)
    field = field_of(names, choices, all_lineups=all_lineups or None)
    working = WorkerOptions(threads, executor, scheduler)
    with (
        working.workers(field.strategies, forfeits=choices.forfeits) as workers,
        kept_here(fresh=fresh) as store,
    ):
        found = experiment.tournament(
            field,
            matches,
            goal=Goal.of(precision, until_decided, margin, field.size),
            margin=margin,
            work=Work(workers),
            store=store,
            level=level,
        )
    return Answer(tables(found), as_json(found) | workers_as_json(workers))


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
    from zetema_sim.experiments.sweep.experiment import sweep as play
    from zetema_sim.experiments.sweep.json_form import as_json
    from zetema_sim.experiments.sweep.tables import tables
    from zetema_sim.experiments.sweep.vary import plan_of
    from zetema_sim.work import Work, WorkerOptions, workers_as_json

    choices = _choices(players, sides, rules, set, strategies, seed, on_fault)
    plan = plan_of(names, choices, tuple(vary), matches)
    working = WorkerOptions(threads, executor, scheduler)
    with working.workers(plan.strategies, forfeits=choices.forfeits) as workers:
        found = play(plan, work=Work(workers), level=level)
    return Answer(tables(found), as_json(found) | workers_as_json(workers))


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
    from zetema_sim.experiments.verdict.experiment import verdict as ask
    from zetema_sim.experiments.verdict.json_form import as_json
    from zetema_sim.experiments.verdict.question import question_of
    from zetema_sim.experiments.verdict.tables import tables
    from zetema_sim.work import Work, WorkerOptions, workers_as_json

    question = question_of(
        name,
        field=field,
        players=players,
        rules=rules,
        overrides=set,
        ablate=ablate,
        folders=tuple(map(Path, strategies)),
        seed=seed,
        precision=precision,
        ceiling=matches,
        on_fault=on_fault,
    )
    working = WorkerOptions(threads, executor, scheduler)
    with working.workers(question.strategies, forfeits=question.forfeits) as workers:
        found = ask(question, work=Work(workers), progress=None)
    return Answer(tables(found), as_json(found) | workers_as_json(workers))


def _choices(
    players: int | None,
    sides: str | None,
    rules: str,
    overrides: Iterable[str],
    folders: Iterable[str | Path],
    seed: int,
    on_fault: str,
) -> TableOptions:
    return TableOptions(
        players,
        sides,
        rules,
        tuple(overrides),
        tuple(map(Path, folders)),
        seed,
        on_fault,
    )
