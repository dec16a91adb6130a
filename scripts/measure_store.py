"""Measure what the store saves: a field, the same again, and one strategy more.

Run it as ``python scripts/measure_store.py``; it prints the table of
docs/performance.md and takes a minute or two. CPU seconds are those of all threads
together.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from zetema_sim.experiments.line_ups.field import Field, field_of
from zetema_sim.experiments.line_ups.store import Store
from zetema_sim.experiments.tournament.experiment import tournament
from zetema_sim.experiments.tournament.rounds import prepare
from zetema_sim.playing.seating import TableOptions
from zetema_sim.roster.lookup import shipped_names
from zetema_sim.work import Work

MATCHES = 200_000  # the default of `zetema tournament`
ADDED = "endgame"


def main() -> None:
    """Play the tournaments and print a row for each."""
    all_names = list(shipped_names())
    fewer = [name for name in all_names if name != ADDED]
    print("| players | field | matches | played | seconds | CPU seconds | store, MB |")
    print("|---|---|---|---|---|---|---|")
    for players in (2, 3):
        before, after = (
            field_of(names, TableOptions(players=players))
            for names in (fewer, all_names)
        )
        prepare(after)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "store.sqlite3"
            measure("15 strategies, nothing stored", before, path)
            measure("the same again", before, path)
            measure(f"16: `{ADDED}` added", after, path)
            measure("the same again", after, path)
        measure("16, without a store", after, None)


def measure(what: str, field: Field, path: Path | None) -> None:
    """Play a tournament and print its row."""
    store = None if path is None else Store(path)
    started, busy = time.perf_counter(), time.process_time()
    found = tournament(field, MATCHES, work=Work.on(2), store=store)
    if store is not None:
        store.close()
    seconds, cpu = time.perf_counter() - started, time.process_time() - busy
    size = f"{path.stat().st_size / 1e6:.1f}" if path else ""
    print(
        f"| {field.table.players} | {what} | {found.matches:,} | "
        f"{found.matches - found.stored:,} | {seconds:.1f} | {cpu:.1f} | {size} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
