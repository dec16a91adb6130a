"""``verdict`` as a kind of experiment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from zetema_sim.common.names import seed_as_told
from zetema_sim.common.wording import option_words
from zetema_sim.experiments.shared.experiment_kind import (
    DEFAULT_LEVEL,
    Experiment,
    Manifest,
    ProgressSink,
)
from zetema_sim.experiments.verdict.question import (
    DEFAULT_CEILING,
    DEFAULT_PLAYERS,
    DEFAULT_PRECISION,
    Question,
    question_of,
)
from zetema_sim.playing.seating import DEFAULT_SEED, FORFEIT, STOP
from zetema_sim.roster.lookup import Strategy

if TYPE_CHECKING:
    from zetema_sim.answers.parts import Parts
    from zetema_sim.experiments.verdict.findings import Verdict
    from zetema_sim.experiments.verdict.interrupted import SoFar
    from zetema_sim.work import Work


@dataclass(frozen=True)
class VerdictExperiment(Experiment):
    """Whether one strategy is strong.

    Attributes
    ----------
    name
        The strategy, as the command line has it.
    field
        Strategies that the other seats are drawn from, the shipped ones if none are
        named; the one in question is always among them.
    players
        Player counts.
    rules
        Presets or files; every preset if none are named, the default one first.
    overrides
        Texts ``PARAMETER=VALUE``, for every rule set.
    ablate
        Texts ``SETTING=VALUE`` that switch something off.
    folders
        Where strategies are looked up besides the shipped ones.
    seed, precision
        As in `Question`.
    matches
        The most that one table gets.
    on_fault
        As in `seating.TableOptions`.
    """

    name: str
    field: Sequence[str] = ()
    players: Sequence[int] = DEFAULT_PLAYERS
    rules: Sequence[str] = ()
    overrides: Sequence[str] = ()
    ablate: Sequence[str] = ()
    folders: Sequence[Path] = ()
    seed: int = DEFAULT_SEED
    precision: float = DEFAULT_PRECISION
    matches: int = DEFAULT_CEILING
    on_fault: str = STOP

    command: ClassVar[str] = "verdict"

    def __post_init__(self) -> None:
        """Check all of it."""
        self.question  # noqa: B018

    @cached_property
    def question(self) -> Question:
        """What is asked, with all that it takes."""
        return question_of(self)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """All that play."""
        return self.question.strategies

    @property
    def forfeits(self) -> bool:
        """Whether a fault loses its match."""
        return self.question.forfeits

    def manifest(self) -> Manifest:
        """Return all that determines the numbers."""
        question = self.question
        return {
            **self.head(self._words(), question.field),
            "rules_name": ", ".join(rules.name for rules in question.rules),
            "strategy": question.strategy.name,
            "ablations": [each.setting for each in question.ablations],
            "rules": {rules.name: rules.as_log() for rules in question.rules},
            "players": list(question.players),
            **seed_as_told(question.seed),
            "precision": question.precision,
            "ceiling": question.ceiling,
            "level": DEFAULT_LEVEL,
        }

    def _words(self) -> list[str]:
        """Return the words of a command line that gives the same."""
        question = self.question
        ablated = [each.setting for each in question.ablations if each.is_asked_for]
        asked = {
            "--field": ",".join(each.name for each in question.field),
            "--players": ",".join(map(str, question.players)),
            "--rules": ",".join(question.rules_asked),
            "--set": question.overrides,
            "--ablate": ablated,
            "--strategies": question.folders,
            "--seed": question.seed,
            "--precision": question.precision,
            "--matches": question.ceiling,
            "--on-fault": FORFEIT if question.forfeits else None,
        }
        return [question.strategy.name, *option_words(asked)]

    @property
    def plan_text(self) -> str:
        """What is about to be played."""
        question = self.question
        names = ", ".join(strategy.name for strategy in question.field)
        rules = ", ".join(rules.name for rules in question.rules)
        players = ", ".join(map(str, question.players))
        return (
            f"Asking whether {question.strategy.name} is strong at {players} players "
            f"under {rules}: to ± {100 * question.precision:g} wins of 100, at most "
            f"{question.ceiling:,} matches a table, seed {question.seed}; field: "
            f"{names}"
        )

    def play(self, work: Work, progress: ProgressSink | None = None) -> Verdict:
        """Play all that it takes."""
        from zetema_sim.experiments.verdict.experiment import verdict

        return verdict(self.question, work=work, progress=progress)

    def parts(self, found: Verdict | SoFar) -> Parts:
        """Return an answer for a terminal, or what is known of one."""
        from zetema_sim.experiments.verdict import interrupted

        if isinstance(found, interrupted.SoFar):
            return interrupted.as_text(found)
        return super().parts(found)

    def json(self, found: Verdict | SoFar) -> dict[str, Any] | None:
        """Return an answer as one JSON object."""
        from zetema_sim.experiments.verdict.interrupted import SoFar

        return None if isinstance(found, SoFar) else super().json(found)
