"""What ends matches."""

from __future__ import annotations

from zetema_sim.results.charts import data
from zetema_sim.results.charts.marks import name_rows
from zetema_sim.results.charts.style import BLUE, SMALL, Chart, Sheet
from zetema_sim.results.reading import RunFolder

WORDS = {
    "declaration": "a declaration",
    "zetema": "a zetema",
    "end_of_deal": "the end of a deal",
}


def draw(run: RunFolder) -> Chart:
    """Return the chart of how matches end."""
    table = run.tables["endings"]
    shares = (100 * table.matches / table.matches.sum()).tolist()
    words = [WORDS.get(ending, str(ending)) for ending in table.ending]
    first = max(range(len(words)), key=lambda place: shares[place])
    title = f"{shares[first]:.0f} of 100 matches end by {words[first]}"
    sheet = Sheet(title, data.subtitle(run), 0.7 + 0.45 * len(words))
    (axes,) = sheet.axes()
    axes.barh(range(len(words)), shares, height=0.6, color=BLUE, gid="endings")
    for place, share in enumerate(shares):
        axes.text(share + 1, place, f"{share:.1f} %", va="center", size=SMALL)
    name_rows(axes, words, "% of matches")
    axes.set_xlim(0, 112)
    axes.set_xticks(range(0, 101, 20))
    told = ", ".join(f"{w} {s:.1f} %" for w, s in zip(words, shares, strict=True))
    return sheet.chart("endings", f"What ended the matches: {told}.")
