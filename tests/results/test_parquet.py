"""A run's tables as Parquet: the same as the CSV files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest

from tests.kit.cli_runs import refusal, zetema
from zetema_sim.results import page


def test_parquet_has_the_same_tables(folder: Path, tmp_path: Path) -> None:
    """Every CSV file has its like, equal in every cell."""
    copy = Path(shutil.copytree(folder, tmp_path / "run"))
    assert zetema("report", copy, "--parquet", "--quiet").exit_code == 0
    names = {path.stem for path in copy.glob("*.csv")}
    assert {path.stem for path in (copy / "parquet").iterdir()} == names
    for name in names:
        got = pd.read_parquet(copy / "parquet" / f"{name}.parquet")
        pd.testing.assert_frame_equal(got, pd.read_csv(copy / f"{name}.csv"))


def test_without_pyarrow_it_says_what_to_install(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that names the extra, before anything is drawn."""
    copy = Path(shutil.copytree(folder, tmp_path / "run"))
    monkeypatch.setattr(page, "find_spec", lambda name: None)
    monkeypatch.setattr(page, "write_report", lambda run: 1 / 0)
    assert "[parquet]" in refusal("report", copy, "--parquet", "--quiet")
