"""All variables of the environment on one page, from the tables that explain them."""

from __future__ import annotations

import re
from pathlib import Path

from tools.docs.markdown import table

_DOCS = Path(__file__).parent.parent.parent / "docs"
_NAME = re.compile(r"`([A-Z][A-Z_]+)`")


def variables() -> str:
    """A table of every variable that pages explain, by name."""
    rows: dict[str, list[str]] = {}
    for page in ("command-line.md", "serve.md"):
        for names, meaning in _rows((_DOCS / page).read_text(encoding="utf-8")):
            rows.setdefault(names, [names, meaning, f"[{page.removesuffix('.md')}]({page})"])
    return table(["variable", "meaning", "more"], [rows[names] for names in sorted(rows)])


def _rows(text: str) -> list[tuple[str, str]]:
    lines = [line.strip("| \n").split(" | ", 1) for line in text.splitlines() if line[:2] == "| "]
    return [(cells[0], cells[1]) for cells in lines if _NAME.match(cells[0]) and len(cells) == 2]
