"""The style sheet and the script that only these pages need."""

from __future__ import annotations

from importlib import resources

from cutline.web.look.files import add_file


def _read(name: str) -> str:
    files = resources.files("cutline.collect.console") / "look_files"
    return (files / name).read_text(encoding="utf-8")


def add_files() -> None:
    """Have them served beside the theme's."""
    add_file("console.css", "text/css", lambda: _read("console.css"))
    add_file("review.js", "text/javascript", lambda: _read("review.js"))
