"""Strategies travel by their sources, and what arrives is what was sent."""

from __future__ import annotations

import json
import pickle
import shutil
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kit.tables import FOLDER
from zetema_sim.faults import StrategyError
from zetema_sim.roster import parcel as strategy_parcel
from zetema_sim.roster.lookup import Strategy, load
from zetema_sim.roster.parcel import Parcel, ParcelError

MAIN = '''"""Ask a helper.

Source: a test.
"""

from _near import lowest

SETTINGS = {"by": (1, 0, 5)}


def discard(view):
    return lowest(view) + 0 * view.settings.by
'''
HELPER = '''"""Helps."""

from _far import FAR
from zetema_sim.bits import lowest_bit


def lowest(view):
    return lowest_bit(view.legal_mask) + 0 * FAR
'''


@pytest.fixture(autouse=True)
def elsewhere(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give what the receiver keeps a folder of its own; nothing has arrived yet."""
    monkeypatch.setattr(strategy_parcel, "arrived", {})
    return own_cache


@pytest.fixture
def sent(tmp_path: Path) -> Strategy:
    """Return a strategy with helpers and a changed setting."""
    folder = tmp_path / "sender"
    folder.mkdir()
    (folder / "mine.py").write_text(MAIN)
    (folder / "_near.py").write_text(HELPER)
    (folder / "_far.py").write_text('"""Helps."""\n\nFAR = 1\n')
    return load(f"{folder / 'mine.py'}:by=3")


def test_what_is_at_the_same_place_is_used(sent: Strategy) -> None:
    """The sender's own machine has the file already."""
    arrived = pickle.loads(pickle.dumps(sent))
    assert arrived == sent
    assert arrived.file.path == sent.file.path


@pytest.mark.parametrize("change", ["gone", "altered"])
def test_what_is_not_there_is_written(sent: Strategy, change: str) -> None:
    """The sources travel with it, helpers too, and so do name and settings."""
    message = pickle.dumps(sent)
    if change == "gone":
        shutil.rmtree(sent.file.path.parent)
    else:
        sent.file.path.write_text(MAIN.replace("+ 0 *", "- 0 *"))
    arrived = pickle.loads(message)
    assert (arrived.name, arrived.source_hash) == (sent.name, sent.source_hash)
    assert arrived.settings == {"by": 3}
    assert arrived.file.path != sent.file.path
    assert callable(arrived.file.plain.discard)


def test_a_source_is_read_once(sent: Strategy) -> None:
    """However often it arrives: it would be compiled as often."""
    one, other = (pickle.loads(pickle.dumps(sent)) for _ in range(2))
    assert one.file is other.file


def test_a_damaged_copy_is_not_used(sent: Strategy, elsewhere: Path) -> None:
    """Another is written."""
    parcel = Parcel.of(sent.file)
    shutil.rmtree(sent.file.path.parent)
    parcel.file().path.write_text("def discard(view): return 1\n")
    strategy_parcel.arrived.clear()
    assert parcel.file().source_hash == sent.source_hash


def test_shipped_strategies_are_known_by_their_name() -> None:
    """Wherever the receiver's program stands."""
    greedy = load("greedy")
    parcel = replace(Parcel.of(greedy.file), path="/nowhere/greedy.py")
    assert parcel.file().path == greedy.file.path


def repacked(parcel: Parcel, name: str, text: str) -> Parcel:
    sources = dict(json.loads(zlib.decompress(parcel.sources))) | {name: text}
    packed = zlib.compress(json.dumps([*sources.items()]).encode())
    return replace(parcel, sources=packed, path=f"/nowhere/{name}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": "0.0"}, "sent by zetema-sim 0.0, but this worker has"),
        ({"game": "0"}, "has other sources than the sender's"),
        ({"source_hash": "0" * 64}, "are not those that were sent"),
    ],
)
def test_what_is_not_the_same_is_refused(
    change: dict[str, str], told: str, tmp_path: Path
) -> None:
    """Another program, or sources of another hash."""
    parcel = Parcel.of(load(str(FOLDER / "any_option.py")).file)
    with pytest.raises(ParcelError, match=told):
        replace(parcel, **change).file()


def test_altered_sources_are_refused(sent: Strategy) -> None:
    """The hash is that of all files."""
    parcel = repacked(Parcel.of(sent.file), "_far.py", '"""Helps."""\n\nFAR = 2\n')
    with pytest.raises(ParcelError, match="are not those that were sent"):
        replace(parcel, path="/nowhere/mine.py").file()


def test_a_files_error_travels() -> None:
    """With the place and the reason."""
    error = StrategyError("mine.py", 7, "does not load")
    arrived = pickle.loads(pickle.dumps(error))
    assert (str(arrived), arrived.line) == (str(error), 7)
