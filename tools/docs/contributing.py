"""The guide for contributors as a page of the site; the file itself stands beside the code."""

from __future__ import annotations

from pathlib import Path

_GUIDE = Path(__file__).parent.parent.parent / "CONTRIBUTING.md"


def contributing() -> str:
    """The guide without its title, its links seen from `docs`."""
    text = _GUIDE.read_text(encoding="utf-8")
    return text.split("\n", 1)[1].replace("](docs/", "](")
