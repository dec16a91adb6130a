"""What a verdict found: plain records, for text, JSON and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from zetema_sim.experiments.shared.fault_rates import Rates, withheld
from zetema_sim.experiments.verdict.bands import NOT_IN_RULES, UNDECIDED, Judgement
from zetema_sim.experiments.verdict.question import AskedTable, Question
from zetema_sim.stats import Difference, Interval

WITHHELD = "withheld"  # in the place of a word, where faults were too frequent


@dataclass(frozen=True)
class Sources:
    """Where points come from, by source.

    Points are of a seat in a match, events of a seat in a deal begun.
    """

    points: Mapping[str, Interval]
    events: Mapping[str, Interval]


@dataclass(frozen=True)
class AtTable:
    """The share against the field at a table.

    `strength` is the share over the fair one, `error` its standard error over
    `cycles` cycles.
    """

    cell: AskedTable
    share: Interval
    strength: Interval
    error: float
    cycles: int
    matches: int
    gain: float
    judged: Judgement
    own: Sources
    field: Sources  # of the other seats


@dataclass(frozen=True)
class Duel:
    """The wins against one of the field, two players; even ones are no difference."""

    opponent: str
    wins: Difference
    matches: int


@dataclass(frozen=True)
class ChangeEffect:
    """The share against the field with one thing changed, and what it makes.

    `difference` is the share changed less the share unchanged, on the same shuffles
    against the same opponents.
    """

    players: int
    name: str  # of the setting or rule, as SETTING=VALUE
    meaning: str
    share: Interval
    difference: Difference
    matches: int
    judged: Judgement | None = None  # of a rule: what the strategy is called then


@dataclass(frozen=True)
class Combination:
    """What a strategy plans for: the source that falls most without the plan.

    Attributes
    ----------
    source
        One of `counters.SOURCES`.
    by_plan
        Whether it was found by switching the plan off; else it is what the strategy
        makes most of beyond the field.
    points
        How many points a deal it makes more with the plan, or than the field.
    events
        How often it comes, a seat and deal, under the rules it was looked for.
    rules
        Their name.
    """

    source: str
    by_plan: bool
    points: Interval
    events: float
    rules: str

    @property
    def words(self) -> str:
        """The source in words."""
        return self.source.replace("_", " ")


@dataclass(frozen=True)
class Verdict:
    """The answer."""

    question: Question
    overall: Judgement
    strength: Interval | None  # the mean over the tables where the plan exists
    tables: tuple[AtTable, ...]
    duels: tuple[Duel, ...]
    duel_rules: str
    combination: Combination | None
    ablations: tuple[ChangeEffect, ...]
    rules: tuple[ChangeEffect, ...]
    matches: int
    turns: int
    seconds: float
    fault_rates: Rates = dataclass_field(default_factory=dict)
    sentences: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """What the strategy is called over all tables, unless that is withheld."""
        return WITHHELD if withheld(self.fault_rates) else self.overall.word

    def of_base(self) -> list[AtTable]:
        """Return the tables of the base rules."""
        base = self.question.base.name
        return [table for table in self.tables if base in table.cell.presets]

    def flips(self) -> list[ChangeEffect]:
        """Return the rules under which the word is decidedly another one."""
        words = {table.cell.players: table.judged.word for table in self.of_base()}
        return [
            rule
            for rule in self.rules
            if rule.judged is not None
            and _is_flip(words[rule.players], rule.judged.word)
        ]


def _is_flip(before: str, after: str) -> bool:
    """Return whether a word flips: both decided, or the plan gone from the rules."""
    if before == after or after == UNDECIDED:
        return False
    return before != UNDECIDED or after == NOT_IN_RULES
