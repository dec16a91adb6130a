"""The page in a real browser: opened from disk, on three screens, light and dark."""

from itertools import pairwise

import pytest

from tests.kit.chromium import browser
from tests.kit.cli_runs import zetema
from tests.kit.run_folders import COMMANDS, played
from zetema_sim.results.page import write_report

pytestmark = pytest.mark.browser

WIDTHS = (390, 768, 1280)
TROUBLE = {"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Return the page of a small run."""
    path = tmp_path_factory.mktemp("runs") / "three"
    words = ("greedy", "random", "marriage-hoarder", "--matches", "300")
    return write_report(played(path, *words))


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    """Give a running browser."""
    with browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.mark.parametrize("width", WIDTHS)
def test_opens_from_disk_without_error_or_request(chromium, page, width):
    """The console stays empty, and nothing but the file itself is fetched."""
    chromium.open(page, width=width)
    told = [event for event in chromium.told if event.get("method") in TROUBLE]
    asked = [
        event["params"]["request"]["url"]
        for event in chromium.told
        if event.get("method") == "Network.requestWillBeSent"
    ]
    assert told == []
    assert asked == [page.resolve().as_uri()]


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(chromium, page, width):
    """No horizontal scrolling, of the page or of anything on it, matches opened."""
    chromium.open(page, width=width)
    chromium.evaluate("document.querySelectorAll('details').forEach(d => d.open = 1)")
    assert wider_than(chromium, width) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_pages_of_other_commands_fit_too(chromium, tmp_path, command):
    """Their tables, too, are no wider than any of the screens."""
    out = tmp_path / "run"
    words = (*COMMANDS[command], "--matches", 60, "--quiet", "--out", out)
    assert zetema(command, *words).exit_code == 0
    for width in WIDTHS:
        chromium.open(out / "report.html", width=width)
        assert wider_than(chromium, width) == []


def wider_than(chromium, width):
    """Return what reaches beyond the screen or scrolls sideways."""
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width
    return chromium.evaluate(
        "[...document.querySelectorAll('main *')].filter(e => {"
        " const box = e.getBoundingClientRect();"
        " return e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1"
        "  && getComputedStyle(e).overflowX !== 'visible'"
        "  || box.right > innerWidth + 1 && !e.closest('svg') })"
        ".map(e => e.outerHTML.slice(0, 80))"
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_pictures_are_there(chromium, page, width):
    """Every chart is drawn, as wide as its column, and has words for who cannot see."""
    chromium.open(page, width=width)
    charts = chromium.evaluate(
        "[...document.querySelectorAll('figure svg')].map(s => {"
        " const box = s.getBoundingClientRect();"
        " const shapes = [...s.querySelectorAll('path, use')].filter("
        "  p => p.getBoundingClientRect().width > 0);"
        " return [box.width, box.height, shapes.length, s.ariaLabel.length] })"
    )
    assert len(charts) == 9
    for wide, high, shapes, words in charts:
        assert wide >= 0.9 * min(width, 736)
        assert high > 60
        assert shapes > 20
        assert words > 20


def test_letters_of_charts_are_whole(chromium, page):
    """Every shape that a chart uses is defined on the page."""
    chromium.open(page)
    lost = chromium.evaluate(
        "[...document.querySelectorAll('use')].map(u => u.getAttribute('href'))"
        ".filter(h => !document.getElementById(h.slice(1)))"
    )
    assert lost == []


# The ratio of luminances that WCAG 2.1 defines, for all text and what stands behind.
CONTRASTS = """
(() => {
  const light = (c) => {
    const [r, g, b] = c.map(v => v / 255).map(
      v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const parse = (t) => t.match(/[\\d.]+/g).map(Number);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  const add = (e, colour) => {
    const [a, b] = [light(colour), light(ground(e))].sort((x, y) => y - x);
    found.push([(a + .05) / (b + .05), e.outerHTML.slice(0, 80)]);
  };
  for (const e of document.querySelectorAll("body *:not(script)")) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (own && !e.closest("svg")) add(e, parse(getComputedStyle(e).color));
  }
  for (const e of document.querySelectorAll("figure svg use")) {
    // What stands on a coloured ground has a fixed colour, light on dark or not.
    if (e.closest("[style*='--ink'], [style*='--faint']"))
      add(e.closest("figure"), parse(getComputedStyle(e).fill));
  }
  return found;
})()
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_stands_out(chromium, page, dark):
    """All text has the contrast that WCAG asks for, 4.5, in either scheme."""
    chromium.open(page, dark=dark)
    ground = chromium.evaluate("getComputedStyle(document.documentElement).background")
    assert ground.startswith("rgb(22, 22, 26)" if dark else "rgb(255, 255, 255)")
    contrasts = chromium.evaluate(CONTRASTS)
    assert len(contrasts) > 1000
    assert [each for each in contrasts if each[0] < 4.5] == []


def column(chromium, table, place):
    """Return what a column of a table shows, from top to bottom."""
    return chromium.evaluate(
        f"[...document.querySelectorAll('[data-table={table}] tbody tr')]"
        f".map(r => r.cells[{place}].textContent)"
    )


def test_tables_sort_by_keyboard(chromium, page):
    """Enter and Space on a column's head sort by it and turn the order round."""
    chromium.open(page)
    before = column(chromium, "win_shares", 0)
    chromium.evaluate(
        "document.querySelector('[data-table=win_shares] thead button').focus()"
    )
    chromium.press("Enter", "\r")
    assert column(chromium, "win_shares", 0) == sorted(before)
    chromium.press(" ", " ")
    assert column(chromium, "win_shares", 0) == sorted(before, reverse=True)
    for key in ("Tab", "Tab"):
        chromium.press(key)
    chromium.press("Enter", "\r")
    wins = [float(text) for text in column(chromium, "win_shares", 2)]
    assert wins == sorted(wins, reverse=True)
    sort = "document.querySelectorAll('[data-table=win_shares] [aria-sort]')"
    assert chromium.evaluate(f"{sort}.length") == 1
    assert chromium.evaluate(f"{sort}[0].ariaSort") == "descending"
    assert "wins of 100" in chromium.evaluate("document.all.sorted.textContent")


def test_every_table_sorts_by_every_column(chromium, page):
    """Sorting neither loses nor doubles a row."""
    chromium.open(page)
    rows = "[...document.querySelectorAll('tbody tr')].map(r => r.textContent)"
    before = chromium.evaluate(rows)
    chromium.evaluate(
        "document.querySelectorAll('thead button').forEach(b => b.click())"
    )
    after = chromium.evaluate(rows)
    assert sorted(after) == sorted(before)
    assert after != before


def test_claim_leads_to_its_match(chromium, page):
    """A link beside a chart opens the match that shows it."""
    chromium.open(page)
    link = "document.querySelector('.see a')"
    target = chromium.evaluate(f"{link}.getAttribute('href')")
    chromium.evaluate(f"{link}.click(); new Promise(r => setTimeout(r, 200))")
    assert chromium.evaluate(f"document.querySelector('{target} details').open")
    assert chromium.evaluate(
        f"document.querySelector('{target}').getBoundingClientRect().top < innerHeight"
    )


def test_headings_go_down_in_order(chromium, page):
    """One first heading, and none skips a level."""
    chromium.open(page)
    levels = chromium.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map(h => +h.tagName[1])"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_prints_on_white(chromium, page):
    """On paper ink is black on white, even where the screen is dark."""
    chromium.open(page, dark=True)
    chromium.ask("Emulation.setEmulatedMedia", media="print")
    style = "getComputedStyle(document.documentElement)"
    assert chromium.evaluate(f"{style}.backgroundColor") == "rgb(255, 255, 255)"
    assert chromium.evaluate(f"{style}.color") == "rgb(0, 0, 0)"
    chromium.ask("Emulation.setEmulatedMedia", media="")
