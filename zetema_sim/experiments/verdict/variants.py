"""What is changed one at a time: the strategy's plan, and the rules.

Nothing is registered. A strategy's plan is switched off by its setting `plan` at 0;
a strategy of one suit, whose setting `suit` is 0 for the imperial one, is moved to a
plain suit by `suit` at 1; ``--ablate SETTING=VALUE`` names others. The rules are varied
in the parameters on which the sources differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zetema_sim.roster.lookup import Strategy, load
from zetema_sim.rules.ruleset import PRESETS, Rules, RulesError
from zetema_sim.table_rules import TableRules

PLAN_OFF, PLAIN_SUIT = "plan=0", "suit=1"

_TWO_PLAYERS = "two_player.extra"
# The values that rules.md section 3 gives to what the sources disagree about.
RULES = {
    "sequence.points": ("10", "20"),
    "sequence.ace": ("low", "both"),
    "flush.imperial": ("any", "distinct_ranks", "never"),
    "draw.to": ("6", "7"),
    "draw.when": ("turn_start", "turn_end"),
    "draw.marriage_refill": ("turn_end", "next_turn"),
    "marriage.imperial_mode": ("none", "second_only", "each"),
    _TWO_PLAYERS: ("none", "discard_after_stock", "full_turn"),
    "zetema.kq_condition": ("none", "assembly_declared"),
}
ASSEMBLIES = ("assembly.KQ", "assembly.J", "assembly.A5", "assembly.other")


@dataclass(frozen=True)
class Ablation:
    """A strategy with one setting changed."""

    setting: str  # as ``plan=0``
    strategy: Strategy

    @property
    def is_asked_for(self) -> bool:
        """Whether it is played only because somebody named it."""
        return self.setting not in (PLAN_OFF, PLAIN_SUIT)

    @property
    def meaning(self) -> str:
        """In words, what was done."""
        return {
            PLAN_OFF: "the plan switched off",
            PLAIN_SUIT: "a plain suit instead",
        }.get(self.setting, self.setting)


@dataclass(frozen=True)
class Change:
    """Rules with one thing changed."""

    name: str
    texts: tuple[str, ...]  # as --set takes them
    table: TableRules


def ablations(
    strategy: Strategy, asked: Sequence[str], folders: Sequence[Path]
) -> list[Ablation]:
    """Return the strategy with its plan off, in a plain suit, and as asked.

    Raises
    ------
    RosterError
        If it has no such setting, or the value is out of range.
    """
    usual = [text for text in (PLAN_OFF, PLAIN_SUIT) if _applies(strategy, text)]
    found = []
    for text in dict.fromkeys([*usual, *asked]):
        changed = _with(strategy, text, folders)
        if changed != strategy:
            found.append(Ablation(text, changed))
    return found


def _applies(strategy: Strategy, text: str) -> bool:
    name, _, value = text.partition("=")
    if name not in strategy.file.settings:
        return False
    _, least, most = strategy.file.settings[name]
    on = strategy.settings[name] != 0 if text == PLAN_OFF else True
    imperial = strategy.settings[name] == 0 if text == PLAIN_SUIT else True
    return least <= int(value) <= most and on and imperial


def _with(strategy: Strategy, text: str, folders: Sequence[Path]) -> Strategy:
    name, _, value = text.partition("=")
    settings = {key: str(number) for key, number in strategy.changed}
    settings[name.strip()] = value.strip()
    told = ",".join(f"{key}={number}" for key, number in settings.items())
    return load(f"{strategy.base}:{told}", folders)


def changes(rules: Rules, players: int, sides: str | None) -> list[Change]:
    """Return the rules with each thing changed on which the sources differ."""
    here = rules.at_table(players, sides)
    found: list[Change] = []
    for name, texts in _texts(rules, players):
        try:
            table = rules.with_overrides(texts).at_table(players, sides)
        except RulesError:  # a hand too small for the run, say: no rules at all
            continue
        if table not in (here, *(change.table for change in found)):
            found.append(Change(name, tuple(texts), table))
    return found


def _texts(rules: Rules, players: int) -> Iterator[tuple[str, list[str]]]:
    for path, values in RULES.items():
        if path == _TWO_PLAYERS and players != 2:
            continue
        for value in values:
            yield f"{path}={value}", [f"{path}={value}"]
    for preset in PRESETS.values():
        points = [preset[path] for path in ASSEMBLIES]
        if points != [rules[path] for path in ASSEMBLIES]:
            texts = [
                f"{path}={value}"
                for path, value in zip(ASSEMBLIES, points, strict=True)
            ]
            yield f"assemblies {'/'.join(map(str, points))}", texts
