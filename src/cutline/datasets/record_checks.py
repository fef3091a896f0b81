"""What is wrong with single records: their ids and their captions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutline.datasets.caption_text import faults, repaired
from cutline.datasets.policy import Checked
from cutline.datasets.records import Records
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, short


def unusable_ids(ids: list[Any]) -> list[int]:
    """Places of ids that are neither whole numbers nor proper text."""
    types = set(map(type, ids))
    # Nearly all files pass here, at once.
    if types <= {int} or (types == {str} and all(map(str.isascii, ids))):
        return []
    return [index for index, image_id in enumerate(ids) if not _is_usable(image_id)]


def _is_usable(image_id: Any) -> bool:
    if type(image_id) is str:
        # Half a surrogate pair could be compared but never written to a file again.
        return image_id.isascii() or LONE_SURROGATE.search(image_id) is None
    return type(image_id) is int


def check_id(records: Records, index: int, checked: Checked) -> None:
    """Say what is wrong with an unusable id."""
    if records.is_stray(index):
        return
    image_id, field = records.image_ids[index], records.id_field
    if image_id is MISSING:
        checked.add("missing-field", records.place(index), f'the record has no "{field}"')
    elif type(image_id) is str:
        message = f'"{field}" is {short(image_id)!r}, which holds half a surrogate pair'
        checked.add("lone-surrogate", records.place(index), message)
    else:
        message = f'"{field}" is {described(image_id)}, expected a whole number or text'
        checked.add("wrong-type", records.place(index), message)


def check_caption(
    records: Records, index: int, caption: Any, checked: Checked, which: str = ""
) -> str | None:
    """Say what is wrong with a caption; returns it, repaired where it can be, or None."""
    if records.is_stray(index):
        return None
    kinds = []
    for kind, message in faults(caption, records.caption_field):
        kinds.append(kind)
        checked.add(kind, records.place(index), which + message)
    if not isinstance(caption, str) or "too-long" in kinds:
        return None
    return repaired(caption) if kinds else caption


def check_ranked(records: Records, index: int, checked: Checked) -> Sequence[str] | None:
    """The captions of a record that is out of the ordinary, repaired where they can be."""
    caption = records.captions[index]
    if type(caption) is not list:
        single = check_caption(records, index, caption, checked)
        return None if single is None else (single,)
    if not caption:
        message = f'"{records.caption_field}" is an empty list, expected captions'
        checked.add("wrong-type", records.place(index), message)
    kept = []
    for number, one in enumerate(caption, 1):
        which = f"caption {number} of {len(caption)}: "
        good = check_caption(records, index, one, checked, which)
        if good is not None:
            kept.append(good)
    return kept or None
