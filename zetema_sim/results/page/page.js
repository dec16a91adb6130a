"use strict";
// A click, or Enter or Space, on a column's head sorts by it; again turns the order.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, place) => {
    head.querySelector("button").addEventListener("click", () => {
      const value = (row) => {
        const cell = row.cells[place];
        return cell.dataset.value ?? cell.textContent;
      };
      const rows = [...body.rows];
      const numeric = rows.every((row) => value(row).trim() !== "" && !Number.isNaN(Number(value(row))));
      const before = head.getAttribute("aria-sort");
      const descending = before ? before === "ascending" : numeric;
      rows.sort((one, other) => {
        const a = value(one), b = value(other);
        const order = numeric ? Number(a) - Number(b) : a.localeCompare(b, "en");
        return descending ? -order : order;
      });
      body.append(...rows);
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      document.getElementById("sorted").textContent =
        `Sorted by ${head.textContent.trim()}, ${descending ? "descending" : "ascending"}`;
    });
  });
}
// A link to a match opens the whole of it.
const opened = () => {
  const match = location.hash && document.querySelector(`${CSS.escape ? "#" + CSS.escape(location.hash.slice(1)) : location.hash} details`);
  if (match) match.open = true;
};
addEventListener("hashchange", opened);
opened();
