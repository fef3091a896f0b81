"""Any table, for who has no data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutline.core.tables import Table
from cutline.reports.notebook.fragment import fragment
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

_MOST_ROWS = 20


def table_html(shown: Table) -> str:
    """The first rows, and how many there are."""
    rows = shown.rows()
    columns = [
        Column(name, "right" if _is_numeric(values) else "left", sortable=False)
        for name, values in shown.items()
    ]
    cells = [[_cell(value) for value in row] for row in rows[:_MOST_ROWS]]
    caption = f"{len(rows):,} {'row' if len(rows) == 1 else 'rows'}"
    if len(rows) > _MOST_ROWS:
        caption += f", the first {_MOST_ROWS} of them here"
    return fragment(table(caption, columns, cells, row_headers=False))


def _is_numeric(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) for value in values)


def _cell(value: Any) -> str:
    return number_text(value) if isinstance(value, float) else safe(str(value))
