"""The page says what the folder's tables say, and nothing else."""

import json
import os
import re
import shutil
from itertools import islice

import pandas as pd
import pytest

from tests.kit.cli_runs import refusal, zetema
from tests.kit.pages import Page
from zetema_sim.results import charts
from zetema_sim.results.page import write_report
from zetema_sim.results.writing import MANIFEST, OBSERVED, SUMS, sha256


@pytest.fixture(scope="module")
def reported(folder, tmp_path_factory):
    """Return a copy of the small run's folder, with its page."""
    copy = tmp_path_factory.mktemp("reported") / "three"
    shutil.copytree(folder, copy)
    write_report(copy)
    return copy


@pytest.fixture(scope="module")
def page(reported):
    """Return the page, taken apart."""
    return Page((reported / "report.html").read_text("utf-8"))


def shown_as(text: str) -> float:
    """Return the number that a cell shows."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", "")
    return float(re.sub(r"±.*", "", plain))


def test_every_number_is_the_tables(reported, page):
    """A cell holds a number of the CSV's column to the last digit, and shows it."""
    tables = {path.stem: pd.read_csv(path) for path in reported.glob("*.csv")}
    checked = 0
    for table, _, attributes, text in page.cells:
        column = attributes["data-column"]
        value = attributes.get("data-value")
        if not column or value is None or not re.fullmatch(r"-?[\d.e+-]+", value):
            continue
        column_values = tables[table][column]
        number = float(value)
        assert (abs(column_values - number) < 1e-12).any() or (
            table == "differences" and (abs(column_values + number) < 1e-12).any()
        ), (table, column, value)
        scale = 100 if column.startswith(("win_share", "fair", "diff")) else 1
        if not text.startswith("<"):
            if column != "rank_best":
                assert abs(shown_as(text) - scale * number) <= 0.0501, (text, value)
        checked += 1
    assert checked > 100


def test_rows_belong_to_their_names(reported, page):
    """A row's win share is that of the strategy it names."""
    table = pd.read_csv(reported / "win_shares.csv").set_index("strategy")
    rows = {}
    for name, row, attributes, text in page.cells:
        if name == "win_shares":
            rows.setdefault(row, {})[attributes["data-column"]] = (
                attributes.get("data-value"),
                text,
            )
    assert len(rows) == len(table)
    for cells in rows.values():
        of_strategy = table.loc[cells["strategy"][1]]
        for column in ("win_share", "win_share_low", "mean_points", "fair_share"):
            assert float(cells[column][0]) == of_strategy[column]


def test_verdict_comes_first_and_is_the_runs(reported, page):
    """The page's first sentence is the verdict, word for word."""
    (verdict,) = pd.read_csv(reported / "summary.csv").verdict
    assert verdict in page.words
    assert page.words.index(verdict) < page.words.index("Who wins")


def test_page_repeats_its_command(reported, page):
    """The command on the page gives the same numbers."""
    command = json.loads((reported / MANIFEST).read_text())["repeat"]
    assert command in page.words
    again = reported.with_name("again")
    words = command.split()[1:]
    assert zetema(*words, "--quiet", "--no-report", "--out", again).exit_code == 0
    for path in again.glob("*.csv"):
        assert path.read_bytes() == (reported / path.name).read_bytes()
    assert (again / MANIFEST).read_bytes() == (reported / MANIFEST).read_bytes()


def test_links_lead_somewhere_on_the_page(page):
    """Every link is to a part of the page, and ids are given once."""
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert any(link.startswith("#match-") for link in page.links)


def test_page_fetches_nothing(page):
    """There is no address on the page but parts of itself."""
    assert [each for each in page.addresses if not each.startswith("#")] == []


def test_example_matches_are_those_of_replay(reported, page):
    """A match is told on the page as `replay` tells it."""
    examples = pd.read_csv(reported / "examples.csv")
    for command in set(examples.replay):
        told = zetema(*command.split()[1:]).stdout.strip()
        assert told in page.words


def test_example_matches_show_what_is_claimed(reported):
    """The match with the most points has them."""
    examples = pd.read_csv(reported / "examples.csv").set_index("claim")
    most = examples.loc["most_points"]
    events = [
        json.loads(line) for line in zetema(
            *most.replay.split()[1:], "--format", "jsonl"
        ).stdout.splitlines()
    ]  # fmt: skip
    assert max(events[-1]["scores"]) == most.value
    longest = examples.loc["longest"]
    told = zetema(*longest.replay.split()[1:], "--format", "jsonl").stdout
    assert told.count('"event": "turn"') == longest.value


def test_report_twice_gives_the_same_bytes(reported):
    """The same folder gives the same page and charts."""
    files = [reported / "report.html", *sorted((reported / "charts").iterdir())]
    before = [path.read_bytes() for path in files]
    result = zetema("report", reported)
    assert result.exit_code == 0
    assert [path.read_bytes() for path in files] == before
    assert sorted((reported / "charts").iterdir()) == files[1:]


def test_compare_makes_the_page_too(tmp_path):
    """`--out` gives the page and the charts, unless told not to."""
    out = tmp_path / "run"
    words = "compare greedy random --matches 20 --quiet --out".split()
    result = zetema(*words, out)
    assert result.exit_code == 0, result.output
    assert "report.html" in result.stderr
    assert (out / "report.html").is_file()
    svgs, pngs = (
        {path.stem for path in (out / "charts").glob(form)}
        for form in ("*.svg", "*.png")
    )
    assert svgs == pngs != set()
    assert zetema(*words, tmp_path / "bare", "--no-report").exit_code == 0
    assert not (tmp_path / "bare" / "report.html").exists()


@pytest.fixture
def one_chart(monkeypatch):
    """Draw only the first chart, where which are drawn is not the point."""
    every = charts.draw_all
    monkeypatch.setattr(charts, "draw_all", lambda run: islice(every(run), 1))


@pytest.mark.usefixtures("one_chart")
@pytest.mark.parametrize("when", ["charts", "report.html"])
def test_kill_leaves_old_files_whole(reported, tmp_path, monkeypatch, when):
    """What is under way when the program ends is not seen under its name."""
    copy = tmp_path / "copy"
    shutil.copytree(reported, copy)
    (copy / "report.html").write_text("old")
    (copy / "charts" / "win_shares.svg").write_text("old")

    def killed(source, target):
        if when in str(target):
            raise KeyboardInterrupt
        rename(source, target)

    rename = os.replace
    monkeypatch.setattr("os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_report(copy)
    assert (copy / "report.html").read_text() == "old"
    assert not list(copy.rglob(".zetema-report-*"))


@pytest.mark.usefixtures("one_chart")
def test_left_overs_of_a_kill_are_removed(reported):
    """What a killed report left under way goes with the next one."""
    left = reported / "charts" / ".zetema-report-abc"
    left.write_text("half")
    write_report(reported)
    assert not left.exists()


def cut(content: bytes) -> bytes:
    """Return the first half of a file."""
    return content[: len(content) // 2]


def another_digit(content: bytes) -> bytes:
    """Return a table with one digit changed."""
    return content.replace(b"3", b"4", 1)


def with_keys(**keys: object):
    """Return what puts other values into a JSON file."""
    return lambda content: json.dumps(json.loads(content) | keys).encode()


def foreign(content: bytes) -> bytes:
    """Return another program's manifest."""
    return b'{"schema": 1, "name": "something else"}'


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("scores.csv", cut, "scores.csv is not as it was written"),
        ("win_shares.csv", another_digit, "win_shares.csv is not as it was written"),
        ("points.csv", None, "points.csv: not there"),
        (MANIFEST, with_keys(schema=99), "written by a newer program"),
        (MANIFEST, None, "holds no finished run"),
        (MANIFEST, cut, "manifest: no JSON"),
        (MANIFEST, foreign, "is not a run's manifest"),
        (MANIFEST, with_keys(schema=True), "is not a run's manifest: schema is true"),
        (MANIFEST, with_keys(schema=-5), "is not a run's manifest: schema is -5"),
        (MANIFEST, with_keys(command="win"), "is not a run's manifest: command is"),
        (
            MANIFEST,
            with_keys(strategies=[]),
            "is not a run's manifest: strategies is []",
        ),
        (MANIFEST, with_keys(seed="1"), "is not a run's manifest: seed is"),
        (MANIFEST, with_keys(seed=2), "manifest.json is not as it was written"),
        (OBSERVED, with_keys(sha256=None), "sha256 is null, not an object"),
        (OBSERVED, with_keys(sha256={"../a": ""}), "does not list the run's files"),
        (OBSERVED, cut, "observed.json: no JSON"),
        (OBSERVED, None, "observed.json: not there"),
    ],
)
def test_damaged_folders_are_refused(folder, tmp_path, name, change, told):
    """A folder that is broken, foreign or newer is told in one line, exit 2."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    content = (copy / name).read_bytes()
    (copy / name).unlink()
    if change is not None:
        (copy / name).write_bytes(change(content))
    assert told in refusal("report", copy)
    assert not (copy / "charts").exists()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("endings.csv", "ending,matches\n", "endings.csv has no rows"),
        ("win_shares.csv", None, "it has no win_shares.csv"),
        ("summary.csv", "matches\n1\n2\n", "summary.csv has no column blocks"),
        ("points.csv", "", "points.csv is not a table"),
        ("endings.csv", "ending,matches\nx,y\n", "matches is not a number everywhere"),
    ],
)
def test_files_of_another_shape_are_refused(folder, tmp_path, name, text, told):
    """Also where they are as they were written, by what is no run of this program."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    observed = json.loads((copy / OBSERVED).read_text())
    del observed[SUMS][name]
    if text is not None:
        (copy / name).write_text(text)
        observed[SUMS][name] = sha256(text.encode())
    (copy / OBSERVED).write_text(json.dumps(observed))
    assert told in refusal("report", copy)


@pytest.mark.parametrize("name", [MANIFEST, OBSERVED, "points.csv"])
def test_a_pipe_is_not_waited_for(folder, tmp_path, name):
    """What stands in a file's place and never ends is refused."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / name).unlink()
    os.mkfifo(copy / name)
    assert "a pipe or a device" in refusal("report", copy)


def test_folder_of_a_killed_run_is_not_believed(folder, tmp_path):
    """A folder still under the name of a run under way is refused, even if whole."""
    copy = tmp_path / ".x.unfinished-abc"
    shutil.copytree(folder, copy)
    assert "did not finish" in refusal("report", copy)


def test_no_folder_at_all(tmp_path):
    """A path that leads nowhere is told so."""
    assert "is not a folder of a run" in refusal("report", tmp_path / "nothing")


@pytest.mark.usefixtures("one_chart")
def test_names_are_no_markup(tmp_path):
    """A strategy's name cannot put anything on the page but itself."""
    folder = tmp_path / "<b>&'\""
    folder.mkdir()
    name = str(shutil.copy("strategies/greedy.py", folder))
    out = tmp_path / "run"
    result = zetema("compare", name, "random", "--matches", 4, "--quiet", "--out", out)
    assert result.exit_code == 0, result.output
    text = (out / "report.html").read_text("utf-8")
    assert "<b>" not in text
    assert name in Page(text).words
