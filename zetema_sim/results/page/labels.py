"""What columns and tables are called on a page; docs/results.md has what they mean."""

from __future__ import annotations

_CAPTIONS = {
    "win_shares": "Wins against the field",
    "head_to_head": "Head to head, two players",
    "changes": "What one setting or rule changes, against the same field",
    "points": "Points and events by source",
    "cycles": "Cycles: each beats the next head to head",
    "lineups": "Win shares by line-up",
}
_HEADS = {
    "win_share": "wins of 100",
    "fair_share": "fair, of 100",
    "difference": "wins more, of 100",
    "strength": "strength (wins over fair)",
    "mean_points": "points a match",
    "points_per_match": "points a match",
    "events_per_deal": "times a deal",
    "p_holm": "p",
    "a": "strategy",
    "b": "other",
    "kind": "what changes",
    "change": "changed to",
}
_HEADS_OF = {
    ("changes", "difference"): "change, of 100",
    ("points", "whose"): "of whom",
}
_WORDS = ("ending", "kind", "source", "whose")  # columns of words with _ for spaces


def caption(name: str) -> str:
    """Return what a table shows."""
    return _CAPTIONS.get(name, name.replace("_", " ").capitalize())


def head(name: str, column: str) -> str:
    """Return what a column of a table is called."""
    told = _HEADS_OF.get((name, column)) or _HEADS.get(column)
    return told or column.replace("_", " ")


def value(column: str, text: str) -> str:
    """Return a text of a cell as a reader has it; nothing is a dash."""
    return (text.replace("_", " ") if column in _WORDS else text) or "-"
