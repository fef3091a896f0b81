"""The table of contents: the groups and pages of docs/contents.md, which is where they are kept."""

from __future__ import annotations

import re
from pathlib import Path

_LINE = re.compile(r"^## (?P<heading>.+)$|^- \[[^\]]+\]\((?P<page>[a-z0-9-]+)\.md\)", re.MULTILINE)


def read_contents(path: Path) -> dict[str, list[str]]:
    """The names of the pages under each heading."""
    groups: dict[str, list[str]] = {"": [path.stem]}
    for line in _LINE.finditer(path.read_text(encoding="utf-8")):
        if line["heading"]:
            groups[line["heading"]] = []
        else:
            groups[next(reversed(groups))].append(line["page"])
    return groups
