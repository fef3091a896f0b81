"""What classes are called: Open Images' table of class names."""

from __future__ import annotations

import os

from cutline.core.errors import ContentError, FileError
from cutline.datasets.source import open_source
from cutline.datasets.text_captions import table_rows
from cutline.datasets.wording import printable, short

_HEADER = ("labelname", "displayname")


def read_class_names(path: str | os.PathLike[str]) -> dict[str, str]:
    """The name of each class: a CSV table with `/m/01g317` in one column and `Person` in the next.

    Older releases have no header, newer ones `LabelName,DisplayName`; both are read.

    Raises:
        FileError: when the file cannot be read, or a row has no two cells.
        ContentError: when two rows name one class differently.
    """
    source = open_source(path)
    names: dict[str, str] = {}
    for line, row in table_rows(source, ","):
        cells = [cell.strip() for cell in row]
        if len(cells) < 2 or not cells[0] or not cells[1]:
            raise FileError(
                f"{source.name}, line {line}: found {short(printable(','.join(row)))!r}, expected "
                f"a class and its name, such as /m/01g317,Person"
            )
        if line == 1 and tuple(cell.lower() for cell in cells[:2]) == _HEADER:
            continue
        label, name = cells[0], printable(cells[1])
        if names.setdefault(label, name) != name:
            raise ContentError(
                f"{source.name}, line {line}: {short(printable(label))} is named "
                f"{short(names[label])!r} and {short(name)!r}, expected one name"
            )
    if not names:
        raise FileError(f"{source.name}: a header and no rows")
    return names
