"""The page of a run: what stands in it, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from zetema_sim.answers.parts import AnswerTable
from zetema_sim.common.wording import joined
from zetema_sim.results.charts import Chart, data
from zetema_sim.results.page import stories, tables
from zetema_sim.results.page.inline import inlined
from zetema_sim.results.reading import RunFolder

Make = Callable[[RunFolder], AnswerTable | None]

# The sections: their anchor, heading and tables, in the order of the page.
SECTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "who-wins",
        "Who wins",
        (
            *("sweep", "win_shares", "head_to_head", "changes"),
            *("differences", "pairs", "cycles", "lineups"),
        ),
    ),
    ("points", "Where the points come from", ("points",)),
    ("matches", "How matches go", ("seats", "endings")),
)
OF_SWEEP: dict[str, Make] = {
    "sweep": tables.sweep,
    "differences": tables.sweep_differences,
}
TABLES: dict[str, Make] = {
    "win_shares": tables.win_shares,
    "differences": tables.differences,
    "pairs": tables.pairs,
    "lineups": tables.lineups,
    "points": tables.points,
    "seats": tables.seats,
    "endings": tables.endings,
}
# Tables that are drawn, told or said elsewhere.
ELSEWHERE = {"summary", "scores", "lengths", "examples"}


@dataclass(frozen=True)
class Figure:
    """A chart on the page, with the matches that show what it says."""

    chart: Chart
    svg: str
    matches: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Section:
    """A part of the page with a heading."""

    anchor: str
    heading: str
    figures: Sequence[Figure]
    tables: Sequence[AnswerTable]


def render(run: RunFolder, charts: Sequence[tuple[Chart, bytes]]) -> str:
    """Return a run's page, with its charts in it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("zetema_sim.results.page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["thousands"] = lambda number: f"{number:,}"
    return environment.get_template("page.html").render(
        run=run,
        title=_title(run),
        subtitle=data.subtitle(run),
        level=data.level(run),
        summary=run.summary,
        manifest=run.manifest,
        sections=list(_sections(run, charts)),
        stories=stories.stories(run),
        files=sorted(f"{name}.csv" for name in run.tables),
    )


def _title(run: RunFolder) -> str:
    names = [strategy["name"] for strategy in run.manifest["strategies"]]
    if run.command == "verdict":
        return f"Is {run.manifest['strategy']} strong?"
    if run.command == "sweep":
        varied = [each["name"].rpartition(":")[2] for each in run.manifest["varied"]]
        return f"{run.manifest['focus']} over {joined(varied)}"
    if run.command != "compare":
        return f"{run.command.capitalize()}: {joined(_few(names))}"
    return f"{joined(_few(names))} compared"


def _few(names: list[str], most: int = 6) -> list[str]:
    return names if len(names) <= most else [*names[: most - 1], "others"]


def _maker(name: str, run: RunFolder) -> Make:
    """Return what makes a table: some know theirs, as those of `compare`."""
    if run.command == "sweep" and name in OF_SWEEP:
        return OF_SWEEP[name]
    ranked = "rank_best" in run.tables.get("win_shares", ())
    if name in TABLES and (ranked or name == "endings"):
        return TABLES[name]
    return partial(tables.plain, name)


def _sections(
    run: RunFolder, charts: Sequence[tuple[Chart, bytes]]
) -> Iterator[Section]:
    """Yield the sections that have anything in them."""
    links = stories.links(run)
    left = [
        name for name in run.tables if name not in ELSEWHERE and len(run.tables[name])
    ]
    for anchor, heading, named in SECTIONS:
        figures = [
            Figure(chart, inlined(chart, drawing), links.get(chart.name, ()))
            for chart, drawing in charts
            if chart.section == anchor
        ]
        made = [_maker(name, run)(run) for name in named if name in left]
        left = [name for name in left if name not in named]
        found = [table for table in made if table is not None]
        if figures or found:
            yield Section(anchor, heading, figures, found)
    others = [tables.plain(name, run) for name in left]
    if others:
        yield Section("more", "More numbers", [], others)
