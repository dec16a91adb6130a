"""A verdict for a terminal: 80 columns wide, the answer first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zetema_sim.answers.parts import AnswerTable, Column, Part, Prose, short, table_of
from zetema_sim.common.wording import p_text, plain, signed, span_text
from zetema_sim.experiments.shared import fault_rates
from zetema_sim.experiments.verdict.bands import BANDS, UNDECIDED
from zetema_sim.experiments.verdict.findings import AtTable, ChangeEffect, Verdict
from zetema_sim.experiments.verdict.sentences import more_text, strength_text
from zetema_sim.kernel import counters

_NAME_WIDTH = 32
_LEAST_SHOWN = 0.05  # points of a seat in a match


def as_text(found: Verdict) -> Iterator[Part]:
    """Yield the answer, then what it rests on."""
    for place, sentence in enumerate(found.sentences):
        yield Prose(sentence, is_bold=place == 0)
    yield Prose("")
    yield _tables(found)
    if found.duels:
        yield _duels(found)
    yield from map(_sources, found.of_base())
    yield from _changes(found.ablations, "setting")
    yield from _changes(found.rules, "rule")
    yield from map(Prose, _last_lines(found))


def _tables(found: Verdict) -> AnswerTable:
    table = table_of(
        "Wins of 100 against the field (± 95 % interval)",
        Column("table", is_left=True, is_whole=True),
        *("wins", "strength", "matches", "word"),
    )
    for each in found.tables:
        table.add(
            f"{each.cell.players} {each.cell.sides}, {' '.join(each.cell.presets)}",
            each.share.text,
            strength_text(each.strength),
            f"{each.matches:,}",
            each.judged.short,
        )
    return table


def _duels(found: Verdict) -> AnswerTable:
    table = table_of(
        f"Head to head, 2 players, {found.duel_rules}: wins of 100 (± 95 % interval)\n"
        f"p of even strength is corrected for {len(found.duels)} opponents by Holm",
        *("against", "wins", "p", "decided"),
    )
    for duel in sorted(found.duels, key=lambda duel: -duel.wins.number.value):
        table.add(
            short(duel.opponent),
            duel.wins.number.text,
            p_text(duel.wins.decision.p_holm),
            duel.wins.decision.text,
        )
    return table


def _sources(at: AtTable) -> AnswerTable:
    table = table_of(
        f"{at.cell.players} players, {at.cell.presets[0]}: points of a seat in a match "
        "and declared or\ncompleted by a seat in a deal; field: the other seats",
        *("source", "points", "field", "a deal", "field"),
    )
    for source in counters.SOURCES:
        own, field = at.own.points[source], at.field.points[source]
        events = at.own.events[source]
        if max(own.value, field.value) >= _LEAST_SHOWN:
            table.add(
                source.replace("_", " "),
                plain(own.value, own.margin, 1),
                f"{field.value:.1f}",
                plain(events.value, events.margin, 3),
                f"{at.field.events[source].value:.3f}",
            )
    return table


def _changes(changes: Sequence[ChangeEffect], what: str) -> Iterator[AnswerTable]:
    """Yield a table for each player count."""
    for players in dict.fromkeys(change.players for change in changes):
        judged = [change.judged for change in changes if change.judged]
        words = ["word"] if judged else []
        table = table_of(
            f"One {what} changed: wins of 100 against the field, and the change, "
            "paired on\nthe same shuffles and opponents; * decided (Holm)",
            f"{players} players",
            *(Column(head, is_whole=True) for head in ("wins", "change", *words)),
        )
        for change in changes:
            if change.players == players:
                table.add(
                    on_two_lines(change.name),
                    change.share.text,
                    _marked(change),
                    *([change.judged.short] if change.judged else []),
                )
        yield table


def on_two_lines(name: str) -> str:
    """Return a setting or rule with its value, below it where both are long."""
    key, equals, value = name.partition("=")
    if len(name) <= _NAME_WIDTH:
        return name
    return f"{short(key, _NAME_WIDTH)}{equals}\n  {short(value, _NAME_WIDTH - 2)}"


def _marked(change: ChangeEffect) -> str:
    """Return what a change makes, with a star where it is decided."""
    return signed(change.difference.number.text) + (
        " *" if change.difference.decision.decided else "  "
    )


def _last_lines(found: Verdict) -> Iterator[str]:
    for table in found.tables:
        if table.judged.word == UNDECIDED:
            yield f"{table.cell.name}: {more_text(table.judged, table.matches)}."
    for name, reason in found.question.missing:
        yield f"Not asked: {name}: {reason}."
    if found.fault_rates:
        yield fault_rates.sentence(found.fault_rates)
    words = ", ".join(f"{word} from {least:g}" for word, least in BANDS)
    yield f"Words by strength, the share over the fair share: {words}."
    gains = [table.gain for table in found.tables]
    yield (
        f"{found.matches:,} matches in {found.seconds:.0f} s; a match was worth "
        f"{span_text(gains, 1)} independent ones. Budgets were fixed by "
        "pilots on other shuffles, so the intervals are those of fixed sizes."
    )
