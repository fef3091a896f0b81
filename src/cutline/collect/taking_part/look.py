"""The style sheet and the scripts that only these pages need."""

from __future__ import annotations

from importlib import resources

from cutline.web.look.files import add_file

#: In the order in which they are run.
_SCRIPTS = ("time.js", "kept.js", "sending.js", "zoom.js", "caption.js", "rating.js")


def _read(name: str) -> str:
    return (resources.files("cutline.collect.taking_part") / "look_files" / name).read_text(
        encoding="utf-8"
    )


def add_files() -> None:
    """Have them served beside the theme's."""
    add_file("taking_part.css", "text/css", lambda: _read("taking_part.css"))
    add_file("taking_part.js", "text/javascript", lambda: "\n".join(map(_read, _SCRIPTS)))
