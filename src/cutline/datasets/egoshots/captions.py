"""A table of captions: a row for each image, a column for each captioner."""

from __future__ import annotations

import os

from cutline.core.errors import FileError
from cutline.core.types import ImageId, Run
from cutline.datasets.egoshots.table import named_rows, table_header

_IMAGE_COLUMNS = ("imagefiles", "images", "image", "image_id", "filename", "file")
#: Tables with such a column are runs of one system, which `read_run` reads.
_ONE_SYSTEM = frozenset({"caption", "captions", "text", "sentence", "comment"})


def is_caption_table(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a table of captions by several captioners.

    Raises:
        FileError: when it cannot be read.
    """
    names = [name.lower() for name in table_header(path)]
    return len(names) > 1 and names[0] in _IMAGE_COLUMNS and _ONE_SYSTEM.isdisjoint(names)


def read_caption_table(path: str | os.PathLike[str]) -> tuple[Run, ...]:
    """A run for each captioner, named as its column; empty cells are left out.

    Raises:
        FileError: when the file cannot be read or is no such table, or an image stands in it twice.
    """
    image_column, *captioners = table_header(path)
    captions: dict[str, dict[ImageId, tuple[str, ...]]] = {name: {} for name in captioners}
    seen = set()
    for row in named_rows(path):
        image_id = row.cells[image_column].strip()
        if not image_id or image_id in seen:
            found = "no image" if not image_id else f"the image {image_id!r} for the second time"
            raise FileError(f"{row.where}: found {found}, expected a row for each image")
        seen.add(image_id)
        for name in captioners:
            if text := row.cells[name].strip():
                captions[name][image_id] = (text,)
    if not seen:
        raise FileError(f"{path}: a header and no rows")
    return tuple(Run(name, of_system) for name, of_system in captions.items())
