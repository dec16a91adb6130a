"""What every kind of experiment is: a question whose fields are its options.

`experiments.kinds` lists the kinds, `experiments.runner` plays one. What a kind needs
for an answer (numba, pandas, rich) it imports where it needs it.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from zetema_sim import __version__
from zetema_sim.common.cache_folder import game_hash
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.playing.seating import Setup, TableOptions, set_up

if TYPE_CHECKING:
    import pandas as pd

    from zetema_sim.answers.parts import Parts
    from zetema_sim.faults import Replay
    from zetema_sim.roster.lookup import Strategy
    from zetema_sim.work import Work

Manifest = dict[str, Any]
Tables = Mapping[str, "pd.DataFrame"]

DEFAULT_LEVEL = 0.95


class ProgressSink(Protocol):
    """What is told how far a run is."""

    def __call__(self, done: int, total: int) -> None:
        """Take the matches played so far, and of how many."""

    def note(self, text: str) -> None:
        """Take what is known so far."""


class Experiment(ABC):
    """What is asked: a dataclass whose fields are the options.

    Making one checks all of it, and raises a `ValueError` of one line.
    """

    command: ClassVar[str]  # of the command line, and of `api`
    doing: ClassVar[str] = "playing"  # what progress says

    @property
    @abstractmethod
    def strategies(self) -> Sequence[Strategy]:
        """All that play."""

    @property
    @abstractmethod
    def forfeits(self) -> bool:
        """Whether a fault loses its match instead of ending the run."""

    @property
    def replay(self) -> Replay | None:
        """How a match is told again, None where what is played says so itself."""
        return None

    def manifest(self) -> Manifest:
        """Return all that determines the numbers, and nothing else."""
        raise NotImplementedError

    @property
    def plan_text(self) -> str:
        """What is about to be played, in a sentence."""
        return ""

    @abstractmethod
    def play(self, work: Work, progress: ProgressSink | None = None) -> Any:
        """Play it and return the answer, which knows `matches`, `turns`, `seconds`.

        Raises
        ------
        StrategyFault
            If a strategy raises an error or answers what is not allowed.
        KeyboardInterrupt, JournalError
            With the answer of what was played by then (`work.left`).
        """

    def parts(self, found: Any) -> Parts:
        """Return an answer as what is printed: tables, prose, commands."""
        parts: Parts = self.module("text").as_text(found)
        return parts

    def json(self, found: Any) -> dict[str, Any] | None:
        """Return an answer as one JSON object, None if only a part is known."""
        told: dict[str, Any] = self.module("tables").as_json(found)
        return told

    def tables(self, found: Any) -> Tables:
        """Return an answer as tidy frames by name."""
        frames: Tables = self.module("tables").tables(found)
        return frames

    def module(self, name: str) -> Any:
        """Return a module beside that of the kind."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    def files(self, found: Any) -> tuple[Tables, Mapping[str, str]]:
        """Return the tables of a run's folder, and the texts of its other files."""
        return self.tables(found), {}

    def seconds_and_turns(self, found: Any) -> tuple[float, int]:
        """Return how long the playing took, and of how many turns."""
        return found.seconds, found.turns

    def head(self, words: Iterable[str], strategies: Iterable[Strategy]) -> Manifest:
        """Return what every manifest begins with.

        Parameters
        ----------
        words
            What follows the command's name on the command line that repeats the run.
        strategies
            Those that are asked about.
        """
        return {
            "command": self.command,
            "repeat": shlex.join(["zetema", self.command, *words]),
            "version": __version__,
            "engine_hash": game_hash(),
            "strategies": [
                {
                    "name": strategy.name,
                    "settings": strategy.settings,
                    "source_hash": strategy.source_hash,
                }
                for strategy in strategies
            ],
        }


@dataclass(frozen=True)
class TableExperiment(Experiment):
    """One at a single table.

    Attributes
    ----------
    names
        Strategies as the command line has them.
    choices
        The table, the rules and the seed.
    """

    names: tuple[str, ...]
    choices: TableOptions

    @property
    def forfeits(self) -> bool:
        """Whether a fault loses its match."""
        return self.choices.forfeits


@dataclass(frozen=True)
class LineUpExperiment(TableExperiment):
    """One whose strategies sit as `compare` seats them.

    Attributes
    ----------
    matches
        How many are played.
    """

    matches: int

    @cached_property
    def setup(self) -> Setup:
        """What is played."""
        return set_up(self.names, self.choices, self.matches)

    @property
    def strategies(self) -> Sequence[Strategy]:
        """All that play."""
        return self.setup.run.strategies

    @property
    def replay(self) -> Replay:
        """How a match is told again."""
        return self.setup.replay


def at_table(setup: Setup) -> Manifest:
    """Return what a manifest has of one table."""
    players = setup.run.rules.players
    return {
        "rules_name": setup.rules.name,
        "rules": setup.rules.as_log(players, setup.sides),
        "players": players,
        "sides": setup.sides,
    }


def ending(goal: Goal | None, margin: float | None) -> Manifest:
    """Return what a manifest has of these."""
    asked = {} if goal is None else asdict(goal)
    return asked if margin is None else asked | {"margin": margin}


def unusual(level: float) -> float | None:
    """Return a level if it has to be asked for."""
    return None if level == DEFAULT_LEVEL else level


def note_of(progress: ProgressSink | None) -> Callable[[str], None] | None:
    """Return what is told who leads so far."""
    return None if progress is None else progress.note
