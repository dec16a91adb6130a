"""The pages of sweep, tournament and verdict, made from their folders."""

import re

import pandas as pd
import pytest

from tests.kit.cli_runs import zetema
from tests.kit.pages import Page
from tests.kit.run_folders import COMMANDS
from zetema_sim.results.charts import draw_all, svg
from zetema_sim.results.reading import read_run

CHARTS = {
    "sweep": {"sweep"},
    "tournament": {"win_shares", "differences", "points", "seats"},
    "verdict": {"panel", "head_to_head", "points"},
}


@pytest.fixture(scope="module", params=COMMANDS)
def reported(request, tmp_path_factory):
    """Return a run's folder with its page."""
    out = tmp_path_factory.mktemp("runs") / request.param
    words = (*COMMANDS[request.param], "--matches", 60, "--quiet", "--out", out)
    result = zetema(request.param, *words)
    assert result.exit_code == 0, result.output
    return out


def test_charts_that_fit_the_command(reported):
    """Each command's folder gives its own charts, as SVG and PNG."""
    wanted = CHARTS[reported.name]
    for form in ("svg", "png"):
        found = {path.stem for path in (reported / "charts").glob(f"*.{form}")}
        assert found == wanted


def test_page_says_what_the_tables_say(reported):
    """Every number of a cell stands in the CSV's column, the verdict first."""
    page = Page((reported / "report.html").read_text("utf-8"))
    tables = {path.stem: pd.read_csv(path) for path in reported.glob("*.csv")}
    checked = 0
    for table, _, attributes, _ in page.cells:
        column = attributes["data-column"]
        if not column:  # a margin, which is reckoned from the interval
            continue
        values = tables[table][column]
        if pd.api.types.is_float_dtype(values):
            shown = attributes.get("data-value")
            if shown not in (None, "", "-"):
                assert min(abs(values.abs() - abs(float(shown)))) < 1e-12
                checked += 1
    assert checked > 5
    assert tables["summary"].verdict[0] in page.words


def test_a_tournament_shows_one_matrix(tmp_path):
    """Head to head, in the terminal, on the page, in the chart and in the CSV."""
    words = ("balanced", "partner", "random", "--matches", 400, "--margin", 0.3)
    shown = zetema("tournament", *words, "--quiet", "--out", tmp_path / "t").stdout
    run = read_run(tmp_path / "t")
    duels = run.tables["pairs"][run.tables["pairs"].against == "each_other"]
    assert set(duels.equal) == {True, False}
    (chart,) = (each for each in draw_all(run) if each.name == "differences")
    assert "Head to head" in svg(chart).decode()
    page = Page((tmp_path / "t" / "report.html").read_text("utf-8"))
    shares = dict(run.tables["win_shares"][["strategy", "win_share"]].to_numpy())
    order = sorted(shares, key=shares.get, reverse=True)
    matrix = shown.partition("Head to head")[2]
    for duel in duels.itertuples():
        row = next(line for line in matrix.splitlines() if f" {duel.a}" in line)
        cells = row.split()[2:]
        cells.insert(order.index(duel.a), "")
        value = f"{100 * duel.difference:+.0f}"
        assert cells[order.index(duel.b)] == ("=" if duel.equal else value)
        assert f"{abs(100 * duel.difference):.1f}" in page.words
    assert "the other where both sit" in page.words


def test_no_column_is_shown_by_its_raw_name(reported):
    """Heads and words are those of a reader, and a sweep's points have values."""
    text = (reported / "report.html").read_text("utf-8")
    heads = [html for part in text.split("<th")[1:] for html in [part.split("</th")[0]]]
    told = [head.partition(">")[2] for head in heads]
    names = {"win_share", "p_holm", "win share", "p holm", "a", "b", "events per deal"}
    assert names & {re.sub("<[^>]*>", "", head).strip() for head in told} == set()
    assert "each_other" not in text
    if reported.name == "sweep":
        assert "wait_for = 2" in Page(text).words


def test_command_on_the_page_gives_the_same_numbers(reported, tmp_path):
    """What the page says to type makes the same files."""
    run = read_run(reported)
    again = tmp_path / "again"
    words = str(run.manifest["repeat"]).split()[1:]
    result = zetema(*words, "--quiet", "--no-report", "--out", again)
    assert result.exit_code == 0, result.output
    for name in (*run.tables, "manifest"):
        (path,) = reported.glob(f"{name}.*")
        assert path.read_bytes() == (again / path.name).read_bytes(), name


def test_curve_of_a_sweep_is_the_tables(reported):
    """Marks, bands and values are those of the strategy in question."""
    if reported.name == "sweep":
        run = read_run(reported)
        rows = run.tables["sweep"][run.tables["sweep"].in_question]
        (chart,) = draw_all(run)
        (axes,) = chart.figure.axes
        focus = run.manifest["focus"]
        curve = next(line for line in axes.lines if line.get_gid() == focus)
        assert list(curve.get_xdata()) == [2, 3]
        assert list(curve.get_ydata()) == pytest.approx(100 * rows.win_share)


def test_panel_of_a_verdict_has_every_table(reported):
    """Each cell bears the word of its rules and player count."""
    if reported.name == "verdict":
        run = read_run(reported)
        chart = next(each for each in draw_all(run) if each.name == "panel")
        (axes,) = chart.figure.axes
        words = [text.get_text().partition("\n")[0] for text in axes.texts]
        assert words == run.tables["win_shares"].word.tolist()
