"""What line-ups came to in earlier runs, kept to be used again.

A database in the cache folder, read and written by the process that a command runs in
and by no worker. Any number of processes may use it at once. Nothing depends on it:
where it cannot be read or written everything is played, and it is said in one line.
"""

from zetema_sim.experiments.line_ups.store.database import (
    Tell,
    store_path,
    tell_on_stderr,
)
from zetema_sim.experiments.line_ups.store.kept import (
    MOST_BYTES,
    Found,
    Kept,
    Key,
    Store,
    kept_here,
)
from zetema_sim.experiments.line_ups.store.upkeep import (
    Overview,
    StoreError,
    clear,
    overview,
)

__all__ = [
    "MOST_BYTES",
    "Found",
    "Kept",
    "Key",
    "Overview",
    "Store",
    "StoreError",
    "Tell",
    "clear",
    "kept_here",
    "overview",
    "store_path",
    "tell_on_stderr",
]
