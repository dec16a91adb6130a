from tests.kit.situations import discards

TABLE = {"players": 4, "sides": "2x2"}


def test_feeds_a_partner() -> None:
    """The partner has shown the fifth jack: the fourth one is laid for it."""
    hand, piles = "JH 2S 4S 6S 8S 9S TS", "JS JS JD"
    assert discards("partner", hand, piles, shown={2: "JC"}, **TABLE) == "JH"


def test_feeds_no_opponent() -> None:
    """An opponent has shown it: the fourth jack stays."""
    hand, piles = "JH 2S 4S 6S 8S 9S 3D", "JS JS JD"
    assert discards("partner", hand, piles, shown={1: "JC"}, **TABLE) == "3D"


def test_lays_a_match_for_a_partner() -> None:
    """Of two queens the one goes whose king the partner has shown."""
    hand, shown = "QH QD 2S 4S 6S 8S 9S", {2: "KD"}
    assert discards("partner", hand, shown=shown, **TABLE) == "QD"
