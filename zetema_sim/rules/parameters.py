"""Every parameter of rules.md section 3, described once as data.

Whatever reads, checks, prints or documents parameters loops over `PARAMETERS`; a new
one is a line here and a value in every preset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zetema_sim.common.wording import RulesError, nearest, refused, shown
from zetema_sim.rules.sides import PLAYER_COUNTS
from zetema_sim.rules.value_kinds import (
    ARRANGEMENTS,
    CARDS,
    COUNTS,
    FIVE_NUMBERS,
    POINTS,
    SWITCH,
    TARGET,
    Kind,
    Value,
    word,
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its dotted name, what it may be, and what it means.

    The value of a parameter by player count is a tuple with an entry for each of
    `PLAYER_COUNTS`; where `may_lack` is set, an entry may be empty.
    """

    path: str
    kind: Kind
    meaning: str
    by_count: bool = False
    may_lack: bool = False

    def allowed(self) -> str:
        """Return in words what may be given."""
        return self.kind.allowed + (", by player count" if self.by_count else "")

    def read(self, value: object, old: Value = None) -> Value:
        """Return the value that stands in JSON, checked.

        Parameters
        ----------
        value
            As in presets.json; by player count also a single value for every count.
        old
            The value that a table with some counts only changes, if any.
        """
        if not self.by_count:
            return self.kind.read(self.path, value, 0)
        if not isinstance(value, dict):
            return tuple(
                self.kind.read(self.path, value, count) for count in PLAYER_COUNTS
            )
        for key in value:
            if key not in map(str, PLAYER_COUNTS):
                raise refused(self.path, {key: value[key]}, "player counts are 2 to 6")
        return tuple(self._entry(value, count, old) for count in PLAYER_COUNTS)

    def _entry(self, table: dict[str, Any], count: int, old: Value) -> Value:
        if str(count) in table:
            return self.kind.read(f"{self.path}.{count}", table[str(count)], count)
        if old is not None:
            return old[PLAYER_COUNTS.index(count)]
        if self.may_lack:
            return ()
        raise RulesError(f"{self.path}.{count} is missing: {self.kind.allowed}")

    def parse(self, text: str, count: int | None, old: Value) -> Value:
        """Return the value after ``--set``, for one player count or for every one."""
        given = self.kind.from_text(text)
        return self.read(given if count is None else {str(count): given}, old)

    def as_json(self, value: Value) -> Any:
        """Return a value as presets.json has it."""
        if not self.by_count:
            return self.kind.as_json(value)
        return {
            str(count): self.kind.as_json(entry)
            for count, entry in zip(PLAYER_COUNTS, value, strict=True)
            if entry != ()
        }

    def text(self, value: Value, counts: tuple[int, ...] = PLAYER_COUNTS) -> str:
        """Return a value for the eye: ``"2-5: 7; 6: 6"``, ``"7"`` where all agree."""
        if not self.by_count:
            return self.kind.text(value)
        entries = [
            (count, self.kind.text(value[PLAYER_COUNTS.index(count)]) or "none")
            for count in counts
        ]
        if len({text for _, text in entries}) == 1 and counts == PLAYER_COUNTS:
            return entries[0][1]
        return _runs_of_counts(entries)


def _runs_of_counts(entries: list[tuple[int, str]]) -> str:
    """Return entries with neighbouring counts of equal text taken together."""
    runs: list[tuple[int, int, str]] = []
    for count, text in entries:
        if runs and runs[-1][1:] == (count - 1, text):
            runs[-1] = (runs[-1][0], count, text)
        else:
            runs.append((count, count, text))
    return "; ".join(
        f"{first}: {text}" if first == last else f"{first}-{last}: {text}"
        for first, last, text in runs
    )


PARAMETERS = (
    Parameter("players", COUNTS, "player counts that may play"),
    Parameter("sides", ARRANGEMENTS, "who shares a score", True, may_lack=True),
    Parameter("deck.imperial_suit", word("S", "H", "D", "C"), "the doubled suit"),
    Parameter("deal.size", CARDS, "cards dealt to each seat", True),
    Parameter(
        "draw.when", word("turn_start", "turn_end"), "when a seat fills its hand up"
    ),
    Parameter("draw.to", CARDS, "cards in a hand that is filled up", True),
    Parameter(
        "draw.marriage_refill",
        word("turn_end", "next_turn"),
        "when a hand is filled up after marriages",
    ),
    Parameter("turn.marriage_also_discards", SWITCH, "discard after marriages as well"),
    Parameter("run.length", CARDS, "cards in a sequence or flush", True),
    Parameter("sequence.points", POINTS, "points of a sequence"),
    Parameter("sequence.ace", word("low", "high", "both"), "where the ace may stand"),
    Parameter("flush.points", POINTS, "points of a flush"),
    Parameter(
        "flush.imperial",
        word("any", "distinct_ranks", "never"),
        "flushes of the imperial suit",
    ),
    Parameter("flush_sequence.points", POINTS, "points of a flush sequence"),
    Parameter("assembly.KQ", POINTS, "points of five kings or queens in hand"),
    Parameter("assembly.J", POINTS, "points of five jacks in hand"),
    Parameter("assembly.A5", POINTS, "points of five aces or fives in hand"),
    Parameter("assembly.other", POINTS, "points of five of another rank in hand"),
    Parameter("marriage.base", FIVE_NUMBERS, "points of 1 to 5 marriages at once"),
    Parameter(
        "marriage.imperial_mode",
        word("second_only", "each", "none"),
        "which imperial marriages earn the bonus",
    ),
    Parameter("marriage.imperial_bonus", POINTS, "the bonus of an imperial marriage"),
    Parameter("marriage.bonus_at_five", SWITCH, "the bonus for all five at once too"),
    Parameter(
        "marriage.tableau_cards",
        word("one_per_marriage", "one_per_declaration", "none"),
        "marriage cards that may lie in the tableau",
    ),
    Parameter("zetema.KQ", POINTS, "points for completing kings or queens"),
    Parameter("zetema.J", POINTS, "points for completing the jacks"),
    Parameter("zetema.A5", POINTS, "points for completing aces or fives"),
    Parameter("zetema.other", POINTS, "points for completing another rank"),
    Parameter(
        "zetema.kq_condition",
        word("none", "assembly_declared"),
        "what kings and queens need to count",
    ),
    Parameter(
        "two_player.extra",
        word("none", "discard_after_stock", "full_turn"),
        "what follows a zetema with two players",
    ),
    Parameter(
        "endgame.declarations",
        word("none", "marriages", "all"),
        "what may be declared without drawing",
    ),
    Parameter("match.target", TARGET, "points that end the match", True),
    Parameter(
        "match.mode", word("to_target", "single_deal"), "deals until the target, or one"
    ),
)

BY_PATH = {parameter.path: parameter for parameter in PARAMETERS}
PLACE = {parameter.path: place for place, parameter in enumerate(PARAMETERS)}
GROUPS = tuple(dict.fromkeys(p.partition(".")[0] for p in BY_PATH if "." in p))


def find_parameter(path: str) -> tuple[Parameter, int | None]:
    """Return the parameter that a path names, and the player count it ends with.

    Raises
    ------
    RulesError
        If there is none; the message has the nearest name.
    """
    if path in BY_PATH:
        return BY_PATH[path], None
    stem, _, end = path.rpartition(".")
    if stem in BY_PATH:
        if not BY_PATH[stem].by_count:
            raise RulesError(f"{shown(path)} is not a parameter; did you mean {stem}?")
        if end in map(str, PLAYER_COUNTS):
            return BY_PATH[stem], int(end)
        raise RulesError(f"{shown(path)} is not a parameter: player counts are 2 to 6")
    raise unknown_parameter(path)


def unknown_parameter(path: str) -> RulesError:
    """Return the error for a name that is no parameter."""
    if path in GROUPS:
        members = ", ".join(name for name in BY_PATH if name.startswith(path + "."))
        return RulesError(f"{path} is not a parameter but a group: {members}")
    hint = nearest(path, [*BY_PATH, *GROUPS]) or "; `zetema rules show` lists them"
    return RulesError(f"{shown(path)} is not a parameter{hint}")
