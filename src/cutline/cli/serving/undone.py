"""A folder that nothing is left in, where a site was to be made and was not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def nothing_left(folder: Path) -> Callable[[], None]:
    """What takes away again the files and folders that are made from now on.

    Only from a folder without a site: of one that is there, nothing is ever taken away.
    """
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    before = set(folder.iterdir()) if folder.is_dir() else set()
    is_site = folder / "cutline.sqlite3" in before

    def take_away() -> None:
        if is_site:
            return
        from django.conf import settings
        from django.db import connections

        if settings.configured:  # else asking for connections would make the site that is undone
            connections.close_all()
        with suppress(OSError):
            for path in set(folder.iterdir()) - before:
                path.unlink()
            for one in made:
                one.rmdir()

    return take_away
