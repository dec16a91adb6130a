"""What determines a run, for its folder's manifest: known before it is played."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from zetema_sim import __version__
from zetema_sim.common.cache import game_hash
from zetema_sim.common.names import seed_as_told
from zetema_sim.playing.seating import FORFEIT, Setup
from zetema_sim.roster.lookup import Strategy

if TYPE_CHECKING:
    from zetema_sim.experiments.line_ups.field import Field
    from zetema_sim.experiments.shared.goal import Goal
    from zetema_sim.experiments.sweep.vary import SweepPlan
    from zetema_sim.experiments.verdict.question import Question

Manifest = dict[str, Any]

DEFAULT_LEVEL = 0.95


def of_compare(
    setup: Setup,
    level: float = DEFAULT_LEVEL,
    goal: Goal | None = None,
    margin: float | None = None,
) -> Manifest:
    """Return all that determines the numbers of a comparison, and nothing else."""
    run = setup.run
    words = shlex.split(repeat_command(setup, "compare", level))
    repeat = shlex.join([*words, *_ending(goal, margin)])
    manifest = {
        **_head("compare", repeat, run.strategies),
        **_table(setup),
        **seed_as_told(run.seed),
        "matches": run.total,
        "level": level,
        "lineups": [
            {
                "strategies": setup.names_of(lineup),
                "matches": matches,
                "by_side": lineup.by_side,
            }
            for lineup, matches in zip(run.lineups, run.matches, strict=True)
        ],
    }
    return manifest | _ended(goal, margin)


def of_sweep(plan: SweepPlan, level: float = DEFAULT_LEVEL) -> Manifest:
    """Return all that determines the numbers of a sweep, and nothing else."""
    run = plan.base.run
    words = ["zetema", "sweep", *plan.names]
    for each in plan.varied:
        words += ["--vary", f"{each.name}={','.join(each.values)}"]
    words += plan.base.choices.as_options(len(plan.names))
    words += ["--matches", str(run.total), *_level(level)]
    return {
        **_head("sweep", shlex.join(words), run.strategies),
        **_table(plan.base),
        **seed_as_told(run.seed),
        "matches": sum(point.setup.run.total for point in plan.points),
        "level": level,
        "named": list(plan.names),
        "focus": plan.focus,
        "varied": [
            {"name": each.name, "values": list(each.values)} for each in plan.varied
        ],
    }


def of_tournament(
    field: Field,
    matches: int,
    *,
    goal: Goal | None = None,
    margin: float | None = None,
    level: float = DEFAULT_LEVEL,
) -> Manifest:
    """Return all that determines the numbers of a tournament, and nothing else."""
    choices = type(field.choices)(
        **{**vars(field.choices), "players": field.table.players}
    )
    words = ["zetema", "tournament", *field.names, *choices.as_options(-1)]
    words += ["--matches", str(matches)]
    if field.all_lineups and field.table.players > 3:
        words.append("--all-lineups")
    words += [*_ending(goal, margin), *_level(level)]
    return {
        **_head("tournament", shlex.join(words), field.strategies),
        "rules_name": field.rules.name,
        "rules": field.rules.as_log(field.table.players, field.sides),
        "players": field.table.players,
        "sides": field.sides,
        **seed_as_told(field.seed),
        "matches": matches,
        "level": level,
        "all_lineups": field.all_lineups,
        **_ended(goal, margin),
    }


def of_verdict(question: Question) -> Manifest:
    """Return all that determines the numbers of a verdict, and nothing else."""
    names = ",".join(each.name for each in question.field)
    words = ["zetema", "verdict", question.strategy.name, "--field", names]
    words += ["--players", ",".join(map(str, question.players))]
    words += ["--rules", ",".join(question.rules_asked)]
    for override in question.overrides:
        words += ["--set", override]
    for each in question.ablations:
        if each.is_asked_for:
            words += ["--ablate", each.setting]
    for folder in question.folders:
        words += ["--strategies", str(folder)]
    words += ["--seed", str(question.seed), "--precision", str(question.precision)]
    words += ["--matches", str(question.ceiling)]
    if question.forfeits:
        words += ["--on-fault", FORFEIT]
    return {
        **_head("verdict", shlex.join(words), question.field),
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


def repeat_command(setup: Setup, command: str, level: float = DEFAULT_LEVEL) -> str:
    """Return the command line of a run, with all that it needs to give the same."""
    run = setup.run
    # Every line-up holds all that were named, as often as they were named.
    named = Counter(setup.names_of(run.lineups[0]))
    for lineup in run.lineups[1:]:
        named &= Counter(setup.names_of(lineup))
    names = sorted(named.elements(), key=list(named).index)
    words = [*names, *setup.choices.as_options(len(names))]
    words += ["--matches", str(run.total), *_level(level)]
    return shlex.join(["zetema", command, *words])


def _head(command: str, repeat: str, strategies: Iterable[Strategy]) -> Manifest:
    return {
        "command": command,
        "repeat": repeat,
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


def _table(setup: Setup) -> Manifest:
    players = setup.run.rules.players
    return {
        "rules_name": setup.rules.name,
        "rules": setup.rules.as_log(players, setup.sides),
        "players": players,
        "sides": setup.sides,
    }


def _ending(goal: Goal | None, margin: float | None) -> Iterator[str]:
    """Yield the words that ask for a goal and a margin of indifference."""
    yield from () if goal is None else goal.as_options()
    yield from () if margin is None else ("--margin", str(margin))


def _ended(goal: Goal | None, margin: float | None) -> Manifest:
    """Return what was asked for of these."""
    asked = {} if goal is None else asdict(goal)
    return asked if margin is None else asked | {"margin": margin}


def _level(level: float) -> Sequence[str]:
    return () if level == DEFAULT_LEVEL else ("--level", str(level))
