"""Which field of a record holds what."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from cutline.datasets.records import Purpose
from cutline.datasets.wording import MISSING

# Where a record has fields of several groups the first group counts, so that a file which shows a
# system's captions beside the references can be read for either. Two fields of one group
# contradict each other.
_CAPTION_FIELDS: dict[Purpose, tuple[tuple[str, ...], ...]] = {
    "run": (("caption", "captions"),),
    "references": (("references", "refs"), ("caption", "captions"), ("descriptions",)),
}
_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def caption_fields(purpose: Purpose) -> list[str]:
    """The names of the fields that may hold captions, the most telling first."""
    return [name for group in _CAPTION_FIELDS[purpose] for name in group]


def chosen_field(present: Container[str], purpose: Purpose) -> tuple[str, str]:
    """The field that holds a record's captions, and another that claims the same; "" for none.

    >>> chosen_field({"caption", "references"}, "references")
    ('references', '')
    >>> chosen_field({"caption", "captions"}, "run")
    ('caption', 'captions')
    """
    for group in _CAPTION_FIELDS[purpose]:
        found = [name for name in group if name in present]
        if found:
            return found[0], found[1] if len(found) > 1 else ""
    return "", ""


def numbered(ids: list[Any]) -> list[Any]:
    """Ids of a format that has only text, as numbers if all that are there are whole numbers.

    >>> numbered(["7", "12"]), numbered(["7", "012"])
    ([7, 12], ['7', '012'])
    """
    present = [image_id for image_id in ids if image_id is not MISSING]
    if not all(_WHOLE_NUMBER.fullmatch(image_id) for image_id in present):
        return ids
    return [image_id if image_id is MISSING else int(image_id) for image_id in ids]
