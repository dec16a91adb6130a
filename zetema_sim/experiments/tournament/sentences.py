"""A tournament in plain sentences: who leads, what is open, which cycles there are."""

from __future__ import annotations

from collections.abc import Iterator

from zetema_sim.common.wording import hundred, joined, wins_text
from zetema_sim.experiments.shared.fault_rates import withheld
from zetema_sim.experiments.tournament.experiment import Tournament
from zetema_sim.stats import Interval

_CYCLES_TOLD = 10
_NAMES_TOLD = 6


def by_strength(found: Tournament) -> list[int]:
    """Return the places of the strategies, the greatest share first."""
    players = found.players
    return sorted(
        range(len(players)), key=lambda place: -players[place].win_share.value
    )


def verdict(found: Tournament) -> str:
    """Return who leads the field, and whether that is beyond chance."""
    refused = withheld(found.fault_rates)
    if refused is not None:
        return refused
    players = found.players
    order = by_strength(found)
    if found.rounds < 2:
        return "Undecided: one round does not show how far chance reaches."
    top = [place for place in order if players[place].ranks[0] == 1]
    fair = f"{100 / found.field.table.sides:.1f} is fair"
    if len(top) == len(order):
        shares = "; their shares" if len(order) > 2 else ": their shares"
        return (
            f"All {len(order)} share rank 1-{len(order)}{shares} against the field, "
            f"from {_share(found, order[-1])} to {_share(found, order[0])} wins of 100 "
            f"({fair}), do not put one ahead of all others. {_open(found)}"
        )
    if len(top) == 1:
        told = f"{players[top[0]].name} leads the field with"
    else:
        told = f"{_listed([players[n].name for n in top])} may each be first; the most:"
    return (
        f"{told} {players[top[0]].win_share.text} wins of 100 "
        f"against the field ({fair}). {_open(found)}"
    )


def _open(found: Tournament) -> str:
    pairs = len(found.duels)
    apart = sum(duel.field.decision.is_apart for duel in found.duels)
    equal = sum(duel.field.decision.is_equal for duel in found.duels)
    if apart == pairs:
        return "Every rank is decided."
    margin = found.reading.margin
    if margin is None:
        return f"{apart} of {pairs} pairs are decided by their shares."
    return (
        f"By their shares, of {pairs} pairs one is ahead: {apart}; equal within "
        f"{wins_text(margin)}: {equal}; undecided: {pairs - apart - equal}."
    )


def cycles(found: Tournament) -> Iterator[str]:
    """Yield a sentence for each cycle, or one that there is none."""
    if not found.cycles:
        yield "No decided cycle head to head."
        return
    names = found.field.names
    for a, b, c in found.cycles[:_CYCLES_TOLD]:
        told = [
            f"{names[one]} beats {names[other]} by {_head(found, one, other)}"
            for one, other in ((a, b), (b, c), (c, a))
        ]
        yield f"A cycle head to head, in wins of 100: {_listed(told)}."
    if len(found.cycles) > _CYCLES_TOLD:
        yield f"There are {len(found.cycles) - _CYCLES_TOLD} cycles more."


def head(found: Tournament, one: int, other: int) -> Interval:
    """Return what one wins of another head to head."""
    for duel in found.duels:
        if (duel.a, duel.b) == (one, other):
            return duel.head.number
        if (duel.a, duel.b) == (other, one):
            return duel.head.number.turned()
    raise ValueError(f"{one} and {other} are no pair")


def _head(found: Tournament, one: int, other: int) -> str:
    return head(found, one, other).text


def _share(found: Tournament, place: int) -> str:
    return hundred(found.players[place].win_share.value)


def _listed(words: list[str]) -> str:
    if len(words) > _NAMES_TOLD:
        words = [*words[: _NAMES_TOLD - 1], f"{len(words) - _NAMES_TOLD + 1} more"]
    return joined(words)
