"""What a strategy file may not hold, with the line that says why."""

from __future__ import annotations

import dis
import os
from pathlib import Path
from types import FunctionType

import pytest

from zetema_sim import roster, toolkit
from zetema_sim.faults import StrategyError
from zetema_sim.strategy_file import read_strategy
from zetema_sim.strategy_rules import CHANCE_NAMES

HEAD = '''"""Plays.

Source: the tests.
"""

'''
BODY = """

def discard(view):
    return lowest_bit(view.legal_mask)
"""
IMPORT = "from zetema_sim.bits import lowest_bit\n"


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def load(path: str, compiles: bool) -> object:
    file = roster.load(path).file
    return file.pointers if compiles else file.plain


def refusal(path: str, *, compiles: bool = False) -> StrategyError:
    """Return the error with which a file is refused, when read or when compiled."""
    with pytest.raises(StrategyError) as caught:
        load(path, compiles)
    assert "\n" not in str(caught.value)
    return caught.value


# Whole files


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("def discard(view)\n    return 1\n", 1, "syntax error: expected ':'"),
        ("x = 1\n", None, "has no function discard(view)"),
        ("def declare(view):\n    return -1\n", None, "has no function discard(view)"),
        ("def discard():\n    return 1\n", 1, "it takes one parameter, the view"),
        ("def discard(view, more):\n    return 1\n", 1, "discard(view, more)"),
        ("def discard(view, n=1):\n    return 1\n", 1, "discard(view, n=1)"),
        ("def discard(*views):\n    return 1\n", 1, "discard(*views)"),
        ("def discard(view, *, n=1):\n    return 1\n", 1, "discard(view, *, n=1)"),
        ("discard = lambda view: 1\n", None, "has no function discard(view)"),
        ("print('hello')\n", 1, "imports, constants and functions only"),
        ("class Discard:\n    pass\n", 1, "imports, constants and functions only"),
        ("if True:\n    X = 1\n", 1, "imports, constants and functions only"),
        ("X = 1 // 0\n\ndef discard(view):\n    return 1\n", 1, "ZeroDivisionError"),
    ],
)
def test_files_that_are_no_strategy(
    tmp_path: Path, text: str, line: int | None, reason: str
) -> None:
    """A file that is no strategy is refused with its name, the line and the reason."""
    error = refusal(write(tmp_path, text))
    assert (error.line, reason in error.reason) == (line, True)
    assert str(error).startswith(str(tmp_path / "mine.py"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """What is not text, not there or far too large is refused."""
    path = tmp_path / "mine.py"
    path.write_bytes(b"# \xff\xfe\n")
    assert "not UTF-8" in refusal(str(path)).reason
    path.write_bytes(b"x = '" + b"a" * 1_000_001 + b"'")
    roster._read.cache_clear()
    assert "larger than" in refusal(str(path)).reason
    path.write_text("x = 1\0\n", "utf-8")
    roster._read.cache_clear()
    assert "mine.py" in str(refusal(str(path)))


# Statements, each in a helper function or at the top


TOP = {
    "import os": "imports os",
    "import random": "chance comes from view.chance",
    "from random import choice": "chance comes from view.chance",
    "import numpy.random": "chance comes from view.chance",
    "from numpy import random": "chance comes from view.chance",
    "from numpy.random import rand": "chance comes from view.chance",
    "import time": "imports time",
    "from pathlib import Path": "imports pathlib",
    "import zetema_sim.kernel": "imports zetema_sim.kernel",
    "from zetema_sim import roster": "imports zetema_sim.roster",
    "from . import other": "imports relatively",
    "from math import *": "imports * from math",
    "from typing import sys": "reaches the module sys",
    "import typing\nX = typing.sys.path": "reaches the module sys by typing.sys",
    "import numpy as np\nX = np.ma.core": "reaches the module numpy.ma",
    "import numpy as np\nX = np": "uses the module np by itself",
    "import numpy as np\nX = np.load('x.npy')": "reads or writes files",
    "import numpy as np\nX = np.random.rand(3)": "chance comes from view.chance",
    "from numpy import loadtxt": "reads or writes files",
    "X = open('x').read()": "reads or writes files",
    "X = eval('1')": "runs other code",
    "X = __import__('os')": "runs other code",
    "X = ().__class__": "reaches beyond its view",
    "SEEN = []": "SEEN holds a list",
    "SEEN = {}": "SEEN holds a dict",
    "SEEN: dict = {}": "SEEN holds a dict",
    "SEEN = (1, [2])": "SEEN holds a list",
    "A, B = 1, {2}": "B holds a set",
    "TURNS = map(abs, (1, 2))": "TURNS holds a map",
    "def helper(view, seen=[]):\n    return 1": "keeps state in the default []",
    "def helper(view, *, seen={}):\n    return 1": "keeps state in the default {}",
    "import numpy as np\ndef helper(view, seen=np.zeros(2)):\n    return 1": "default",
    "import numpy as np\n@np.vectorize\ndef helper(view):\n    return 1": "decorates",
}


@pytest.mark.parametrize(("text", "reason"), TOP.items())
def test_what_may_not_stand_at_the_top(tmp_path: Path, text: str, reason: str) -> None:
    """State, other modules, files and chance are refused when the file is loaded."""
    error = refusal(write(tmp_path, HEAD + IMPORT + text + "\n" + BODY))
    assert reason in error.reason
    assert error.line is not None


WITHIN = {
    "global SEEN": "keeps state: it says global SEEN",
    "SEEN[0] = 1": "keeps no state",
    "SEEN.sort()": "keeps no state",
    "view.seat = 1": "cannot change its view",
    "view.scores[0] = 1": "cannot change its view",
    "view.hand[0, 0] += 1": "cannot change its view",
    "view.hand[0][0] = 1": "cannot change its view",
    "for view.scores[0] in range(2):\n        pass": "cannot change its view",
    "del view.scores[0]": "cannot change its view",
    "view.scores.sort()": "cannot change its view",
    "view.scores.fill(1)": "cannot change its view",
    "scores = view.scores\n    scores[0] = 1": "cannot change its view",
    "scores = view.scores\n    scores += 1": "a part of its view",
    "np.add(view.scores, 1, out=view.scores)": "may change its view",
    "view.scores.flat[0] = 1": "change its view",
    "np.copyto(view.scores, 1)": "may change its view",
    "np.put(view.scores, 0, 1)": "may change its view",
    "np.fill_diagonal(view.hand, 1)": "may change its view",
    "all_cards = np.ascontiguousarray(view.hand)": "may change its view",
    "all_cards = np.asfortranarray(view.scores)": "may change its view",
    "for each in np.nditer(view.scores):\n        pass": "may change its view",
    "number = np.empty(3)": "use zeros",
    "number = np.random.randint(3)": "chance comes from view.chance",
    "number = np.datetime64('now')": "clock",
    "number = hash('a')": "differs from run to run",
    "number = id(view)": "differs from run to run",
    "next(SEEN)": "keeps state",
    "setattr(view, 'seat', 1)": "reaches beyond its view",
    "view.__setattr__('seat', 1)": "reaches beyond its view",
    "helper.count = 1": "assigns to .count",
    "import os": "imports os",
}


@pytest.mark.parametrize(("text", "reason"), WITHIN.items())
def test_what_may_not_stand_in_a_function(
    tmp_path: Path, text: str, reason: str
) -> None:
    """A function that keeps state or changes its view is refused with its line."""
    head = f"{HEAD}{IMPORT}import numpy as np\n\nSEEN = np.arange(3)\n"
    function = f"\n\ndef helper(view):\n    {text}\n    return 1\n"
    error = refusal(write(tmp_path, head + function + BODY))
    assert reason in error.reason
    assert error.line in (13, 14)


# What the compiler refuses: writing through other names


ALIASES = [
    "row = view.hand[0]\n    row[0] = 1",
    "scores = view.scores[:]\n    scores[0] = 1",
    "flat = view.hand.ravel()\n    flat[0] = 1",
    "flat = view.hand.reshape(52)\n    flat[0] = 1",
    "turned = np.transpose(view.hand)\n    turned[0, 0] = 1",
    "scores = np.asarray(view.scores)\n    scores[0] = 1",
    "scores = np.flip(view.scores)\n    scores[0] = 1",
    "for row in view.hand:\n        row[0] = 1",
    "scores = [view.scores]\n    scores[0][0] = 1",
    "scores = view.scores if view.seat else np.zeros(6, np.int64)\n    scores[0] = 1",
    "np.clip(view.scores, 1, 2, view.scores)",
    "np.add(view.scores, 1, view.scores)",
    "scores = view.scores[:]\n    scores.sort()",
    "seen = SEEN.ravel()\n    seen[0] = 1",
    "seen = BOTH[0]\n    seen[0] = 1",
]


@pytest.mark.parametrize("text", ALIASES)
def test_writing_through_another_name_does_not_compile(
    tmp_path: Path, text: str
) -> None:
    """What the syntax does not show, the compiler refuses before play."""
    head = (
        f"{HEAD}{IMPORT}import numpy as np\n\nSEEN = np.arange(3)\nBOTH = (SEEN, 1)\n"
    )
    body = f"\n\ndef discard(view):\n    {text}\n    return 1\n"
    error = refusal(write(tmp_path, head + body), compiles=True)
    assert "discard" in error.reason


def test_plain_code_cannot_write_either(tmp_path: Path) -> None:
    """Constants are frozen for the reference engine, too."""
    text = "import numpy as np\n\nSEEN = np.zeros(3)\nMANY = (SEEN, (np.ones(2),))\n"
    plain = roster.load(write(tmp_path, HEAD + IMPORT + text + BODY)).file.plain
    for array in (plain.SEEN, plain.MANY[0], plain.MANY[1][0]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


# What may stand there


def test_what_a_strategy_may_do(tmp_path: Path) -> None:
    """Arrays of its own, lists of its own, constants, numpy and print are its own."""
    text = """
from math import sqrt
from typing import Final

import numpy as np

WEIGHTS: Final = np.array([1, 2, 3])
WEIGHTS_BY = (1.5, ("a", 2), WEIGHTS)
TABLE = np.zeros(13, np.int64)
TABLE[3] = 5


def helper(view, most=3, name="x", pair=(1, 2)):
    held = np.zeros(13, np.int64)
    held[view.seat] += 1
    held += 1
    cards = [view.seat]
    cards.append(2)
    total = view.hand_size
    total += int(np.add(held, 1).sum()) + int(np.sort(held)[0])
    total += int(np.linalg.norm(held.astype(np.float64))) + int(sqrt(most))
    return total + cards[0] + TABLE[3]


def discard(view):
    if helper(view) < 0:
        print(view.seat)
    return lowest_bit(view.legal_mask)
"""
    path = write(tmp_path, HEAD + IMPORT + text)
    assert roster.load(path).file.pointers[0] is not None


def test_other_errors_of_compilation(tmp_path: Path) -> None:
    """What numba cannot compile is told with file and function, in one line."""
    text = "\n\ndef discard(view):\n    return view.no_such_field\n"
    error = refusal(write(tmp_path, HEAD + text), compiles=True)
    assert error.reason.startswith("discard does not compile")
    text = '\n\ndef discard(view):\n    return "KS"\n'
    error = refusal(write(tmp_path, HEAD + text, "other.py"), compiles=True)
    assert error.reason.startswith("discard does not compile")


# Chance


def test_what_reads_the_chance_number() -> None:
    """Every function of the toolkit that reads it is known to."""
    functions = {
        name: value
        for name, value in vars(toolkit).items()
        if type(value) is FunctionType
    }
    readers = {"chance"}
    for _ in functions:  # until none is new
        readers |= {
            name for name, function in functions.items() if readers & names_in(function)
        }
    assert readers == CHANCE_NAMES


def names_in(function: FunctionType) -> set[str]:
    return {str(step.argval) for step in dis.get_instructions(function) if step.argval}


@pytest.mark.parametrize(
    ("functions", "line", "reason"),
    [
        ("def discard(view):\n    return discard(view)\n", 2, "discard calls itself: "),
        (
            "def odd(n):\n    return even(n - 1) if n else 0\n\n\n"
            "def even(n):\n    return odd(n - 1) if n else 1\n\n\n"
            "def discard(view):\n    return odd(view.turn)\n",
            2,
            "odd calls itself by even: write a loop",
        ),
    ],
)
def test_recursion(tmp_path: Path, functions: str, line: int, reason: str) -> None:
    """What numba takes no part in is told in the author's words."""
    error = refusal(write(tmp_path, HEAD + functions))
    assert error.reason.startswith(reason)
    assert error.line == line + HEAD.count("\n")


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("return view.nope + n", 2, "Unknown attribute 'nope' of type View"),
        ("return n + '1'", 2, "there is no add(int64, Literal[str](1)) in compiled"),
        ("return len(3)", 2, "there is no len(Literal[int](3)) in compiled code"),
        ("return middle(view)", 2, "missing a required argument: 'n'"),
    ],
)
def test_what_numba_refuses_is_told_from_within(
    tmp_path: Path, body: str, line: int, reason: str
) -> None:
    """The innermost line and reason, not that there is "no implementation"."""
    text = (
        f"def inner(view, n):\n    {body}\n\n\n"
        "def middle(view, n):\n    return n\n\n\n"
        "def discard(view):\n    return inner(view, 3)\n"
    )
    error = refusal(write(tmp_path, HEAD + text), compiles=True)
    assert error.reason.startswith(f"discard does not compile: {reason}")
    assert error.line == line + HEAD.count("\n")


# Settings


@pytest.mark.parametrize(
    "value",
    [
        "[1, 2, 3]",
        "{'wait': 3}",
        "{'wait': (3, 1)}",
        "{'wait': (3, 1, 5, 7)}",
        "{'wait': [3, 1, 5]}",
        "{'wait': (9, 1, 5)}",
        "{'wait': (3, 5, 1)}",
        "{'wait': (3.0, 1, 5)}",
        "{'wait': (True, 0, 1)}",
        "{'wait for': (3, 1, 5)}",
        "{3: (3, 1, 5)}",
        "{'wait': (0, 0, 2**60)}",
        f"{{'wait': (0, 0, {2**53})}}",
        "dict(wait=(3, 1, 5))",
        str({f"s{n}": (1, 0, 2) for n in range(17)}),
    ],
)
def test_malformed_settings(tmp_path: Path, value: str) -> None:
    """SETTINGS that are no names with three whole numbers each are refused."""
    error = refusal(write(tmp_path, f"{HEAD}{IMPORT}SETTINGS = {value}\n{BODY}"))
    assert "SETTINGS" in error.reason
    assert error.line == 7


def test_settings_that_are_not_there(tmp_path: Path) -> None:
    """Reading a setting that SETTINGS lacks is refused with the line."""
    text = """SETTINGS = {"wait": (1, 0, 2)}


def discard(view):
    return view.settings.wit
"""
    error = refusal(write(tmp_path, HEAD + text), compiles=True)
    assert "'wit'" in error.reason
    assert error.line == 10


def test_a_helper_may_fill_an_array_that_it_is_given(tmp_path: Path) -> None:
    """It was made by the caller; the view itself stays read-only in compiled code."""
    fills = "def fill(view, values):\n    values[0] = view.turn\n\n\n"
    path = tmp_path / "fills.py"
    start = '"""Test.\n\nSource: a test.\n"""\n\nimport numpy as np\n\n\n'
    uses = "def discard(view):\n    values = np.zeros(2)\n    fill(view, values)\n"
    path.write_text(f"{start}{fills}{uses}    return int(values[0])\n")
    assert read_strategy(path).pointers
    path.write_text(f"{start}{fills}def discard(view):\n    fill(view, view.piles)\n")
    with pytest.raises(StrategyError):
        _ = read_strategy(path).pointers


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """It may never end."""
    path = tmp_path / "pipe.py"
    os.mkfifo(path)
    with pytest.raises(StrategyError, match="cannot be read: a pipe or a device"):
        read_strategy(path)
