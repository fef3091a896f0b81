"""Writing a zip whose bytes depend on nothing but what it holds."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from typing import IO

#: The earliest time that a zip can tell: no bundle depends on when it was made.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_USUAL_RIGHTS = 0o100644 << 16
_UNIX = 3


def write_zip(raw: IO[bytes], files: Iterable[tuple[str, int, Iterable[bytes]]]) -> None:
    """Write files, each with its path, its size and what it holds, in this order."""
    with zipfile.ZipFile(raw, "w") as archive:
        for path, size, chunks in files:
            member = zipfile.ZipInfo(path, _NO_TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = _USUAL_RIGHTS
            member.create_system = _UNIX
            member.file_size = size  # tells beforehand whether it takes the form for large files
            with archive.open(member, "w") as file:
                file.writelines(chunks)
