"""Play the published studies anew and write results/README.md from them.

``python scripts/run_studies.py [--matches N] [--into DIR] [LETTER ...]`` plays the
studies named, all by default, each into a folder of its own; ``--matches`` tries them
with few. ``--readme`` plays nothing and only writes the README anew. A folder that
stands already is kept; remove it to play its study again.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
MOST_BYTES = 3_000_000  # of a study: it stands in the repository

sys.path.insert(0, str(ROOT))
from zetema_sim.cli import main as zetema  # noqa: E402
from zetema_sim.common.cache_folder import game_hash  # noqa: E402 - found by the line above
from zetema_sim.common.wording import joined  # noqa: E402
from zetema_sim.results.charts import draw_all  # noqa: E402
from zetema_sim.results.reading import RunFolder, read_run  # noqa: E402
from zetema_sim.roster.lookup import load, shipped_names  # noqa: E402
from zetema_sim.rules.ruleset import rules_named  # noqa: E402

# What an answer tells: the run's own sentence, who leads at each point of a sweep; any
# other name is that of a chart, whose finding it is.
VERDICT, LEADERS = "verdict", "leaders"


@dataclass(frozen=True)
class Study:
    """A question and the run that answers it.

    Attributes
    ----------
    letter
        Of the question; several studies may share it.
    name
        Of its folder in results/.
    question
        What is asked.
    command
        What is typed, but for ``--out``.
    tells
        The sentences of the answer.
    """

    letter: str
    name: str
    question: str
    command: str
    tells: tuple[str, ...] = (VERDICT,)

    @property
    def folder(self) -> Path:
        """Where it is published."""
        return RESULTS / self.name


STUDIES = (
    Study(
        "a",
        "imperial-flush",
        "Is the imperial-suit flush strategy strong?",
        "zetema verdict imperial-flush",
    ),
    Study(
        "b",
        "marriages-or-assemblies",
        "Is it better to hoard marriages or to chase assemblies?",
        "zetema compare assembly-chaser marriage-hoarder --matches 2000000",
        (VERDICT, "points"),
    ),
    Study(
        "c",
        "how-many-marriages",
        "How many marriages are worth waiting for?",
        "zetema sweep marriage-hoarder greedy --vary "
        "marriage-hoarder:wait_for=1,2,3,4,5 --matches 1000000",
        (VERDICT, LEADERS),
    ),
    Study(
        "d",
        "sequence-points",
        "Does a sequence of 10 or of 20 points change who wins?",
        "zetema sweep sequence-builder greedy marriage-hoarder --vary "
        "sequence.points=10,20 --matches 500004",
        (VERDICT, LEADERS),
    ),
    Study(
        "d",
        "cards-in-hand",
        "Do six or seven cards in hand change who wins?",
        "zetema sweep marriage-hoarder greedy imperial-flush --vary "
        "draw.to=6,7 --matches 500004",
        (VERDICT, LEADERS),
    ),
    Study(
        "d",
        "imperial-bonus",
        "Does the bonus of an imperial marriage change who wins?",
        "zetema sweep marriage-hoarder greedy imperial-flush --vary "
        "marriage.imperial_bonus=0,10,20 --matches 500004",
        (VERDICT, LEADERS),
    ),
    Study(
        "e",
        "going-first",
        "Who gains from going first?",
        "zetema compare greedy imperial-flush marriage-hoarder --matches 1000002",
        ("seats", VERDICT),
    ),
    Study(
        "f",
        "partners",
        "Which style wins as a pair in 2x2?",
        "zetema tournament --players 4 --sides 2x2 --matches 400000",
    ),
)


def command_of(study: Study, out: Path, matches: int | None = None) -> list[str]:
    """Return the words after ``zetema``; `matches` takes the place of the study's."""
    words = shlex.split(study.command)[1:]
    if matches is not None:
        if "--matches" in words:
            place = words.index("--matches")
            del words[place : place + 2]
        words += ["--matches", str(matches)]
    return [*words, "--quiet", "--out", str(out)]


def play(study: Study, out: Path, matches: int | None = None) -> None:
    """Play a study into a folder.

    Raises
    ------
    RuntimeError
        If the command fails, or what it wrote is too large to be published.
    """
    words = command_of(study, out, matches)
    print(shlex.join(["zetema", *words]), flush=True)
    try:
        zetema(words)
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"study {study.name} failed") from None
    if size(out) > MOST_BYTES:
        raise RuntimeError(f"{out} has {size(out):,} bytes; at most {MOST_BYTES:,}")


def size(folder: Path) -> int:
    """Return how many bytes the files of a folder have."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def outdated(run: RunFolder) -> Iterator[str]:
    """Yield why a run's numbers would no longer come out of the tree as it stands."""
    if run.manifest.get("engine_hash") != game_hash():
        yield "the engine has changed"
    if rules_now(run) != run.manifest["rules"]:
        yield f"the rules {run.manifest['rules_name']} have changed"
    for each in run.manifest["strategies"]:
        try:
            strategy = load(each["name"])
        except ValueError as error:
            yield str(error)
            continue
        if strategy.source_hash != each["source_hash"]:
            yield f"{each['name']} has changed"
        if strategy.settings != each["settings"]:
            yield f"the settings of {each['name']} have changed"


def is_of(study: Study, run: RunFolder) -> bool:
    """Return whether a run is what the study's command plays.

    A tournament or verdict that names no field plays all shipped strategies, and its
    run says so in full.
    """
    repeat = str(run.manifest["repeat"])
    if run.command in ("compare", "sweep"):
        return repeat == study.command
    field = {each["name"] for each in run.manifest["strategies"]}
    named = set(shlex.split(study.command)) <= set(shlex.split(repeat))
    return named and field == set(shipped_names())


def rules_now(run: RunFolder) -> dict[str, Any]:
    """Return what a run's rules are called today."""
    if run.command == "verdict":  # several, each under its own name
        names = str(run.manifest["rules_name"]).split(", ")
        return {name: rules_named(name).as_log() for name in names}
    name, *overrides = str(run.manifest["rules_name"]).split()
    rules = rules_named(name, overrides)
    return rules.as_log(run.manifest["players"], run.manifest["sides"])


def sentences(study: Study, run: RunFolder) -> list[str]:
    """Return the answer, drawn from the run."""
    known = {chart.name: chart.title for chart in draw_all(run)}
    known[VERDICT] = str(run.summary["verdict"])
    if "sweep" in run.tables:
        known[LEADERS] = leaders(run)
    told = [known[name] for name in study.tells]
    return [text if text.endswith(".") else f"{text}." for text in told]


def leaders(run: RunFolder) -> str:
    """Return who wins most, for what is fair, at each point of a sweep."""
    table = run.tables["sweep"]
    names = [each["name"] for each in run.manifest["varied"]]
    won: dict[str, list[str]] = {}
    for _, rows in table.groupby("point"):
        best = rows.loc[(rows.win_share / rows.fair_share).idxmax()]
        focus = run.manifest["focus"]
        name = focus if best.in_question else best.strategy
        at = ", ".join(f"{each.rpartition(':')[2]} {best[each]}" for each in names)
        won.setdefault(name, []).append(f"{at} ({100 * best.win_share:.1f} of 100)")
    if len(won) == 1:
        ((name, places),) = won.items()
        return f"{name} wins most everywhere: at {joined(places)}"
    return "; ".join(f"{name} wins most at {joined(at)}" for name, at in won.items())


def readme(folder: Path = RESULTS) -> str:
    """Return the README of the studies that stand in a folder."""
    parts = [
        "# Results",
        "",
        "The first published studies, written by `scripts/run_studies.py`.",
        "Each is the folder of one run; its `report.html` has pictures, tables, "
        "example matches and the margins of error.",
        "The command gives the same numbers to the digit.",
        "",
    ]
    for study in STUDIES:
        if (folder / study.name).is_dir():
            run = read_run(folder / study.name)
            parts += [
                f"## {study.question}",
                "",
                *sentences(study, run),
                "",
                f"[{study.name}]({study.name}/report.html), repeated by",
                "",
                "```sh",
                study.command if is_of(study, run) else str(run.manifest["repeat"]),
                "```",
                "",
            ]
    return "\n".join(parts)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is asked for and write the README."""
    parser = argparse.ArgumentParser(description="Play the published studies.")
    parser.add_argument("letters", nargs="*", metavar="LETTER")
    parser.add_argument("--matches", type=int, help="try with so few")
    parser.add_argument("--into", type=Path, default=RESULTS, help="another folder")
    parser.add_argument("--readme", action="store_true", help="write only the README")
    chosen = parser.parse_args(arguments)
    if chosen.matches is not None and chosen.into == RESULTS:
        parser.error("--matches is for trying: name another folder with --into")
    chosen.into.mkdir(parents=True, exist_ok=True)
    for study in STUDIES:
        wanted = not chosen.letters or study.letter in chosen.letters
        out = chosen.into / study.name
        if wanted and not chosen.readme and not out.exists():
            try:
                play(study, out, chosen.matches)
            except BaseException:
                shutil.rmtree(out, ignore_errors=True)
                raise
    (chosen.into / "README.md").write_text(readme(chosen.into), "utf-8")


if __name__ == "__main__":
    main()
