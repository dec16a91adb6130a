"""The script that compares checkouts tells the first value that differs."""

from __future__ import annotations

import runpy

import pytest

from tests.kit.checkout import TOP

SCRIPT = TOP / "scripts" / "compare_checkouts.py"

DIFFERENCES = {
    "--json": ('{"a": {"b": [1, 0.5]}}', '{"a": {"b": [1, 0.25]}}', "a.b[1] = 0.5 /"),
    "order": ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', "a = 1 / b = 2"),
    "more.json": ("[1]", "[1, 2]", "nothing / [1] = 2"),
    "log.jsonl": ('{"a": 1}\n{}', '{"a": 1}\n[]', "line 2 = {} / line 2 = []"),
    "digits.csv": ("a\n1.0\n", "a\n1\n", "line 2 = 1.0 / line 2 = 1"),
    "summary.csv": ('verdict,a\n"A, so",1\n', "verdict,a\nB,2\n", "line 2 = 1 /"),
}
ALIKE = {
    "manifest.json": ('{"version": "1", "a": 2}', '{"version": "2", "a": 2}'),
    "--json": ('{"of": [{"source_hash": "ab"}]}', '{"of": [{"source_hash": "cd"}]}'),
    "summary.csv": ('a,verdict\n1,"One, two"\n', "a,verdict\n1,Three\n"),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_the_first_difference_is_told(name: str) -> None:
    """It names the file, the place and both values."""
    old, new, told = DIFFERENCES[name]
    found = runpy.run_path(str(SCRIPT))["first_difference"]({name: old}, {name: new})
    assert found.startswith(f"{name}: {told}")


@pytest.mark.parametrize("name", ALIKE)
def test_what_is_left_out_may_differ(name: str) -> None:
    """Versions, hashes and sentences are not compared, wherever they stand."""
    old, new = ALIKE[name]
    same = runpy.run_path(str(SCRIPT))["first_difference"]
    assert same({name: old}, {name: new}) == ""
    assert same({name: old}, {}) == f"only one writes {name}"
