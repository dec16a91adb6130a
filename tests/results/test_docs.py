"""docs/results.md speaks of every file and column."""

import re

import pytest

from tests.kit.cli_runs import zetema
from zetema_sim.results.reading import read_run


def part(text: str, heading: str) -> str:
    """Return what stands below a heading."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


WORDS = {
    "compare": ("greedy", "random"),
    "sweep": ("marriage-hoarder", "greedy", "--vary", "wait_for=2,3"),
    "tournament": ("greedy", "random"),
    "verdict": (
        *("imperial-flush", "--field", "greedy", "--players", 2),
        *("--rules", "parlett", "--precision", 0.2),
    ),
}


@pytest.mark.parametrize("command", WORDS)
def test_every_file_and_column_is_explained(top, tmp_path, command):
    """Each is named in its command's part; what varies has its own names."""
    text = (top / "docs" / "results.md").read_text("utf-8")
    varied = "marriage-hoarder:wait_for"
    out = tmp_path / "run"
    words = (*WORDS[command], "--matches", 20, "--no-report", "--out", out)
    result = zetema(command, *words)
    assert result.exit_code == 0, result.output
    tables = read_run(out).tables
    # What is as in `compare` is explained there.
    parts = [part(text, command), part(text, "compare")]
    told = set(re.findall(r"`([\w.]+)`", " ".join(parts)))
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
