"""Write the tables of docs/rules.md anew: ``python scripts/write_rules_tables.py``."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"

sys.path.insert(0, str(ROOT))
from zetema_sim.rules import text  # noqa: E402 - found by the line above

TABLES = {
    "sources": text.sources_markdown,
    "presets": text.presets_markdown,
    "parameters": text.parameters_markdown,
}


def with_tables(page: str) -> str:
    """Return a page with what stands between the marks of each table replaced."""
    for name, write in TABLES.items():
        start, end = f"<!-- {name}: start -->", f"<!-- {name}: end -->"
        assert end in page.partition(start)[2], f"the page has no marks for {name}"
        between = re.compile(f"(?<={start}).*(?={end})", re.DOTALL)
        table = f"\n\n{write()}\n\n"
        page = between.sub(lambda _, table=table: table, page)
    return page


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
