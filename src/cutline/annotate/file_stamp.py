"""Whether a picture's file is still the one that was annotated."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cutline.datasets.annotated_images import AnnotatedImage


class FileStamp(NamedTuple):
    """The size of a file in bytes, and when it was changed, in microseconds since 1970.

    Both are 0 where that is unknown.
    """

    bytes: int
    modified: int


UNKNOWN = FileStamp(0, 0)


def stamp_of(path: Path) -> FileStamp:
    """The stamp of a file as it is now; an unknown one where the system does not tell."""
    try:
        found = path.stat()
    except OSError:
        return UNKNOWN
    # Not nanoseconds: programs that read whole numbers as fractions would lose digits.
    return FileStamp(found.st_size, max(found.st_mtime_ns // 1000, 0))


def is_changed(image: AnnotatedImage, path: Path) -> bool:
    """Whether a file is another one than when its image was annotated, as far as that is known."""
    before, now = FileStamp(image.bytes, image.modified), stamp_of(path)
    return any(old and new and old != new for old, new in zip(before, now, strict=True))
