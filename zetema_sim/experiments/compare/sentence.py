"""The verdict of a comparison in one or two plain sentences.

What is said follows from the numbers alone:

* One strategy is *ahead* of another where Holm's p-value of their difference is below
  what the level leaves (0.05 at 95 %); else the two are *undecided*.
* Where a margin of indifference was asked for, two that are known to differ by less
  are *equal*, unless one is ahead.
* A difference is of two shares where each strategy plays one side. Else it is of what
  a side of each wins, which is said.
* The margin after ± is the longer side of the interval of that one number.
* How many matches would decide is a guess from the difference seen: as many times the
  matches as the margin, at the level that Holm's correction asks of the first pair,
  is longer than it, squared. It is given up to `MOST_TIMES` the matches; beyond that
  the sentence says what any difference is at most.
* One block: undecided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from zetema_sim.common.wording import hundred, joined, wins_text
from zetema_sim.experiments.shared.standings import PairDifference, Standings
from zetema_sim.stats import level_score

MOST_TIMES = 100


def verdict(found: Standings, names: Sequence[str]) -> str:
    """Return who is ahead by how much, and what is undecided.

    Parameters
    ----------
    found
        The shares and pairs of a run.
    names
        The names of the strategies, in the order of `found`.
    """
    if len(names) == 1:
        return (
            f"Only {names[0]} plays, so one of its sides wins in any case and there is "
            "nothing to decide."
        )
    if found.blocks < 2:
        return "Undecided: one block of matches does not show how far chance reaches."
    order = _by_strength(found)
    ahead = found.ahead()
    top = [other for other in order if not ahead[order[0]][other]]
    rest = [other for other in order if other not in top]
    if not rest:
        told = _nobody_ahead(found, names, order)
    elif len(top) > 1:
        told = _shared_lead(found, names, top, rest)
    else:
        told = [_one_ahead(found, names, order), _equal_ones(found, names)]
    return " ".join(filter(None, told))


def _by_strength(found: Standings) -> list[int]:
    """Return the strategies by win share over fair share, the best first."""
    return sorted(range(len(found.win_shares)), key=found.strength, reverse=True)


def _one_ahead(found: Standings, names: Sequence[str], order: list[int]) -> str:
    best, second = order[0], order[1]
    pair = _pair(found, best, second)
    ahead = pair.number if pair.number.value > 0 else pair.number.turned()
    more = ahead.text
    if _plays_one_side(found):
        told = f", {more} more than {names[second]}"
    else:
        told = f"; a side of it wins {more} of 100 more than one of {names[second]}"
    first = (
        f"{names[best]} is ahead with {found.win_shares[best].text} wins of 100 "
        f"({hundred(found.fair_shares[best])} is fair){told}"
    )
    return f"{first}{_others(found, names, order[1:])}."


def _others(found: Standings, names: Sequence[str], rest: list[int]) -> str:
    """Return what is left to say of those behind: in order, or undecided."""
    if len(rest) == 1:
        return ""
    groups = _runs(found, rest)
    if all(len(group) == 1 for group in groups):
        return f"; then come {joined(_named_shares(found, names, rest))}"
    told = (
        f"{joined([names[strategy] for strategy in group])} "
        f"({joined([_plain(found, strategy) for strategy in group])})"
        for group in groups
        if len(group) > 1
    )
    return f". Undecided: {'; '.join(told)}"


def _shared_lead(
    found: Standings, names: Sequence[str], top: list[int], rest: list[int]
) -> list[str]:
    ahead = found.ahead()
    all_behind = all(ahead[leader][other] for leader in top for other in rest)
    behind = "them" if all_behind else names[top[0]]
    lead = (
        f"{joined([names[leader] for leader in top])} lead, undecided among them "
        f"({joined([_plain(found, leader) for leader in top])} wins of 100); behind "
        f"{behind}: {joined(_named_shares(found, names, rest))}."
    )
    leaders = [_pair(found, top[0], top[1])]
    return [lead, _equal_ones(found, names), _what_decides(found, names, leaders)]


def _nobody_ahead(
    found: Standings, names: Sequence[str], order: list[int]
) -> list[str]:
    ahead = found.ahead()
    decided = [(a, b) for a in order for b in order if ahead[a][b]]
    shares = joined([_plain(found, strategy) for strategy in order])
    all_equal = all(pair.decision.is_equal for pair in found.pairs)
    what = f"equal within {_margin_text(found)}" if all_equal else "undecided"
    text = (
        f"{joined([names[strategy] for strategy in order])} are {what} "
        f"({shares} wins of 100)"
    )
    if all_equal:
        return [f"{text}."]
    equal = _equal_ones(found, names)
    if decided:
        told = [f"{names[a]} is ahead of {names[b]}" for a, b in decided]
        return [f"The lead is open: {text}, only {joined(told)}.", equal]
    return [f"{text}.", equal, _what_decides(found, names, found.pairs)]


def _equal_ones(found: Standings, names: Sequence[str]) -> str:
    """Return which pairs are equal; nothing if there are none."""
    equal = [
        f"{names[pair.a]} and {names[pair.b]}"
        for pair in found.pairs
        if pair.decision.is_equal
    ]
    return f"Equal within {_margin_text(found)}: {'; '.join(equal)}." if equal else ""


def _margin_text(found: Standings) -> str:
    """Return the margin of indifference, which is of a side that is played."""
    each = "" if _plays_one_side(found) else " for each side played"
    return f"{wins_text(found.reading.margin or 0)}{each}"


def _what_decides(
    found: Standings, names: Sequence[str], pairs: Sequence[PairDifference]
) -> str:
    """Return after how many matches one of the open pairs would be decided."""
    pairs = [pair for pair in pairs if not pair.decision.decided]
    if not pairs:
        return ""
    times = {pair: _times_needed(found, pair) for pair in pairs}
    pair = min(pairs, key=lambda pair: times[pair])
    if times[pair] > MOST_TIMES:
        most = max(max(map(abs, pair.number.ends)) for pair in pairs)
        each = "" if _plays_one_side(found) else " for each side played"
        shown = math.ceil(1000 * most) / 10
        return f"Any difference is at most {shown} wins of 100{each}."
    needed = _rounded_up(times[pair] * found.matches)
    both = "" if len(names) == 2 else f" between {names[pair.a]} and {names[pair.b]}"
    return f"About {needed:,} matches would decide{both} if what is seen is real."


def _times_needed(found: Standings, pair: PairDifference) -> float:
    if pair.number.value == 0:
        return float("inf")
    level = found.reading.level
    stricter = 1 - (1 - level) / len(found.pairs)
    factor = level_score(stricter) / level_score(level)
    times = (factor * pair.number.margin / pair.number.value) ** 2
    return max(times, 1.0)


def _rounded_up(number: float) -> int:
    """Return a number rounded up to two digits."""
    step = 10 ** max(len(str(int(number))) - 2, 0)
    return int(-(-number // step) * step)


def _runs(found: Standings, order: list[int]) -> list[list[int]]:
    """Return neighbours in `order` that are undecided, grouped."""
    ahead = found.ahead()
    groups = [[order[0]]]
    for strategy in order[1:]:
        if ahead[groups[-1][0]][strategy]:
            groups.append([strategy])
        else:
            groups[-1].append(strategy)
    return groups


def _pair(found: Standings, one: int, other: int) -> PairDifference:
    return next(pair for pair in found.pairs if {pair.a, pair.b} == {one, other})


def _plays_one_side(found: Standings) -> bool:
    """Return whether every strategy plays one side, so that differences are plain."""
    return all(math.isclose(fair * found.sides, 1) for fair in found.fair_shares)


def _is_even(found: Standings) -> bool:
    return len({*found.fair_shares}) == 1


def _named_shares(
    found: Standings, names: Sequence[str], strategies: list[int]
) -> list[str]:
    return [f"{names[place]} ({_plain(found, place)})" for place in strategies]


def _plain(found: Standings, strategy: int) -> str:
    """Return wins of 100, beside what is fair where that differs."""
    text = found.win_shares[strategy].text
    if _is_even(found):
        return text
    return f"{text} where {hundred(found.fair_shares[strategy])} is fair"
