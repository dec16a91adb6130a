"""Plays all that a verdict needs, and puts it together.

Every table is one number with a budget of its own: a pilot says how many cycles its
precision takes. The plan and the rules are varied on the same cycles as the strategy
itself, so that the differences are paired; their budget follows from the pilot of the
table, since a paired difference varies hardly more than two shares together.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from zetema_sim.experiments.shared.fault_rates import REST
from zetema_sim.experiments.verdict import evaluation
from zetema_sim.experiments.verdict.against_field import (
    FOCUS,
    OTHERS,
    Job,
    JobSums,
    PlayedJobs,
    play_jobs,
)
from zetema_sim.experiments.verdict.bands import NOT_IN_RULES, Judgement, judge
from zetema_sim.experiments.verdict.budget import (
    Pilot,
    cycles_against,
    cycles_apart,
    cycles_for,
    run_pilots,
)
from zetema_sim.experiments.verdict.findings import (
    AtTable,
    ChangeEffect,
    Combination,
    Verdict,
)
from zetema_sim.experiments.verdict.interrupted import SoFar, so_far
from zetema_sim.experiments.verdict.question import (
    COARSER,
    AskedTable,
    Question,
    first_cycle,
    home_rules,
)
from zetema_sim.experiments.verdict.sentences import sentences
from zetema_sim.experiments.verdict.variants import PLAN_OFF, Change, changes
from zetema_sim.rules.ruleset import RulesError
from zetema_sim.stats import BlockSums, Bounds, Interval, Measured
from zetema_sim.work import Progress, Work

_TWO = 2


@dataclass(frozen=True)
class _VerdictPlan:
    """What is played: a job for each table, for what is varied, for the plan."""

    cells: tuple[AskedTable, ...]  # as asked, then one for two players if need be
    jobs: tuple[Job, ...]  # of the cells
    varied: tuple[tuple[AskedTable, tuple[Change, ...], Job], ...]
    home: Job | None  # where the combination is looked for, if not among `varied`

    @property
    def all_jobs(self) -> list[Job]:
        varied = [job for _, _, job in self.varied]
        return [*self.jobs, *varied, *([self.home] if self.home else [])]


def verdict(
    question: Question,
    *,
    work: Work | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Say whether a strategy is strong.

    Parameters
    ----------
    question
        What is asked.
    work
        Who plays; it changes no number.
    progress
        Told of the matches played so far.

    Raises
    ------
    StrategyFault
        If a strategy raises an error or answers what is not allowed.
    """
    work = work or Work()
    started = time.perf_counter()
    cells = _with_duels(question)
    cases = [question.case(cell.table, cell.asked) for cell in cells]
    firsts = [first_cycle(place + 1, pilot=True) for place in range(len(cells))]
    pilots = run_pilots(cases, firsts, work.of_the_unsaved)
    plan = _plan(question, cells, pilots)
    pilots_took = time.perf_counter() - started

    def known(played: PlayedJobs, seconds: float) -> SoFar:
        return so_far(question, plan.jobs, played, pilots_took + seconds)

    played = play_jobs(plan.all_jobs, work, progress, known)
    found = replace(
        _put_together(question, plan, played),
        matches=sum(p.matches for p in played) + sum(p.matches for p in pilots),
        turns=sum(each.turns for each in played),
        seconds=time.perf_counter() - started,
        fault_rates=_fault_rates(question, played),
    )
    return replace(found, sentences=tuple(sentences(found)))


def _with_duels(question: Question) -> tuple[AskedTable, ...]:
    """Return the tables, and one for two players under the base rules."""
    if any(cell.players == _TWO for cell in question.of_base()):
        return question.cells
    try:
        table = question.base.at_table(_TWO)
    except RulesError:
        return question.cells
    asked = question.rules_asked[0]
    duel = AskedTable((question.base.name,), _TWO, "solo", table, asked)
    return (*question.cells, duel)


def _plan(
    question: Question, cells: tuple[AskedTable, ...], pilots: Sequence[Pilot]
) -> _VerdictPlan:
    jobs, varied = [], []
    base = question.of_base()
    coarse = COARSER * question.precision
    for place, (cell, pilot) in enumerate(zip(cells, pilots, strict=True)):
        most = question.most_cycles(cell.players)
        duels = cell.players == _TWO and question.base.name in cell.presets
        cycles = max(
            cycles_for(pilot.cycle, question.precision)
            if cell in question.cells
            else 0,
            cycles_against(pilot, coarse) if duels else 0,
        )
        case = question.case(cell.table, cell.asked)
        jobs.append(Job((case,), first_cycle(place + 1), min(most, cycles)))
        if cell in base:
            cycles = min(most, cycles_apart(pilot, coarse))
            varied.append(_varied(question, cell, cycles))
    return _VerdictPlan(cells, tuple(jobs), tuple(varied), _home(question, varied))


def _varied(
    question: Question, cell: AskedTable, cycles: int
) -> tuple[AskedTable, tuple[Change, ...], Job]:
    found = tuple(changes(question.base, cell.players, cell.sides))
    cases = [
        question.case(cell.table, cell.asked),
        *(
            question.case(cell.table, cell.asked, each.strategy)
            for each in question.ablations
        ),
        *(
            question.case(
                change.table,
                cell.asked,
                overrides=[*question.overrides, *change.texts],
            )
            for change in found
        ),
    ]
    return cell, found, Job(tuple(cases), first_cycle(0), cycles)


def _home(
    question: Question, varied: Sequence[tuple[AskedTable, tuple[Change, ...], Job]]
) -> Job | None:
    """Return what shows the combination, where the base rules are not the default."""
    cell, _, job = varied[0]
    table = home_rules().at_table(cell.players)
    if table == cell.table:
        return None
    off = [each.strategy for each in question.ablations if each.setting == PLAN_OFF]
    home = partial(question.case, table, home_rules().name, overrides=())
    cases = [home(), *(home(each) for each in off)]
    return Job(tuple(cases), first_cycle(0), job.cycles)


def _fault_rates(question: Question, played: Sequence[JobSums]) -> dict[str, float]:
    if not question.forfeits:
        return {}
    cases = [sums for each in played for sums in each.alone]
    own, rest = (evaluation.fault_rate(cases, who) for who in (FOCUS, OTHERS))
    return {question.strategy.name: own, REST: rest}


def _put_together(
    question: Question, plan: _VerdictPlan, played: Sequence[JobSums]
) -> Verdict:
    of_cells = played[: len(plan.cells)]
    of_varied = played[len(plan.cells) : len(plan.cells) + len(plan.varied)]
    planned = _combination(question, plan, of_varied, played[-1])
    tables = _tables(question, plan, of_cells, planned)
    overall, strength = _overall(tables)
    names = [strategy.name for strategy in question.field]
    duel = next(
        (
            each
            for cell, each in zip(plan.cells, of_cells, strict=True)
            if cell.players == _TWO and question.base.name in cell.presets
        ),
        None,
    )
    own = question.strategy.name
    return Verdict(
        question=question,
        overall=overall,
        strength=strength,
        tables=tuple(tables),
        duels=evaluation.duels(duel.against, names, own) if duel else (),
        duel_rules=question.base.name,
        combination=planned,
        ablations=tuple(
            change
            for (cell, _, _), each in zip(plan.varied, of_varied, strict=True)
            for change in _ablations(question, cell, each)
        ),
        rules=tuple(_rules(question, plan, of_varied, planned)),
        matches=0,
        turns=0,
        seconds=0.0,
    )


def _combination(
    question: Question, plan: _VerdictPlan, of_varied: Sequence[JobSums], last: JobSums
) -> Combination | None:
    settings = [each.setting for each in question.ablations]
    played = of_varied[0] if plan.home is None else last
    most = (plan.home or plan.varied[0][2]).cases[0].most_points
    if PLAN_OFF not in settings:
        return evaluation.combination(played.alone[0], None, home_rules().name, most)
    place = settings.index(PLAN_OFF) if plan.home is None else 0
    pair = played.pairs[place]
    return evaluation.combination(played.alone[0], pair, home_rules().name, most)


def _tables(
    question: Question,
    plan: _VerdictPlan,
    played: Sequence[JobSums],
    planned: Combination | None,
) -> list[AtTable]:
    cells = question.cells
    sums = [each.alone[0] for each in played[: len(cells)]]
    shares = [evaluation.measured_share(each, len(question.field)) for each in sums]
    in_rules = [evaluation.is_in_rules(each, planned) for each in sums]
    judged = judge(shares, [cell.fair for cell in cells], in_rules, evaluation.READING)
    tables = []
    for cell, share, each, word in zip(cells, shares, sums, judged, strict=True):
        number = evaluation.READING.interval(share)
        most = question.case(cell.table, cell.asked).most_points
        own, field = (evaluation.sources(each, who, most) for who in (FOCUS, OTHERS))
        tables.append(
            AtTable(
                cell,
                number,
                _over_fair(number, cell.fair),
                share.variance**0.5 / cell.fair,
                share.blocks,
                evaluation.matches_of(each),
                evaluation.gain_of(each),
                word,
                own,
                field,
            )
        )
    return tables


def _over_fair(share: Interval, fair: float) -> Interval:
    return Interval(share.value / fair, share.low / fair, share.high / fair)


def _overall(tables: Sequence[AtTable]) -> tuple[Judgement, Interval | None]:
    """Return the word for the mean strength over the tables where the plan exists.

    Tables that are one game under several presets count once for each; they are
    played on blocks of their own, so their variances add up.
    """
    there = [table for table in tables if table.judged.word != NOT_IN_RULES]
    if not there:
        first = tables[0].judged
        return Judgement(NOT_IN_RULES, first.seen, first.candidates, first.p_holm), None
    weights = [len(table.cell.presets) for table in there]
    whole = sum(weights)
    value = variance = 0.0
    for table, weight in zip(there, weights, strict=True):
        part = weight / whole
        value += part * table.strength.value
        variance += (part * table.error) ** 2
    most = max(table.cell.table.sides for table in there)
    mean = Measured(
        value,
        variance,
        min(table.cycles for table in there),
        sum(table.matches for table in there),
        Bounds(0.0, float(most), smooth=True),
    )
    (word,) = judge([mean], [1.0], [True], evaluation.READING)
    return word, evaluation.READING.interval(mean)


def _ablations(
    question: Question, cell: AskedTable, played: JobSums
) -> list[ChangeEffect]:
    """Return what each setting makes at a table."""
    named = [(cell, each.setting, each.meaning) for each in question.ablations]
    alone = played.alone[1 : 1 + len(named)]
    return _effects(question, named, alone, played.pairs[: len(named)])


def _rules(
    question: Question,
    plan: _VerdictPlan,
    played: Sequence[JobSums],
    planned: Combination | None,
) -> list[ChangeEffect]:
    """Return what each rule makes, all of them judged together."""
    skipped = len(question.ablations)
    named, alone, pairs = [], [], []
    for (cell, varied, _), each in zip(plan.varied, played, strict=True):
        named += [(cell, change.name, change.name) for change in varied]
        alone += each.alone[1 + skipped :]
        pairs += each.pairs[skipped:]
    effects = _effects(question, named, alone, pairs)
    judged = judge(
        [evaluation.measured_share(sums, len(question.field)) for sums in alone],
        [cell.fair for cell, _, _ in named],
        [evaluation.is_in_rules(sums, planned) for sums in alone],
        evaluation.READING,
    )
    return [
        replace(effect, judged=word)
        for effect, word in zip(effects, judged, strict=True)
    ]


def _effects(
    question: Question,
    named: Sequence[tuple[AskedTable, str, str]],
    alone: Sequence[BlockSums],
    pairs: Sequence[BlockSums],
) -> list[ChangeEffect]:
    """Return what changes make, each at a table, by its name and meaning."""
    size, reading = len(question.field), evaluation.READING
    differences = evaluation.differences(pairs, size)
    return [
        ChangeEffect(
            cell.players,
            name,
            meaning,
            reading.interval(evaluation.measured_share(sums, size)),
            difference.turned(),
            evaluation.matches_of(sums),
        )
        for (cell, name, meaning), sums, difference in zip(
            named, alone, differences, strict=True
        )
    ]
