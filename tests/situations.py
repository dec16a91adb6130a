"""Views made from text, and what a strategy does in them: `zetema_sim.situations`."""

from zetema_sim.situations import (
    Situation,
    declaration,
    declares,
    discards,
    keeps,
    options_of,
    record_of,
    table_of,
    table_rules,
    to_declare,
    to_discard,
)

__all__ = [
    "Situation",
    "declaration",
    "declares",
    "discards",
    "keeps",
    "options_of",
    "record_of",
    "table_of",
    "table_rules",
    "to_declare",
    "to_discard",
]
