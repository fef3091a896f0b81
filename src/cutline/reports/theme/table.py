"""Tables with a head that stays, columns that sort, and a frame of their own to scroll in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cutline.reports.theme.text import safe

#: What a cell is sorted by: a number, a text, or nothing, which goes last.
SortValue = float | str | None


@dataclass(frozen=True)
class Column:
    """The head of a column."""

    label: str
    align: Literal["left", "right"] = "left"
    sortable: bool = True
    #: A sentence on what stands in it, shown on hover and told to screen readers.
    help: str = ""


def table(
    caption: str,
    columns: Sequence[Column],
    rows_html_cells: Sequence[Sequence[str]],
    *,
    row_headers: bool = True,
    sort_values: Sequence[Sequence[SortValue]] | None = None,
) -> str:
    """A table in its own scrolling frame.

    Args:
        caption: what the table shows, above it.
        columns: the heads, from left to right.
        rows_html_cells: the HTML of each cell; every row is as long as `columns`.
        row_headers: whether the first cell names its row.
        sort_values: what to sort each cell by, where that is not the text it shows. A column whose
            values are all numbers is sorted by number.

    Raises:
        ValueError: when a row is longer or shorter than the columns.

    >>> "<caption>Scores</caption>" in table("Scores", [Column("system")], [["one"]])
    True
    """
    keys = [None] * len(rows_html_cells) if sort_values is None else sort_values
    rows = [
        _row(columns, cells, values, row_headers)
        for cells, values in zip(rows_html_cells, keys, strict=True)
    ]
    if not rows:
        rows = [f'<tr><td class="none" colspan="{max(1, len(columns))}">No rows.</td></tr>']
    heads = "".join(_head(column) for column in columns)
    body = "\n".join(rows)
    return (
        f'<div class="table-frame" tabindex="0" role="region" aria-label="{safe(caption)}">\n'
        f"<table>\n<caption>{safe(caption)}</caption>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _head(column: Column) -> str:
    if not column.label:
        return "<td></td>"  # a corner: a head without a name would be read out as one
    title = f' title="{safe(column.help)}"' if column.help else ""
    told = f'<span class="visually-hidden">: {safe(column.help)}</span>' if column.help else ""
    kind = ' class="number"' if column.align == "right" else ""
    label = f"{safe(column.label)}{told}"
    if not column.sortable:
        return f'<th scope="col"{kind}{title}>{label}</th>'
    button = f'<button type="button" class="sort" disabled>{label}</button>'
    return f'<th scope="col"{kind}{title} aria-sort="none">{button}</th>'


def _row(
    columns: Sequence[Column],
    cells: Sequence[str],
    values: Sequence[SortValue] | None,
    row_headers: bool,
) -> str:
    keys = [""] * len(cells) if values is None else [_key(value) for value in values]
    parts = []
    for place, (column, cell, key) in enumerate(zip(columns, cells, keys, strict=True)):
        kind = ' class="number"' if column.align == "right" else ""
        if place == 0 and row_headers:
            parts.append(f'<th scope="row"{kind}{key}>{cell}</th>')
        else:
            parts.append(f"<td{kind}{key}>{cell}</td>")
    return f"<tr>{''.join(parts)}</tr>"


def _key(value: SortValue) -> str:
    if isinstance(value, str):
        return f' data-sort="{safe(value)}"'
    is_missing = value is None or math.isnan(value)
    return ' data-sort=""' if is_missing else f' data-sort="{value!r}"'
