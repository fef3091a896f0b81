"""Lines of Cutline's own files of objects that list none: the first, and those of errors."""

from __future__ import annotations

from typing import Any

from cutline.core.errors import FileError
from cutline.datasets.wording import described


def is_unseen(record: Any) -> bool:
    """Whether a record tells of a picture that nobody could look at, which says nothing of objects.

    >>> is_unseen({"image_id": 1, "error": "it is damaged"}), is_unseen({"image_id": 1})
    (True, False)
    """
    if not isinstance(record, dict) or "objects" in record or "boxes" in record:
        return False
    return bool(record.get("error"))


def is_object_header(record: Any, place: str, kinds: tuple[str, ...]) -> bool:
    """Whether a record is a header and no image.

    Args:
        record: the first of a file.
        place: where it stands.
        kinds: of Cutline's files that are understood.

    Raises:
        FileError: when it is the header of another file, or of another version.

    >>> is_object_header({"cutline": "objects"}, "line 1", ("objects",))
    True
    >>> is_object_header({"image_id": 1, "objects": []}, "line 1", ("objects",))
    False
    """
    if not isinstance(record, dict) or "cutline" not in record or "image_id" in record:
        return False
    if record["cutline"] not in kinds:
        found = described(record["cutline"])
        raise FileError(f"{place}: a Cutline file of {found}, expected {' or '.join(kinds)}")
    if record.get("version", 1) != 1:
        found = described(record["version"])
        raise FileError(f"{place}: version {found}; this Cutline reads version 1")
    return True
