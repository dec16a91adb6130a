"""Play each shipped strategy against its former self, and print tables in Markdown.

    python scripts/measure_former.py FOLDER [--matches N] [--seed N]

FOLDER has former strategy files, one of the same name for each, with the helper files
that they import. What the program itself answered otherwise then must stand in them:
of files that called `toolkit.turns_left` when it rounded up, that function.

One seat, or one side, has the strategy that is shipped and all others its former self.
A table for each preset says what that seat or side wins of 100 matches, with half of
the interval of 95 %; *the same* stands where both won the same in all first blocks.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLES = ((2, "solo"), (3, "solo"), (4, "solo"), (4, "2x2"))
TRIAL_BLOCKS = 200

sys.path.insert(0, str(ROOT))
from zetema_sim.experiments.compare.experiment import compare  # noqa: E402
from zetema_sim.kernel import counters  # noqa: E402
from zetema_sim.playing.seating import TableOptions, set_up  # noqa: E402
from zetema_sim.roster.lookup import shipped_names  # noqa: E402
from zetema_sim.rules.ruleset import PRESETS, preset  # noqa: E402


def cell(name: str, file: Path, choices: TableOptions, matches: int) -> str:
    """Return what a strategy wins of 100 matches at a table of its former selves."""
    if file.read_bytes() == (ROOT / "strategies" / file.name).read_bytes():
        return "same file"
    former = f"former={file}"
    others = 1 if choices.sides != "solo" else (choices.players or 2) - 1
    setup = set_up([name, *[former] * others], choices, matches)
    (table,) = setup.tables
    table.prepare()
    if not table.play_blocks(0, TRIAL_BLOCKS).sums[:, 0, counters.WINS].std():
        return "the same"
    results = {result.name: result for result in compare(setup.run).strategies}
    share = results[name].win_share
    return f"{100 * share.value:.1f} ± {50 * (share.high - share.low):.1f}"


def main() -> None:
    """Print the tables, a row as it is played."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="the former strategy files")
    parser.add_argument("--matches", type=int, default=20_000, help="a cell (20000)")
    parser.add_argument("--seed", type=int, default=7_310_884)
    asked = parser.parse_args()
    for rules in PRESETS:
        tables = [t for t in TABLES if t[0] in preset(rules)["players"]]
        heads = [
            str(players) if sides == "solo" else sides for players, sides in tables
        ]
        print(f"\n| {rules} | {' | '.join(heads)} |\n|---|{'---:|' * len(heads)}")
        for name in sorted(shipped_names()):
            file, cells = asked.folder / f"{name.replace('-', '_')}.py", []
            for players, sides in tables:
                choices = TableOptions(players, sides, rules, seed=asked.seed)
                cells.append(cell(name, file, choices, asked.matches))
            print(f"| `{name}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
