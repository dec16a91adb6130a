"""Every kind of experiment, listed in one place.

A new kind is a folder beside those of the others with a `kind.py`, a line here, a
command of its name in `cli` and a function in `api`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from zetema_sim.experiments.shared.protocol import Experiment


class ExperimentKind(NamedTuple):
    """Where a kind is defined, and what it does, as the list of commands has it."""

    module: str
    name: str
    summary: str

    def load(self) -> type[Experiment]:
        """Return its class, whose fields are its options."""
        found: type[Experiment] = getattr(
            import_module(f"zetema_sim.experiments.{self.module}"), self.name
        )
        return found


KINDS = {  # by command
    "compare": ExperimentKind(
        "compare.kind",
        "CompareExperiment",
        "Play strategies against each other: who wins, by how much?",
    ),
    "tournament": ExperimentKind(
        "tournament.kind",
        "TournamentExperiment",
        "Play all line-ups of a field: ranking and matrix.",
    ),
    "sweep": ExperimentKind(
        "sweep.kind",
        "SweepExperiment",
        "Vary a setting or a rule and watch the win share.",
    ),
    "verdict": ExperimentKind(
        "verdict.kind",
        "VerdictExperiment",
        "Say whether one strategy is strong.",
    ),
    "plan": ExperimentKind(
        "plan",
        "PlanExperiment",
        "Say how many matches, how long, for a wanted precision.",
    ),
}
