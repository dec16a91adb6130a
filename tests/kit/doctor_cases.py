"""Strategies that go wrong in rare cases, and sound ones, for the doctor to tell apart.

A faulty one plays the lowest card until its moment comes (`WHEN`), then does what it
may not (`DOES`); a few (`ALONE`) are written out.
"""

from __future__ import annotations

from pathlib import Path

HEAD = '''\
"""{name}, for the doctor.

Source: the tests of the doctor.
"""

import math

import numpy as np

from zetema_sim.bits import count_bits, lowest_bit
from zetema_sim.cards import ACE, JACK, KING, QUEEN, rank_of, suit_of
from zetema_sim.toolkit import (
    all_marriages,
    cards_of_rank,
    cards_of_suit,
    chance_below,
    nth_card,
    points_offered,
    unseen_copies,
)
from zetema_sim.view import ASSEMBLY, FLUSH_SEQUENCE, MARRIAGES, NONE, SEQUENCE, View

{settings}

'''

DISCARD = """\
def discard(view: View) -> int:
    if {when}:
        {does}
    return lowest_bit(view.legal_mask)
"""
DECLARE = """\
def declare(view: View) -> int:
    if {when}:
        {does}
    return view.best_option


def discard(view: View) -> int:
    return lowest_bit(view.legal_mask)
"""

# When it goes wrong. What comes behind a semicolon is `SETTINGS`.
WHEN = {
    "holds a king": "view.hand_mask & (1 << KING)",
    "six play": "view.players == 6 and view.turn > 20",
    "2x3 play": "view.players == 6 and view.sides == 2 and view.turn == 30",
    "third deal": "view.deal == 2 and view.turn > 15",
    "late deal": "view.deal >= 4",
    "near the target": "view.scores[view.side] + 5 >= view.rules.target",
    "far behind": "view.scores.max() - view.scores[view.side] > 250",
    "turn end": "view.rules.draw_at_end and view.turn > 50",
    "discard only": "view.discard_only",
    "big hand": "view.hand_size >= 8 and view.turn > 10",
    "flush sequence": "view.declared == FLUSH_SEQUENCE",
    "assembly": "view.declared == ASSEMBLY",
    "stock runs out": "view.stock == 1",
    "no stock": "view.stock == 0 and view.hand_size == 2",
    "twin kings": "view.hand_twins >> KING & 1",
    "last card": "view.hand_size == 1",
    "four jacks": "view.piles[JACK] == 4 and cards_of_rank(view, JACK)",
    "two couples": "view.married.sum() == 5",
    "house rules": "view.rules.tableau_cards == 2 and view.turn > 25",
    "a setting": "view.settings.mode == 3; {'mode': (0, 0, 3)}",
    "two settings": "view.settings.a + view.settings.b == 5; "
    "{'a': (1, 0, 2), 'b': (1, 0, 3)}",
    "by chance": "chance_below(view, 3000, 0) == 7",
    "many options": "view.n_options > 12",
    "many couples": "view.n_options and view.option_pairs.max() >= 3",
    "high turn": "view.turn >= 60",
}

# What it does then, with the checks of which one must find it.
DOES = {
    "no such card": ("return 63", "legal"),
    "of its hand": ("return highest(view.hand_mask)", "legal"),
    "no such option": ("return view.n_options", "legal"),
    "index": ("return int(np.zeros(4)[view.hand_size + 60])", "legal"),
    "division": ("return view.turn // (view.players - view.players)", "legal"),
    "overflow": (
        "return lowest_bit(view.legal_mask) if "
        "view.hand_mask * 6364136223846793005 >> 62 == 1 else highest(view.legal_mask)",
        "plain",
    ),
    "shift": (
        "return highest(view.legal_mask) if view.legal_mask << 40 >> 40 == "
        "view.legal_mask else lowest_bit(view.legal_mask)",
        "plain",
    ),
    "endless": ("while view.players:\n            pass", "ends"),
    "memory": ("return int(np.ones(10**10)[0])", "legal"),
    "fraction": ("return lowest_bit(view.legal_mask) + 0.5", "rules"),
    "chance": ("return nth_card(view.legal_mask, chance_below(view, 0, 0))", "legal"),
}
HELPERS = """

def highest(mask: int) -> int:
    card = 0
    while mask:
        card = lowest_bit(mask)
        mask &= mask - 1
    return card
"""

PAIRS = [
    *[(when, "no such card") for when in WHEN],
    *[("third deal", does) for does in DOES if does != "no such card"],
    *[("six play", does) for does in ("index", "division", "overflow", "endless")],
    *[("turn end", does) for does in ("memory", "chance", "shift", "overflow")],
    *[("big hand", does) for does in ("overflow", "endless", "index")],
    *[("a setting", does) for does in ("endless", "overflow")],
]

# Written out: the check that must find it, and the functions.
ALONE = {
    "hand instead of legal": (
        "legal",
        DISCARD.format(when="view.hand_mask & (1 << KING)", does="return KING"),
    ),
    "slow late": (
        "speed",
        "def discard(view: View) -> int:\n    total = 0\n"
        "    if view.deal >= 1:\n        for turn in range(60_000_000):\n"
        "            total += turn ^ view.turn * total\n"
        "    return lowest_bit(view.legal_mask) + (total == 5)\n",
    ),
    "reads beside": (
        "rules legal unseen plain",
        DISCARD.format(
            when="np.take_along_axis(view.scores, np.array([900]), 0)[0] % 2",
            does="return highest(view.legal_mask)",
        ),
    ),
    "writes beside": (
        "rules legal unseen plain",
        DISCARD.format(
            when="np.bincount(view.first_option).sum() == 3",
            does="return highest(view.legal_mask)",
        ),
    ),
    "keeps a count": (
        "rules",
        "COUNT = [0]\n\n\ndef discard(view: View) -> int:\n    COUNT[0] += 1\n"
        "    return lowest_bit(view.legal_mask)\n",
    ),
    "option by place": (
        "legal",
        DECLARE.format(when="view.n_options", does="return 3"),
    ),
}

# Sound ones: they do odd things that are allowed.
HONEST = {
    "lowest": DISCARD.format(when="view.turn < 0", does="return 0"),
    "highest": DISCARD.format(when="view.turn", does="return highest(view.legal_mask)"),
    "by chance": DISCARD.format(
        when="view.turn >= 0",
        does="return nth_card(view.legal_mask, "
        "chance_below(view, count_bits(view.legal_mask), 0))",
    ),
    "never declares": DECLARE.format(when="view.n_options", does="return NONE"),
    "first option": DECLARE.format(when="view.n_options", does="return 0"),
    "last option": DECLARE.format(
        when="view.n_options", does="return view.n_options - 1"
    ),
    "couples only": DECLARE.format(when="True", does="return all_marriages(view)"),
    "option by chance": DECLARE.format(
        when="view.n_options", does="return chance_below(view, view.n_options, 3)"
    ),
    "fractions": DISCARD.format(
        when="math.sqrt(view.turn) * 0.1 > view.stock / 65",
        does="return highest(view.legal_mask)",
    ),
    "arrays": DISCARD.format(
        when="np.cumsum(view.hand.sum(axis=0)).max() > view.piles.max() + 2",
        does="return highest(view.legal_mask)",
    ),
    "lists": DISCARD.format(
        when="sorted([view.turn % 3, view.stock % 5])[0] == 1",
        does="return highest(view.legal_mask)",
    ),
    "history": DISCARD.format(
        when="view.turn and view.past_discard[view.turn - 1] % 2",
        does="return highest(view.legal_mask)",
    ),
    "settings": DISCARD.format(
        when="view.settings.mode == 3", does="return highest(view.legal_mask)"
    )
    + "; {'mode': (0, 0, 3)}",
    "rather slow": "def discard(view: View) -> int:\n    total = 0\n"
    "    for turn in range(400_000):\n        total ^= turn * 7 + view.turn\n"
    "    return lowest_bit(view.legal_mask) + (total < 0)\n",
    "unseen cards": DISCARD.format(
        when="unseen_copies(view, lowest_bit(view.legal_mask)) == 1",
        does="return highest(view.legal_mask)",
    ),
}


def faulty() -> dict[str, tuple[str, str]]:
    """Return of each faulty strategy its name, what finds it, and its source."""
    found = {}
    for when, does in PAIRS:
        condition, _, settings = WHEN[when].partition("; ")
        act, check = DOES[does]
        options = "option" in does or when.startswith("many")
        act = "return view.n_options" if options else act
        frame = DECLARE if options else DISCARD
        name = f"{when}, {does}"
        code = frame.format(when=condition, does=act)
        found[name] = check, _source(name, code, settings)
    for name, (check, code) in ALONE.items():
        found[name] = check, _source(name, code, "")
    return found


def honest() -> dict[str, str]:
    """Return of each sound strategy its name and its source."""
    return {
        name: _source(name, *code.partition("; ")[::2]) for name, code in HONEST.items()
    }


def _source(name: str, code: str, settings: str) -> str:
    settings = f"SETTINGS = {settings}" if settings else ""
    return HEAD.format(name=name.capitalize(), settings=settings) + code + HELPERS


def write(folder: Path, name: str, source: str) -> Path:
    """Write a strategy into a folder and return its path."""
    path = folder / ("case_" + "".join(c if c.isalnum() else "_" for c in name) + ".py")
    path.write_text(source)
    return path
