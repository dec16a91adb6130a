"""Every kind of experiment, listed in one place.

A new kind is a line here, a folder beside those of the others with a `kind.py` and what
it answers with, a command of its name in `cli` and a function in `api`. Its tables
stand on the page as they are; a chart of its own is a file in `results/charts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zetema_sim.common.own_files import Shape
    from zetema_sim.experiments.shared.experiment_kind import Experiment


@dataclass(frozen=True)
class ExperimentKind:
    """A kind, as the others know it without importing it.

    Attributes
    ----------
    summary
        What it does, for the list of commands.
    defined
        Its class, whose fields are its options, as ``MODULE:CLASS``.
    manifest
        What the manifest of a run has beside what every one has (`own_files.Shape`).
    tables
        The tables of a run's folder, and the columns that are read of them; none where
        a run has no folder.
    """

    summary: str
    defined: str
    manifest: Shape = None
    tables: Mapping[str, str] = field(default_factory=dict)

    def load(self) -> type[Experiment]:
        """Return the class."""
        module, _, name = self.defined.partition(":")
        found: type[Experiment] = getattr(
            import_module(f"zetema_sim.experiments.{module}"), name
        )
        return found


_AT_A_TABLE: Shape = {"players": range(2, 7), "sides": str, "rules": {}}
_SHARE = "win_share win_share_low win_share_high"
_APART = "difference difference_low difference_high p_holm decided"
_OF_EACH = f"strategy {_SHARE} fair_share mean_points mean_points_low mean_points_high"
_OF_RANKED = {
    "win_shares": f"{_OF_EACH} rank_best rank_worst",
    "seats": f"strategy seat {_SHARE}",
    "points": "strategy source points_per_match events_per_deal",
}

# By command. (`Shape` is what a value may be: a type, a range, or these in a list.)
KINDS = {
    "compare": ExperimentKind(
        "Play strategies against each other: who wins, by how much?",
        "compare.kind:CompareExperiment",
        {**_AT_A_TABLE, "lineups": [{"strategies": [str], "matches": int}]},
        {
            **_OF_RANKED,
            "summary": "matches blocks deals turns gain interval verdict",
            "lineups": "lineup strategies matches strategy seats win_share",
            "differences": f"a b {_APART}",
            "scores": "strategy quantity points count",
            "lengths": "unit length or_more matches",
            "endings": "ending matches",
        },
    ),
    "tournament": ExperimentKind(
        "Play all line-ups of a field: ranking and matrix.",
        "tournament.kind:TournamentExperiment",
        _AT_A_TABLE,
        {
            **_OF_RANKED,
            "summary": "matches rounds deals turns gain interval verdict",
            "pairs": f"a b against {_APART}",
            "cycles": "cycle beats strategy beaten",
        },
    ),
    "sweep": ExperimentKind(
        "Vary a setting or a rule and watch the win share.",
        "sweep.kind:SweepExperiment",
        {**_AT_A_TABLE, "focus": str, "varied": [{"name": str, "values": [str]}]},
        {
            "summary": "matches points turns interval verdict",
            "sweep": f"point {_OF_EACH} in_question matches may_be_best",
            "differences": f"a b {_APART} neighbours points_difference",
        },
    ),
    "verdict": ExperimentKind(
        "Say whether one strategy is strong.",
        "verdict.kind:VerdictExperiment",
        {"players": [range(2, 7)], "strategy": str, "rules": {}},
        {
            "summary": "matches turns interval word verdict more",
            "win_shares": f"strategy players sides rules matches {_SHARE} fair_share "
            "strength word p_holm",
            "head_to_head": f"opponent rules matches {_SHARE} p_holm decided",
            "points": "players rules whose source points_per_match events_per_deal",
            "changes": f"kind change players matches win_share word {_APART}",
        },
    ),
    "plan": ExperimentKind(
        "Say how many matches, how long, for a wanted precision.",
        "sample_size:PlanExperiment",
    ),
}
WITH_FOLDER = {name: kind for name, kind in KINDS.items() if kind.tables}

# Tables that may be without rows: of what there was nothing to tell.
MAY_BE_EMPTY = ("differences", "pairs", "cycles", "head_to_head", "changes")
# Without rows where every match was forfeited.
OF_MATCHES = ("lengths", "scores")
NAMES = ("strategy", "a", "b", "strategies")  # columns that are text in any case
_TEXTS = "source quantity unit ending against verdict more interval word whose kind"
TEXTS = {*NAMES, *_TEXTS.split(), *"change rules sides opponent beaten".split()}
