// Sorts any table of the theme by the button in a column's head. Cells that stand for a number or
// another text than they show have it in data-sort; an empty one goes last, whichever way.
(() => {
  "use strict";

  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  function keyOf(row, column) {
    const cell = row.cells[column];
    if (!cell) return "";
    return cell.dataset.sort ?? cell.textContent.trim();
  }

  function compared(one, other, isNumeric) {
    return isNumeric ? Number(one) - Number(other) : collator.compare(one, other);
  }

  function sort(table, column, direction) {
    const body = table.tBodies[0];
    const entries = Array.from(body.rows, (row) => ({ row, key: keyOf(row, column) }));
    const filled = entries.filter((entry) => entry.key !== "");
    const isNumeric = filled.every((entry) => !Number.isNaN(Number(entry.key)));
    const sign = direction === "ascending" ? 1 : -1;
    filled.sort((a, b) => sign * compared(a.key, b.key, isNumeric));
    const empty = entries.filter((entry) => entry.key === "");
    body.append(...[...filled, ...empty].map((entry) => entry.row));
  }

  function nextDirection(head) {
    const now = head.getAttribute("aria-sort");
    // The best score is what people look for first, and the first letter of a name.
    if (now === "none") return head.classList.contains("number") ? "descending" : "ascending";
    return now === "ascending" ? "descending" : "ascending";
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.sort");
    if (!button) return;
    const head = button.closest("th");
    const table = head.closest("table");
    const direction = nextDirection(head);
    for (const other of table.tHead.querySelectorAll("[aria-sort]")) {
      other.setAttribute("aria-sort", "none");
    }
    head.setAttribute("aria-sort", direction);
    sort(table, head.cellIndex, direction);
  });

  // Without this script the buttons would do nothing, so they come disabled.
  for (const button of document.querySelectorAll("button.sort")) button.disabled = false;
})();
