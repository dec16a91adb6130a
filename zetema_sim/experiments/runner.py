"""Plays an experiment, of whatever kind, for the command line and for Python."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zetema_sim.experiments.shared.experiment_kind import Experiment, ProgressSink
from zetema_sim.faults import StrategyFault
from zetema_sim.work import (
    INTERRUPTIONS,
    UnplayedError,
    Work,
    WorkerOptions,
    Workers,
    left,
    workers_as_json,
)

if TYPE_CHECKING:
    import pandas as pd

    from zetema_sim.answers.parts import Parts


@dataclass(frozen=True)
class Answered:
    """An answer, or what is known of it, in the forms that are asked for.

    Attributes
    ----------
    experiment
        What was asked.
    found
        What its `play` returned, or what an interruption carried.
    workers
        Who played, as JSON has it.
    """

    experiment: Experiment
    found: Any
    workers: dict[str, Any]

    @property
    def matches(self) -> int:
        """How many matches it rests on."""
        return int(self.found.matches)

    @property
    def parts(self) -> Parts:
        """The answer as what is printed."""
        return self.experiment.parts(self.found)

    @property
    def json(self) -> dict[str, Any] | None:
        """The answer as one JSON object, None if only a part is known."""
        found = self.experiment.json(self.found)
        return None if found is None else found | self.workers

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The answer as tidy frames by name."""
        return dict(self.experiment.tables(self.found))


def run(
    experiment: Experiment,
    options: WorkerOptions,
    *,
    work: Callable[[Workers], Work] = Work,
    progress: AbstractContextManager[ProgressSink | None] | None = None,
    interrupted: Callable[[Answered | None, bool], None] | None = None,
) -> Answered:
    """Open workers, play, and close them.

    Parameters
    ----------
    experiment
        What is asked.
    options
        Who plays.
    work
        Makes their work, as with a journal.
    progress
        Gives what is told how far the run is, while it is played.
    interrupted
        Told what is known when the run is interrupted, or None, and whether it is only
        looked at.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed; its note is the
        command that tells its match again.
    KeyboardInterrupt, JournalError
        If it is interrupted, or what was played cannot be saved.
    """
    strategies, forfeits = experiment.strategies, experiment.forfeits
    with options.workers(strategies, forfeits=forfeits) as workers:

        def answered(found: Any) -> Answered:
            return Answered(experiment, found, workers_as_json(workers))

        try:
            with progress or nullcontext() as told:
                return answered(experiment.play(work(workers), told))
        except StrategyFault as fault:
            _note_replay(experiment, fault)
            raise
        except INTERRUPTIONS as interruption:
            if interrupted is not None:
                known = left(interruption)
                answer = None if known is None else answered(known)
                interrupted(answer, isinstance(interruption, UnplayedError))
            raise


def _note_replay(experiment: Experiment, fault: StrategyFault) -> None:
    """Note the command that replays a fault, where none who played did."""
    replay, is_known = experiment.replay, fault.match is not None and fault.lineup
    if replay is not None and is_known and not getattr(fault, "__notes__", ()):
        fault.add_note(replay.command(fault))
