"""Runs to report on: a small played one, and made-up ones of any size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from tests.kit.cli_runs import zetema
from zetema_sim.results.reading import RunFolder, read_run
from zetema_sim.results.writing import IN_PLAY, SUMS, write_run

# Small runs of each kind that compare is not.
COMMANDS = {
    "sweep": ("marriage-hoarder", "greedy", "--vary", "wait_for=2,3"),
    "tournament": ("greedy", "random", "marriage-hoarder"),
    "verdict": (
        *("imperial-flush", "--field", "greedy,random", "--players", "2,3"),
        *("--rules", "parlett,official", "--precision", 0.2),
    ),
}


def played(folder: Path, *words: str) -> Path:
    """Write a run of a few matches, without its page."""
    result = zetema("compare", *words, "--quiet", "--no-report", "--out", folder)
    assert result.exit_code == 0, result.output
    return folder


def enlarged(run: RunFolder, count: int, folder: Path) -> RunFolder:
    """Write a run of `count` strategies, each like the first but for its wins."""
    names = [f"strategy-{number:03}" for number in range(count)]
    shares = pd.Series([0.9 - 0.8 * number / count for number in range(count)])
    tables = dict(run.tables)
    for name in ("points", "scores", "seats"):
        table = run.tables[name]
        one = table[table.strategy == table.strategy.iloc[0]]
        tables[name] = pd.concat([one.assign(strategy=each) for each in names])
    tables["win_shares"] = pd.DataFrame(
        {
            "strategy": names,
            "win_share": shares,
            "win_share_low": shares - 0.01,
            "win_share_high": shares + 0.01,
            "fair_share": 0.5,
            "mean_points": 100.0,
            "mean_points_low": 99.0,
            "mean_points_high": 101.0,
            "rank_best": range(1, count + 1),
            "rank_worst": range(1, count + 1),
        }
    )
    tables["differences"] = pd.DataFrame(_pairs(names, shares.tolist()))
    manifest = {key: value for key, value in run.manifest.items() if key != "schema"}
    observed = {key: value for key, value in run.observed.items() if key != SUMS}
    aside = folder / IN_PLAY
    aside.mkdir(parents=True)
    write_run(folder, aside.name, manifest, observed, tables)
    aside.rmdir()
    return read_run(folder)


def _pairs(names: list[str], shares: list[float]) -> list[dict[str, Any]]:
    return [
        {
            "a": names[a],
            "b": names[b],
            "difference": shares[a] - shares[b],
            "difference_low": shares[a] - shares[b] - 0.02,
            "difference_high": shares[a] - shares[b] + 0.02,
            "p_holm": 0.5 if b - a < 2 else 0.0,
            "decided": b - a >= 2,
        }
        for a in range(len(names))
        for b in range(a + 1, len(names))
    ]
