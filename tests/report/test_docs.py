"""docs/results.md speaks of every file and column."""

import re

import pytest

from tests.cli_runs import zetema
from zetema_sim.run_folder import read_run


def part(text: str, heading: str) -> str:
    """Return what stands below a heading."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_every_file_and_column_is_explained(run, top, tmp_path, command):
    """Each is named in its command's part; what varies has its own names."""
    text = (top / "docs" / "results.md").read_text("utf-8")
    tables = run.tables
    varied = "marriage-hoarder:wait_for"
    if command == "sweep":
        out = tmp_path / "run"
        words = ("marriage-hoarder", "greedy", "--vary", "wait_for=2,3")
        result = zetema("sweep", *words, "--matches", 20, "--no-report", "--out", out)
        assert result.exit_code == 0, result.output
        tables = read_run(out).tables
    told = set(re.findall(r"`([\w.]+)`", part(text, command)))
    for name, table in tables.items():
        columns = {
            re.sub("_(low|high)$", "", column)
            for column in table.columns
            if column != varied
        }
        assert f"{name}.csv" in told
        assert columns - told == set()


def test_manifest_is_explained(run, top):
    """Every key of the manifest is named."""
    text = part((top / "docs" / "results.md").read_text("utf-8"), "The folder")
    assert set(run.manifest) - set(re.findall(r"`(\w+)`", text)) == set()
