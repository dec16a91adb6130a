"""A run's page, taken apart."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """The cells of a page's tables, its ids, links and words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells: list[tuple[str, int, dict[str, str | None], str]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.addresses: list[str] = []
        self.words = ""
        self._table, self._row, self._cell = "", -1, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        self.addresses += [
            value for name, value in found.items() if name in ("src", "href", "srcset")
        ]
        if tag == "table":
            self._table, self._row = found["data-table"], -1
        if tag == "tr":
            self._row += 1
        if tag in ("td", "th") and "data-column" in found:
            self._cell = [found, ""]

    def handle_data(self, data):
        self.words += data
        if self._cell is not None:
            self._cell[1] += data

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self._cell is not None:
            self.cells.append((self._table, self._row, *self._cell))
            self._cell = None
