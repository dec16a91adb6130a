"""Views made from text, and what a strategy does in them: `zetema_sim.situations`."""

from typing import Any

import numpy as np
import numpy.typing as npt

from zetema_sim.situations import (
    Situation,
    declaration,
    declares,
    discards,
    keeps,
    options_of,
    table_of,
    table_rules,
    to_declare,
    to_discard,
)
from zetema_sim.view import MAX_SETTINGS, VIEW_DTYPE, View, rules_record

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


def record_of(view: View) -> npt.NDArray[Any]:
    """Return a view as an array of one record, as compiled code sees it."""
    record = np.zeros(1, VIEW_DTYPE)
    for name in VIEW_DTYPE.names or ():
        if name == "rules":
            record["rules"] = rules_record(view.rules)
        elif name == "settings":
            settings: Any = view.settings
            values = [settings[place] for place in range(MAX_SETTINGS)]
            record["settings"] = values
        else:
            record[name] = getattr(view, name)
    return record
