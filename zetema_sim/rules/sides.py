"""Arrangements of sides: who shares a score with whom (rules.md section 3).

``NxM`` is N sides of M seats each; sides alternate round the table, so seat s is of
side s mod N. ``solo`` is every seat its own side.
"""

from __future__ import annotations

from zetema_sim.common.wording import listed, refused
from zetema_sim.table_rules import TableRules

PLAYER_COUNTS = (2, 3, 4, 5, 6)
SOLO = "solo"


def arrangements(players: int) -> list[str]:
    """Return every arrangement that fits: partnerships, most sides first, then solo."""
    return [
        f"{sides}x{players // sides}"
        for sides in range(players - 1, 1, -1)
        if players % sides == 0
    ] + [SOLO]


def check_arrangement(where: str, text: object, players: int) -> str:
    """Return an arrangement in its usual form; N sides of one seat are ``solo``.

    Raises
    ------
    RulesError
        If it is no arrangement or does not fit `players`.
    """
    fitting = arrangements(players)
    if text == f"{players}x1":
        return SOLO
    if not isinstance(text, str) or text not in fitting:
        allowed = f"{players} players sit as {listed(fitting)}"
        raise refused(where, text, allowed, fitting)
    return text


def count_sides(arrangement: str, players: int) -> int:
    """Return how many sides an arrangement that fits `players` has."""
    return players if arrangement == SOLO else int(arrangement.split("x")[0])


def arrangement_of(table: TableRules) -> str:
    """Return a table's arrangement as text: ``"2x2"``, ``"solo"``."""
    if table.sides == table.players:
        return SOLO
    return f"{table.sides}x{table.players // table.sides}"


def side_lists(table: TableRules) -> list[list[int]]:
    """Return the seats of each side, as the game log has them: [[0, 2], [1, 3]]."""
    return [
        list(range(side, table.players, table.sides)) for side in range(table.sides)
    ]
