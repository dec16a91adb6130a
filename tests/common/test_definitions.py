"""The hash of definitions: what a text says changes nothing, what it does all."""

from __future__ import annotations

from pathlib import Path

import pytest

from zetema_sim.common import cache_folder
from zetema_sim.common.definitions import hash_of_definitions
from zetema_sim.common.paths import PACKAGE

HERE = {
    "low": '''"""Low."""

from math import floor

LIMIT = 3


def least(values):
    """Return the least."""
    return floor(min(values)) + LIMIT
''',
    "other": "LIMIT = 4\n\n\ndef most(values):\n    return max(values) + LIMIT\n",
    "top": """from game import low
from game.low import least
from game.other import most


def spread(values):
    return most(values) - least(values) - low.LIMIT


KINDS = []
KINDS.append(spread)
""",
}


def hashed(folder: Path, sources: dict[str, str]) -> str:
    """Return the hash of modules with these sources, by their dotted names."""
    package = folder / "game"
    for name, source in sources.items():
        path = package.joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, "utf-8")
    return hash_of_definitions(package, sorted(package.rglob("*.py")))


def edited(name: str, *changes: tuple[str, str]) -> dict[str, str]:
    """Return the modules with some words of one replaced."""
    source = HERE[name]
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return HERE | {name: source}


def without(name: str, **more: str) -> dict[str, str]:
    """Return the modules without one, and with others."""
    return {each: HERE[each] for each in HERE if each != name} | more


RENAMED = {name.replace("low", "bottom"): text for name, text in HERE.items()}
RENAMED["top"] = HERE["top"].replace("game.low", "game.bottom")
RENAMED["top"] = RENAMED["top"].replace("import low", "import bottom")
RENAMED["top"] = RENAMED["top"].replace("low.LIMIT", "bottom.LIMIT")
MOVED = without("low", **{"rooms.low": HERE["low"]})
MOVED["top"] = HERE["top"].replace("from game import low", "from game.rooms import low")
MOVED["top"] = MOVED["top"].replace("game.low", "game.rooms.low")
SPREAD = HERE["top"][HERE["top"].index("def spread") : HERE["top"].index("KINDS = ")]


@pytest.mark.parametrize(
    "modules",
    [
        edited("low", ('"""Low."""', '"""Deep."""')),
        edited("low", ('    """Return the least."""\n', "")),
        edited("low", ("LIMIT = 3", "# Three.\n\nLIMIT = (\n    3\n)")),
        edited("low", ("from math", "from json import dumps\nfrom math")),
        RENAMED,
        MOVED,
        without("top", top=HERE["top"].replace(SPREAD, "from game.new import spread\n"))
        | {"new": HERE["top"].partition("KINDS")[0]},
    ],
    ids=[
        *("module's docstring", "docstring", "comment", "unused import"),
        *("module renamed", "module moved", "definition moved"),
    ],
)
def test_what_changes_nothing(tmp_path: Path, modules: dict[str, str]) -> None:
    """No comment, docstring, move or module's name changes the hash."""
    assert hashed(tmp_path / "a", modules) == hashed(tmp_path / "b", HERE)


@pytest.mark.parametrize(
    "modules",
    [
        edited("low", ("LIMIT = 3", "LIMIT = 5")),
        edited("low", ("LIMIT = 3", "LIMIT = True")),
        edited("low", ("min(values)", "max(values)")),
        edited("low", ("import floor", "import ceil as floor")),
        edited("low", ("from math", "from numpy")),
        edited("top", ("import least", "import most as least")),
        edited("top", ("import least", "import least as f"), ("- least", "- f")),
        edited("top", ("game.low import least", "game.other import least")),
        edited("top", ("low.LIMIT", "low.least")),
        edited("top", ("game import low", "game import other as low")),
        edited("top", ("KINDS = []", "KINDS = [1]")),
        edited("top", ("KINDS.append(spread)", "KINDS.insert(0, spread)")),
        edited("top", ("(values):", "(values, more=0):")),
        edited("other", ("def most", "@staticmethod\ndef most")),
        HERE | {"more": "LEVEL = 1\n"},
        without("other", other="LIMIT = 4\n"),
    ],
)
def test_what_changes_something(tmp_path: Path, modules: dict[str, str]) -> None:
    """Every change of what is done changes the hash."""
    assert hashed(tmp_path / "a", modules) != hashed(tmp_path / "b", HERE)


def test_a_name_means_what_it_means_where_it_stands(tmp_path: Path) -> None:
    """Where two modules define a name, each definition counts with its own."""
    swapped = HERE | {
        "low": HERE["low"].replace("LIMIT = 3", "LIMIT = 4"),
        "other": HERE["other"].replace("LIMIT = 4", "LIMIT = 3"),
    }
    assert hashed(tmp_path / "a", swapped) != hashed(tmp_path / "b", HERE)


def test_every_module_that_plays_counts() -> None:
    """The game's hash is of whole rooms, each of which is there."""
    for room in ("kernel", "playing"):
        assert any((PACKAGE / room).glob("*.py"))
    assert (
        len(
            {
                cache_folder.code_hash(""),
                cache_folder.code_hash("kernel"),
                cache_folder.game_hash(),
            }
        )
        == 3
    )


def test_the_hash_is_worked_out_anew_where_no_note_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted is what is found, and a damaged note is not believed."""
    monkeypatch.setattr(cache_folder, "base_folder", lambda: tmp_path)
    fresh = cache_folder.code_hash("kernel")
    assert cache_folder.code_hash("kernel") == fresh
    notes = tmp_path / "definitions.txt"
    notes.write_bytes(notes.read_bytes().replace(fresh.encode(), b"0" * 64))
    assert cache_folder.code_hash("kernel") == fresh
