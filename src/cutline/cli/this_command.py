"""How this program is called, for messages that say what to type next."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def this_command() -> list[str]:
    """What to type to run this program again: its name if the shell finds it, else its path."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return [sys.executable, "-m", "cutline"]
    found = shutil.which("cutline")
    is_found = found is not None and Path(found).resolve() == called.resolve()
    return ["cutline"] if is_found else [sys.argv[0]]


def has_screen() -> bool:
    """Whether somebody sits at a terminal of a machine that can show a page."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
