"""What is plotted is what the tables say; how it looks is for people to look at."""

import numpy as np
import pytest

from tests.kit.run_folders import enlarged
from zetema_sim.results.charts import draw_all, lengths, png, points, scores, svg
from zetema_sim.results.charts.style import short


def with_mark(chart, mark):
    """Return the artists of a chart that bear a mark, over all its axes."""
    return [
        artist
        for axes in chart.figure.axes
        for artist in axes.get_children()
        if artist.get_gid() == mark
    ]


@pytest.fixture(scope="module")
def charts(run):
    """Return the charts of the small run by name."""
    return {chart.name: chart for chart in draw_all(run)}


def test_every_chart_of_compare_is_drawn(charts):
    """A run of compare gives the charts that its page speaks of."""
    wanted = "win_shares differences points final_score margin_of_victory"
    wanted += " points_of_a_deal seats lengths endings"
    assert set(charts) == set(wanted.split())


def test_win_shares_stand_at_their_places(run, charts):
    """Each mark is a strategy's wins of 100, with its interval about it."""
    table = run.tables["win_shares"].set_index("strategy")
    (axes,) = charts["win_shares"].figure.axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    got, ends = {}, {}
    for marks, _, (bars,) in axes.containers:
        for x, y in zip(*marks.get_data(), strict=True):
            got[names[round(y)]] = x
        for segment in bars.get_segments():
            ends[names[round(segment[0][1])]] = segment[:, 0]
    for name in table.index:
        row = table.loc[name]
        assert got[name] == pytest.approx(100 * row.win_share)
        wanted = [100 * row.win_share_low, 100 * row.win_share_high]
        assert ends[name] == pytest.approx(wanted)


def test_fair_share_is_drawn(run, charts):
    """The line stands at what is fair."""
    (line,) = with_mark(charts["win_shares"], "fair")
    assert line.get_xdata() == pytest.approx([100 / 3, 100 / 3])


def test_differences_say_what_is_decided(run, charts):
    """A cell is hatched and in brackets exactly where the pair is not decided."""
    (axes,) = charts["differences"].figure.axes
    cells = {patch.get_gid(): bool(patch.get_hatch()) for patch in axes.patches}
    for row in run.tables["differences"].itertuples():
        assert cells[f"{row.a} over {row.b}"] == cells[f"{row.b} over {row.a}"]
        assert cells[f"{row.a} over {row.b}"] == (not row.decided)
    brackets = [text.get_text().startswith("(") for text in axes.texts]
    assert sum(brackets) == sum(cells.values())


def test_stacked_points_sum_to_the_mean(run, charts):
    """The parts of a bar are a strategy's points by source, all of them."""
    (axes,) = charts["points"].figure.axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    widths = np.array([[bar.get_width() for bar in each] for each in axes.containers])
    means = run.tables["win_shares"].set_index("strategy").mean_points
    assert dict(zip(names, widths.sum(axis=0), strict=True)) == pytest.approx(
        means.to_dict()
    )


def test_every_source_has_its_group(run):
    """No source of points is left out of the groups, or counted twice."""
    table = run.tables["points"]
    for name, groups in points.grouped(table).items():
        each = table[table.strategy == name].points_per_match.sum()
        assert sum(groups.values()) == pytest.approx(each)
    assert points.GROUPS.keys() >= {"flush_imperial", "flush_plain", "flush_sequence"}


@pytest.mark.parametrize("quantity", [scores.FINAL, scores.MARGIN, scores.OF_A_DEAL])
def test_curves_hold_every_case(run, charts, quantity):
    """Each place of a curve is the part of the table's cases at or above it."""
    table = run.tables["scores"]
    table = table[table.quantity == quantity.name]
    for name, counts in table.groupby("strategy"):
        (curve,) = with_mark(charts[quantity.name], name)
        total = counts["count"].sum()
        for place, part in zip(*curve.get_data(), strict=True):
            cases = counts[counts.points >= place]["count"].sum()
            assert part == pytest.approx(100 * cases / total)
        assert curve.get_ydata()[0] == 100
        assert curve.get_ydata()[-1] == 0


def test_lengths_hold_every_match(run, charts):
    """The bars are all matches."""
    table = run.tables["lengths"]
    for unit in ("deals", "turns"):
        heights, _, _ = lengths.shares(table[table.unit == unit])
        assert heights.sum() == pytest.approx(100)
        assert len(heights) <= lengths.MOST_BINS + 1
        bars = with_mark(charts["lengths"], unit)
        assert [bar.get_height() for bar in bars] == pytest.approx(heights.tolist())


def test_seats_stand_at_their_shares(run, charts):
    """Each mark is a strategy's wins of 100 on a seat."""
    table = run.tables["seats"]
    for axes in charts["seats"].figure.axes:
        marks = axes.containers[0][0]
        rows = table[table.strategy == axes.get_title(loc="left")]
        assert marks.get_ydata() == pytest.approx(100 * rows.win_share)


def test_charts_stand_alone(charts):
    """Each says its finding, of what it is, and what is to be seen."""
    for chart in charts.values():
        assert "Rules parlett, 3 players, 300 matches, seed 1" in chart.subtitle
        shown = " ".join(text.get_text() for text in chart.figure.texts)
        for words in (chart.title, chart.subtitle):
            assert words in shown.replace("\n", " ")
        assert len(chart.alt) > 20


@pytest.mark.parametrize("count", [2, 100])
def test_few_and_many_strategies(run, tmp_path, count):
    """What a chart leaves out, it says."""
    many = enlarged(run, count, tmp_path / "many")
    for chart in draw_all(many):
        shown = chart.name in ("lengths", "endings")
        told = any(f"of {count} strategies" in note for note in chart.notes)
        assert told == (count == 100 and not shown), chart.name


def test_same_bytes_without_date_or_font(run):
    """A chart is the same each time, its text is shapes, and it bears no date."""
    first = {chart.name: svg(chart) for chart in draw_all(run)}
    for _ in range(3):  # the layout's last digits differ now and then
        assert {chart.name: svg(chart) for chart in draw_all(run)} == first
    one, other = (next(iter(draw_all(run))) for _ in range(2))
    assert png(one) == png(other)
    assert not any(b"<text" in each or b"dc:date" in each for each in first.values())


def test_nothing_reaches_beyond_the_sheet(charts):
    """No label is cut off at the edge."""
    for chart in charts.values():
        figure = chart.figure
        box = figure.get_tightbbox()
        wide, high = figure.get_size_inches()
        assert box.x0 >= 0, chart.name
        assert box.y0 >= 0, chart.name
        assert box.x1 <= wide, chart.name
        assert box.y1 <= high, chart.name


@pytest.mark.parametrize("length", [1, 28, 29, 80])
def test_long_names_are_cut_in_the_middle(length):
    """A name keeps its beginning and its settings."""
    name = ("abcdefghij" * 8)[:length]
    cut = short(name)
    assert len(cut) == min(length, 28)
    assert cut == name or ("…" in cut and name.endswith(cut.partition("…")[2]))
