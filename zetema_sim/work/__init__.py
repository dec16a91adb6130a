"""How work is done: cut into stretches, played by workers, summed, saved as it goes.

An experiment says what a stretch of numbers (of blocks, rounds, cycles) comes to, as a
part that can be added to others of its kind. `Work` cuts the numbers, hands stretches
to `Workers` (threads, processes, a cluster) and gives the parts back in order; with a
`Journal` it saves them and begins where an interrupted run ended. Parts hold whole
numbers alone, so none of this changes a digit.
"""

from zetema_sim.work.adding import added
from zetema_sim.work.cores import default_threads
from zetema_sim.work.executors import Threads, Workers, workers_as_json
from zetema_sim.work.interruptions import (
    INTERRUPTIONS,
    Nobody,
    UnplayedError,
    leave,
    leave_as,
    left,
)
from zetema_sim.work.journal import Journal, JournalError, sync_folder
from zetema_sim.work.running_sum import Progress, RunningSum
from zetema_sim.work.stages import Cut, Stage, Work
from zetema_sim.work.worker_options import WorkerOptions, WorkerOptionsError

__all__ = [
    "INTERRUPTIONS",
    "Cut",
    "Journal",
    "JournalError",
    "Nobody",
    "Progress",
    "RunningSum",
    "Stage",
    "Threads",
    "UnplayedError",
    "Work",
    "WorkerOptions",
    "WorkerOptionsError",
    "Workers",
    "added",
    "default_threads",
    "leave",
    "leave_as",
    "left",
    "sync_folder",
    "workers_as_json",
]
