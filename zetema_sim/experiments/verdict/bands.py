"""The words of a verdict and the thresholds that choose them.

What is judged is the *strength*: the win share against the field over the fair share,
one over the sides. The field's mean strength is 1. docs/verdict.md has the thresholds
for readers; a test holds the two together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from zetema_sim.stats import Measured, Reading, holm
from zetema_sim.stats.intervals import level_score, score

# A word holds from its strength on, up to the next one's.
BANDS = (
    ("hopeless", 0.0),
    ("weak", 0.5),
    ("average", 0.9),
    ("strong", 1.1),
    ("dominant", 1.5),
)
UNDECIDED = "undecided"
NOT_IN_RULES = "not in these rules"
MOST_TIMES = 100  # beyond so many times the matches, nothing would decide


@dataclass(frozen=True)
class Judgement:
    """A word for a strength.

    Attributes
    ----------
    word
        One of the bands, undecided, or not in these rules.
    seen
        The band in which the number seen lies.
    candidates
        The bands that the interval touches, the weakest first.
    p_holm
        The p-value that the truth lies beyond the band's nearer end, corrected for
        all strengths judged together; below what the level leaves the word is decided.
    more
        About how many times the matches played would decide, None where the word is
        decided or nothing would.
    """

    word: str
    seen: str
    candidates: tuple[str, ...]
    p_holm: float
    more: float | None = None

    @property
    def text(self) -> str:
        """The word, with what is left open where it is undecided."""
        if self.word != UNDECIDED:
            return self.word
        return f"{UNDECIDED}: {' or '.join(self.candidates)}"

    @property
    def short(self) -> str:
        """The word, or the words left open: ``strong/dominant?``."""
        if self.word != UNDECIDED:
            return self.word
        return "/".join(self.candidates) + "?"


def band_of(strength: float) -> str:
    """Return the band of a strength; a threshold belongs to what begins there."""
    return next(word for word, least in reversed(BANDS) if strength >= least)


def judge(
    shares: Sequence[Measured],
    fair: Sequence[float],
    in_rules: Sequence[bool],
    reading: Reading,
) -> list[Judgement]:
    """Return the words for shares that are judged together.

    Parameters
    ----------
    shares
        Win shares against the field.
    fair
        The fair share of each.
    in_rules
        Whether the combination that the strategy plans for exists there at all.
    reading
        Its level leaves the chance that any decided word is wrong.
    """
    alone = [_p_beyond(share, each) for share, each in zip(shares, fair, strict=True)]
    corrected = holm(alone)
    return [
        _judged(*each, reading=reading, together=len(shares))
        for each in zip(shares, fair, in_rules, corrected, strict=True)
    ]


def _p_beyond(share: Measured, fair: float) -> float:
    """Return the p-value that the truth lies in another band than what is seen."""
    nearest = min(
        (score(share, least * fair) for least in _ends(share.value / fair)),
        default=math.inf,
    )
    return _p_of(nearest)


def _p_of(found: float) -> float:
    return 1.0 if found == 0 else math.erfc(found / math.sqrt(2))


def _ends(strength: float) -> list[float]:
    """Return the thresholds at both ends of the band of a strength."""
    place = [word for word, _ in BANDS].index(band_of(strength))
    return [least for _, least in BANDS[max(place, 1) : place + 2]]


def _judged(
    share: Measured,
    fair: float,
    in_rules: bool,
    p_holm: float,
    *,
    reading: Reading,
    together: int,
) -> Judgement:
    seen = band_of(share.value / fair)
    ends = reading.interval(share)
    candidates = _between(ends.low / fair, ends.high / fair)
    if not in_rules:
        return Judgement(NOT_IN_RULES, seen, candidates, p_holm)
    if share.blocks > 1 and p_holm < 1 - reading.level:
        return Judgement(seen, seen, candidates, p_holm)
    if len(candidates) == 1:  # open only after the correction
        candidates = _with_nearest(share.value / fair)
    return Judgement(
        UNDECIDED, seen, candidates, p_holm, _more(share, fair, reading, together)
    )


def _between(low: float, high: float) -> tuple[str, ...]:
    words = [word for word, _ in BANDS]
    first, last = words.index(band_of(max(low, 0.0))), words.index(band_of(high))
    return tuple(words[first : last + 1])


def _with_nearest(strength: float) -> tuple[str, ...]:
    """Return the band of a strength and the one across its nearer end."""
    nearest = min(_ends(strength), key=lambda least: abs(least - strength))
    words = [word for word, _ in BANDS]
    place = [least for _, least in BANDS].index(nearest)
    return tuple(words[place - 1 : place + 1])


def _more(
    share: Measured, fair: float, reading: Reading, together: int
) -> float | None:
    """Return how many times the matches would decide, if what is seen is real."""
    if share.blocks < 2:
        return None
    nearest = min(
        (score(share, least * fair) for least in _ends(share.value / fair)),
        default=0.0,
    )
    needed = level_score(1 - (1 - reading.level) / together)
    if nearest <= 0 or (needed / nearest) ** 2 > MOST_TIMES:
        return None
    return max((needed / nearest) ** 2, 1.0)
