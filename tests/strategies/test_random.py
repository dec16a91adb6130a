from collections import Counter

from tests.kit.situations import declares, discards
from zetema_sim.kernel.chance import chance_number

CHANCES = [chance_number(1, match, 0, 0, 0) for match in range(600)]


def test_discards_every_card_alike() -> None:
    """Twins count once: of five different cards each goes a fifth of the time."""
    counts = Counter(
        discards("random", "2S 2S 4S 4S 6H 8D TC", chance=chance) for chance in CHANCES
    )
    assert len(counts) == 5
    assert all(80 < count < 160 for count in counts.values())


def test_declares_nothing_or_a_kind_alike() -> None:
    """With flushes and marriages possible, each and nothing come a third each."""
    counts = Counter(
        declares("random", "2S 4S 6S 8S QS KS 9H", chance=chance) for chance in CHANCES
    )
    assert set(counts) == {None, "flush", "marriages 1"}
    assert all(150 < count < 250 for count in counts.values())


def test_marries_all_that_can() -> None:
    """If it marries, it marries every pair."""
    kinds = {
        declares("random", "KS QS KH QH 4S 9D 2C", chance=chance)
        for chance in CHANCES[:40]
    }
    assert kinds == {None, "marriages 2"}
