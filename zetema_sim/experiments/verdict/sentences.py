"""The answer in plain sentences, the word first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zetema_sim.common.wording import joined, margin_text, signed
from zetema_sim.experiments.shared.fault_rates import withheld
from zetema_sim.experiments.verdict.bands import NOT_IN_RULES, UNDECIDED, Judgement
from zetema_sim.experiments.verdict.findings import AtTable, ChangeEffect, Verdict
from zetema_sim.stats import Interval


def sentences(found: Verdict) -> Iterator[str]:
    """Yield the answer, how sure it is, what the plan is worth, and what flips it."""
    refused = withheld(found.fault_rates)
    if refused is not None:
        yield refused
        return
    yield _answer(found)
    yield _how_sure(found)
    yield from _of_plan(found)
    yield from _of_duels(found)
    yield _of_rules(found)


def _answer(found: Verdict) -> str:
    name = found.question.strategy.name
    if found.strength is None:
        return f"{name} is {NOT_IN_RULES}: {_why_not(found)}."
    where = _where(found.tables)
    return (
        f"{name} is {found.overall.text}: a seat that plays it wins "
        f"{strength_text(found.strength)} times its fair share against the field. "
        f"{where}"
    )


def _why_not(found: Verdict) -> str:
    assert found.combination is not None
    return (
        f"its combination, {found.combination.words}, never comes there "
        f"({_events(found):.2f} a deal under {found.combination.rules})"
    )


def strength_text(strength: Interval) -> str:
    """Return a strength as ``1.31 ± 0.01``."""
    return f"{strength.value:.2f} ± {margin_text(strength.margin, 2)}"


def _where(tables: Sequence[AtTable]) -> str:
    """Return at which tables which word holds, and what would decide the open ones."""
    words = dict.fromkeys(table.judged.word for table in tables)
    if len(words) == 1 and UNDECIDED not in words:
        count = len(tables)
        return (
            f"That holds at all {count} tables." if count > 1 else "That is one table."
        )
    told = []
    for word in words:
        there = [table for table in tables if table.judged.word == word]
        if word == UNDECIDED:
            told += [
                f"{table.judged.text} at {table.cell.name}{_more(table)}"
                for table in there
            ]
        else:
            told.append(f"{word} {_places(there)}")
    return f"By table: {'; '.join(told)}."


def _places(tables: Sequence[AtTable]) -> str:
    """Return tables as ``at 2 and 3 players under parlett and official``."""
    counts: dict[str, list[str]] = {}
    for table in tables:
        for preset in table.cell.presets:
            counts.setdefault(preset, []).append(str(table.cell.players))
    presets: dict[tuple[str, ...], list[str]] = {}
    for preset, players in counts.items():
        presets.setdefault(tuple(players), []).append(preset)
    told = [
        f"at {joined(players)} players under {joined(names)}"
        for players, names in presets.items()
    ]
    return ", ".join(told)


def _more(table: AtTable) -> str:
    return f" ({more_text(table.judged, table.matches)})"


def more_text(judged: Judgement, matches: int) -> str:
    """Return how many matches would decide."""
    if judged.more is None:
        return "no number of matches in reach would decide"
    needed = matches * judged.more
    step = 10 ** max(len(str(int(needed))) - 2, 0)
    return f"about {int(-(-needed // step) * step):,} matches would decide"


def _how_sure(found: Verdict) -> str:
    decided = [
        table.judged.p_holm
        for table in found.tables
        if table.judged.word not in (UNDECIDED, NOT_IN_RULES)
    ]
    there = [table for table in found.tables if table.judged.word != NOT_IN_RULES]
    has = "has" if len(there) == 1 else "have"
    with_plan = "" if len(there) == len(found.tables) else f" that {has} the plan"
    if len(there) == 1 and decided:
        sure = f"the table{with_plan} is decided, right with 95 % confidence"
    elif decided:
        sure = (
            f"{len(decided)} of the {len(there)} tables{with_plan} are decided, all of "
            "them right with 95 % confidence"
        )
    elif len(found.tables) == 1:
        sure = "the table is not decided"
    else:
        sure = f"none of the {len(found.tables)} tables is decided"
    widest = max(table.share.margin for table in found.tables)
    return (
        f"How sure: {sure} (Holm's correction); each share is known to "
        f"± {100 * widest:.2f} wins of 100 or better."
    )


def _of_plan(found: Verdict) -> Iterator[str]:
    planned = found.combination
    if planned is not None:
        than = "than with its plan off" if planned.by_plan else "than the field"
        points = signed(f"{planned.points.value:z.1f}")
        yield (
            f"Its combination is {planned.words}: {_events(found):.2f} a seat and deal "
            f"under {planned.rules}, {points} points a deal more {than}."
        )
    for setting in dict.fromkeys(each.name for each in found.ablations):
        of_it = [each for each in found.ablations if each.name == setting]
        told = joined([_worth(each) for each in of_it])
        meaning = of_it[0].meaning
        named = meaning if meaning == setting else f"{meaning} ({setting})"
        yield f"What that is worth: with {named} its wins of 100 change by {told}."


def _events(found: Verdict) -> float:
    """Return how often the combination comes, as the first table shows it.

    Where the rules that it was looked for under have no table, it is what was seen
    when looking.
    """
    planned = found.combination
    assert planned is not None
    tables = found.of_base()
    if found.question.base.name != planned.rules or not tables:
        return planned.events
    return tables[0].own.events[planned.source].value


def _worth(change: ChangeEffect) -> str:
    doubt = "" if change.difference.decision.decided else ", not decided"
    less = signed(change.difference.number.text)
    return f"{less} at {change.players} players{doubt}"


def _of_duels(found: Verdict) -> Iterator[str]:
    if not found.duels:
        return
    open_ones = [d.opponent for d in found.duels if not d.wins.decision.decided]
    decided = [duel for duel in found.duels if duel.wins.decision.decided]
    won = [duel.opponent for duel in decided if duel.wins.number.value > 0.5]
    lost = [duel.opponent for duel in decided if duel.wins.number.value < 0.5]
    text = f"Head to head it is ahead of {len(won)} of {len(found.duels)}"
    if lost:
        text += f", behind {joined(lost)}"
    if open_ones:
        text += f", undecided against {joined(open_ones)}"
    yield f"{text}."


def _of_rules(found: Verdict) -> str:
    flips = found.flips()
    base = found.question.base.name
    if not found.rules:
        return f"No rule could be varied from {base}."
    if not flips:
        return f"No single rule that was varied from {base} decidedly changes the word."
    told = []
    for name in dict.fromkeys(change.name for change in flips):
        of_it = [change for change in flips if change.name == name]
        words = dict.fromkeys(each.judged.word for each in of_it if each.judged)
        for word in words:
            players = [
                str(each.players)
                for each in of_it
                if each.judged and each.judged.word == word
            ]
            told.append(f"{name} makes it {word} at {joined(players)} players")
    return f"One rule of {base} changed flips the word: {'; '.join(told)}."
