"""Begins a strategy: a file that works, with comments, and its test."""

from __future__ import annotations

import keyword
import os
import re
import sys
from pathlib import Path

from zetema_sim.common.names import MOST_OF_A_NAME as MOST_LETTERS
from zetema_sim.common.names import check_name
from zetema_sim.common.wording import nearest
from zetema_sim.roster.lookup import shipped_names

# A file of such a name beside others would be found instead of the library.
RESERVED = frozenset({"numpy", "numba", "pandas", "click", "pytest", "zetema_sim"})
_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")

STRATEGY = '''\
"""Say in one line what this strategy does.

Then say how: what it collects, when it declares, what it gives away. It keeps cards
that have company in the hand, and does not offer the next seat a pile of four.

Source: your idea.
"""

from zetema_sim.cards import rank_of, suit_of
from zetema_sim.toolkit import (
    cards_of_rank,
    cards_of_suit,
    partners_in_reach,
    points_of_discard,
    points_offered,
)
from zetema_sim.view import View

# Knobs: default, least, most. Given from outside as {name}:caution=3 and read as
# view.settings.caution, whole numbers only. Leave it out if there is none.
SETTINGS = {{"caution": (2, 0, 5)}}


def declare(view: View) -> int:
    """Return the number of the option to declare, or NONE (zetema_sim.view) for none.

    Without this function the option worth most is declared, which this does too.
    """
    return view.best_option


def worth(view: View, card: int) -> int:
    """Return what keeping a card is worth: of those that may go the least one goes.

    A card is a number: 16 * suit + rank.
    """
    in_suit = cards_of_suit(view, suit_of(card))
    of_rank = cards_of_rank(view, rank_of(card))
    value = in_suit * in_suit + 2 * of_rank * of_rank
    value += 5 * partners_in_reach(view, card)
    value += view.settings.caution * points_offered(view, card)
    return value - 2 * points_of_discard(view, card)
'''

TEST = '''\
"""What {name} does in single situations, and whether the doctor lets it pass."""

from pathlib import Path

from zetema_sim.doctor.examine import examine
from zetema_sim.doctor.report import Limits
from zetema_sim.situations import declares, discards

FILE = str(Path(__file__).with_name("{module}.py"))


def test_completes_a_pile():
    """The fifth card on a pile scores, so it goes."""
    assert discards(FILE, "2H 7S 8S 9S", piles="2S 2S 2D 2C") == "2H"


def test_keeps_what_has_company():
    """A card alone in its suit and rank goes first."""
    assert discards(FILE, "7S 8S 9S 4D") == "4D"


def test_declares_what_is_worth_most():
    """Five of a rank are worth more than a marriage."""
    assert declares(FILE, "5S 5S 5H 5D 5C KH QH") == "assembly"


def test_the_doctor_finds_nothing():
    """It is legal, steady, quick, and knows no hidden cards."""
    report = examine(FILE, limits=Limits(seconds=3))
    assert report.is_clean, report.text()
'''

TEST_OF_COPY = '''\
"""Whether the doctor lets {name} pass."""

from pathlib import Path

from zetema_sim.doctor.examine import examine
from zetema_sim.doctor.report import Limits

FILE = str(Path(__file__).with_name("{module}.py"))


def test_the_doctor_finds_nothing():
    """It is legal, steady, quick, and knows no hidden cards."""
    report = examine(FILE, limits=Limits(seconds=3))
    assert report.is_clean, report.text()
'''


class ScaffoldError(ValueError):
    """A strategy that cannot be begun under that name there."""


def write_strategy(name: str, folder: Path, shipped: str | None = None) -> list[Path]:
    """Write a strategy and its test into a folder, and return their paths.

    Parameters
    ----------
    name, folder
        The strategy's name, and where to write.
    shipped
        The shipped strategy that it begins as a copy of; None is an example.

    Raises
    ------
    ScaffoldError
        If the name is none, is taken, a file of it is there, there is no such shipped
        strategy, or the folder cannot be written to; nothing is left behind then.
    """
    module = _module_name(name)
    about = {"name": module.replace("_", "-"), "module": module}
    strategy = STRATEGY.format(**about) if shipped is None else _source_of(shipped)
    test = (TEST if shipped is None else TEST_OF_COPY).format(**about)
    texts = {folder / f"{module}.py": strategy, folder / f"test_{module}.py": test}
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in texts:
            if os.path.lexists(path):
                raise ScaffoldError(f"{path} is there already; nothing is overwritten")
        for path, text in texts.items():
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        if isinstance(error, FileExistsError):
            raise ScaffoldError(f"{folder} is not a folder") from None
        reason = error.strerror or "cannot be written"
        raise ScaffoldError(f"--folder {folder} cannot be used: {reason}") from None
    return written


def _source_of(shipped: str) -> str:
    names = shipped_names()
    if shipped not in names:
        near = nearest(shipped, names) or f"; there are {', '.join(names)}"
        raise ScaffoldError(f"--from {shipped!r} is not a shipped strategy{near}")
    return names[shipped].read_text("utf-8")


def _module_name(name: str) -> str:
    """Return the name of the strategy's module, if the name is good."""
    if len(name) > MOST_LETTERS:
        raise ScaffoldError(
            f"{f'{name[:MOST_LETTERS]}…'!r} is not a name for a strategy: at most "
            f"{MOST_LETTERS} letters"
        )
    if not _NAME.fullmatch(name):
        raise ScaffoldError(
            f"{name!r} is not a name for a strategy; use small letters, digits and "
            "dashes, a letter first"
        )
    check_name(name, "a strategy is named", "take another, as in {}")
    module = name.replace("-", "_")
    if module.replace("_", "-") in shipped_names():
        raise ScaffoldError(f"{name!r} is a shipped strategy; take another name")
    taken = keyword.iskeyword(module) or module in sys.stdlib_module_names
    if taken or module in RESERVED or module.startswith("test_"):
        raise ScaffoldError(f"{name!r} is reserved; take another name")
    return module
