"""Where the log of a site or a worker goes."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import IO

from cutline.core.errors import FileError


def open_log(
    wanted: str | None, data: Path, name: str = "server.log"
) -> tuple[Path | None, IO[bytes] | None]:
    """The log's file, on a screen beside the data: lines for machines would bury the message.

    Args:
        wanted: the file; `-` for standard error, None for what is usual.
        data: the folder of the site.
        name: of the file there.

    Raises:
        FileError: when it cannot be written.
    """
    if wanted == "-" or (wanted is None and not sys.stderr.isatty()):
        return None, None
    path = Path(wanted).resolve() if wanted else data / name
    try:
        file = path.open("ab", buffering=0)
    except OSError as error:
        raise FileError(f"{path}: the log cannot be written: {error.strerror or error}") from None
    text = open(file.fileno(), "a", encoding="utf-8", closefd=False)  # noqa: SIM115
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(text)
    return path, file
