"""Where Cutline keeps what it can make again."""

from __future__ import annotations

import os
from pathlib import Path

#: The variable that moves the folder.
CACHE_VARIABLE = "CUTLINE_CACHE_DIR"


def cache_folder() -> Path:
    """`CUTLINE_CACHE_DIR` if it is set, else the place for caches on this system.

    The folder need not be there yet.
    """
    wanted = os.environ.get(CACHE_VARIABLE)
    if wanted:
        return Path(wanted).absolute()
    # Imported here because most runs keep nothing.
    import platformdirs

    return Path(platformdirs.user_cache_dir("cutline", appauthor=False))
