"""What a verdict is asked about: the strategy, the field, the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from zetema_sim.common.wording import option_words
from zetema_sim.experiments.verdict.against_field import Case
from zetema_sim.experiments.verdict.variants import Ablation, ablations
from zetema_sim.playing.seating import (
    DEFAULT_SEED,
    FORFEIT,
    MOST_SEED,
    check_range,
    in_order,
)
from zetema_sim.roster.lookup import Strategy, load_all, shipped_names
from zetema_sim.rules.ruleset import (
    DEFAULT_PRESET,
    PRESETS,
    Rules,
    RulesError,
    preset,
    rules_named,
)
from zetema_sim.rules.sides import arrangement_of
from zetema_sim.table_rules import TableRules

if TYPE_CHECKING:
    from zetema_sim.experiments.verdict.kind import VerdictExperiment

DEFAULT_PLAYERS = (2, 3, 4)
DEFAULT_PRECISION = 0.005
DEFAULT_CEILING = 400_000  # matches of a table
MOST_FIELD = 60
# By this factor wider are head to head, ablations and rules.
COARSER = 4

# Tables are played on block numbers of their own, so that they are independent; the
# blocks of a pilot are played for nothing else.
_STRAND, _PILOT = 1 << 24, 1 << 23


class QuestionError(ValueError):
    """A question that cannot be asked; one line for the user."""


@dataclass(frozen=True)
class AskedTable:
    """A table that is asked about; presets that are the same game there share one."""

    presets: tuple[str, ...]
    players: int
    sides: str
    table: TableRules
    asked: str  # what names its rules: a preset or a file

    @property
    def fair(self) -> float:
        """The fair share of a seat's side."""
        return 1 / self.table.sides

    @property
    def name(self) -> str:
        """The table in words."""
        return f"{self.players} players, {', '.join(self.presets)}"


@dataclass(frozen=True)
class Question:
    """All that determines a verdict's numbers.

    Attributes
    ----------
    strategy
        The one in question.
    field
        Itself included, in canonical order.
    rules
        The rule sets asked about, the first being the base of what is varied.
    players
        The player counts asked about.
    cells
        Every table of these, the same game once.
    missing
        Tables that the rules do not know, with the reason.
    ablations
        The strategy with something switched off.
    seed
        What all chance comes from.
    precision
        The half-width of the share against the field that is aimed at.
    ceiling
        The most matches that one table gets.
    folders
        Where strategies are looked up besides the shipped ones.
    rules_asked, overrides
        What the rule sets were made from.
    forfeits
        Whether a strategy's fault loses its match instead of ending the run.
    """

    strategy: Strategy
    field: tuple[Strategy, ...]
    rules: tuple[Rules, ...]
    players: tuple[int, ...]
    cells: tuple[AskedTable, ...]
    missing: tuple[tuple[str, str], ...]
    ablations: tuple[Ablation, ...]
    seed: int = DEFAULT_SEED
    precision: float = DEFAULT_PRECISION
    ceiling: int = DEFAULT_CEILING
    folders: tuple[Path, ...] = ()
    rules_asked: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    forfeits: bool = False

    @property
    def base(self) -> Rules:
        """The rules that are varied one parameter at a time."""
        return self.rules[0]

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """All that play, each once: the field and what is ablated."""
        ablated = [each.strategy for each in self.ablations]
        return tuple(dict.fromkeys([self.strategy, *self.field, *ablated]))

    def of_base(self) -> list[AskedTable]:
        """Return the tables of the base rules."""
        return [cell for cell in self.cells if self.base.name in cell.presets]

    def case(
        self,
        table: TableRules,
        rules: str,
        strategy: Strategy | None = None,
        overrides: Sequence[str] | None = None,
    ) -> Case:
        """Return the strategy, or a variant, at a table against the field.

        Parameters
        ----------
        table
            The rules there.
        rules
            What names them: a preset or a file.
        strategy
            Takes the place of the one in question.
        overrides
            What is changed in the rules, by default what was asked for.
        """
        changed = self.overrides if overrides is None else list(overrides)
        words = option_words(
            {"--rules": rules, "--set": changed, "--strategies": self.folders}
        )
        chosen = strategy or self.strategy
        return Case(table, chosen, self.field, self.seed, tuple(words), self.forfeits)

    def most_cycles(self, players: int) -> int:
        """Return how many cycles the ceiling allows."""
        return max(2, self.ceiling // (players * len(self.field)))


def first_cycle(strand: int, *, pilot: bool = False) -> int:
    """Return the first cycle of a strand of cycles that no other one shares."""
    return strand * _STRAND + (_PILOT if pilot else 0)


def question_of(asked: VerdictExperiment) -> Question:
    """Return what a verdict plays.

    Raises
    ------
    ValueError
        If something does not fit; one line for the user.
    """
    check_range("seed", asked.seed, 0, MOST_SEED)
    strategy, *more = load_all(
        [asked.name, *(asked.field or shipped_names())], asked.folders
    )
    others, _ = in_order([strategy, *more])
    if len(others) > MOST_FIELD:
        raise QuestionError(
            f"a field of {len(others)} strategies: at most {MOST_FIELD} are played"
        )
    if len(others) < 2:
        raise QuestionError(f"--field has nobody but {strategy.name}: name another")
    texts = asked.rules or [
        DEFAULT_PRESET,
        *(n for n in PRESETS if n != DEFAULT_PRESET),
    ]
    _check_alike(texts)
    sets = tuple(rules_named(text, asked.overrides) for text in dict.fromkeys(texts))
    counts = tuple(sorted(set(asked.players)))
    for count in counts:
        check_range("players", count, 2, 6)
    cells, missing = _cells(sets, list(dict.fromkeys(texts)), counts)
    return Question(
        strategy=strategy,
        field=others,
        rules=sets,
        players=counts,
        cells=cells,
        missing=missing,
        ablations=tuple(ablations(strategy, asked.ablate, asked.folders)),
        seed=asked.seed,
        precision=asked.precision,
        ceiling=asked.matches,
        folders=tuple(asked.folders),
        rules_asked=tuple(dict.fromkeys(texts)),
        overrides=tuple(asked.overrides),
        forfeits=asked.on_fault == FORFEIT,
    )


def _check_alike(texts: Sequence[str]) -> None:
    """Refuse rules whose names look alike: é is one letter, or e and an accent."""
    seen: dict[str, str] = {}
    for text in texts:
        if seen.setdefault(normalize("NFC", text), text) != text:
            raise QuestionError(
                f"two --rules are named {text}: rename one of the files"
            )


def _cells(
    sets: Sequence[Rules], asked: Sequence[str], counts: Sequence[int]
) -> tuple[tuple[AskedTable, ...], tuple[tuple[str, str], ...]]:
    names: dict[TableRules, list[str]] = {}
    texts: dict[TableRules, str] = {}
    missing: list[tuple[str, str]] = []
    for rules, text in zip(sets, asked, strict=True):
        for count in counts:
            try:
                table = rules.at_table(count)
            except RulesError as error:
                missing.append((f"{count} players, {rules.name}", str(error)))
            else:
                names.setdefault(table, []).append(rules.name)
                texts.setdefault(table, text)
    if not names:
        raise QuestionError(missing[0][1])
    if not any(sets[0].name in presets for presets in names.values()):
        raise QuestionError(f"{missing[0][1]}; name other rules first")
    cells = [
        AskedTable(
            tuple(presets), table.players, arrangement_of(table), table, texts[table]
        )
        for table, presets in names.items()
    ]
    return tuple(cells), tuple(missing)


def home_rules() -> Rules:
    """Return the rules under which a strategy's combination is looked for."""
    return preset(DEFAULT_PRESET)
