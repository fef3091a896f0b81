"""Where a site is: left in its folder when it starts, for commands that print links to it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from cutline.core.atomic import atomic_write

_NAME = "address"
_MOST_CHARACTERS = 2000


def leave_address(folder: Path, address: str) -> None:
    """Say where the site of a folder is. It stays when the site stops, which may start there again.

    Raises:
        FileError: when it cannot be written.
    """
    with atomic_write(folder / _NAME) as file:
        file.write(f"{address}\n")


def read_address(folder: Path) -> str | None:
    """Where the site of a folder was when it last ran; None where nothing says so."""
    try:
        with (folder / _NAME).open(encoding="ascii") as file:
            address = file.read(_MOST_CHARACTERS).strip()
        parts = urlsplit(address)
    except (OSError, ValueError):
        return None
    return address if parts.scheme in ("http", "https") and parts.hostname else None
