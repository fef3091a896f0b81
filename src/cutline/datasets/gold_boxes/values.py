"""Ids and numbers of boxes, as files have them."""

from __future__ import annotations

from typing import Any

from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, short

_NUMBERS = frozenset({int, float})


def is_image_id(value: Any) -> bool:
    """Whether a value can be the id of an image."""
    return type(value) is int or (type(value) is str and not has_lone_surrogate(value))


def has_lone_surrogate(text: str) -> bool:
    """Whether a text could never be written to a file again."""
    return not text.isascii() and LONE_SURROGATE.search(text) is not None


def box_id_text(value: Any) -> str | None:
    """The id of a box as text, or None where it is none.

    >>> box_id_text(7), box_id_text("a 7"), box_id_text(" "), box_id_text(7.5)
    ('7', 'a 7', None, None)
    """
    if type(value) is str:
        return value if value and value.strip() == value and not has_lone_surrogate(value) else None
    return str(value) if type(value) is int else None


def is_length(value: Any) -> bool:
    """Whether a value is a number that pixels can be counted with."""
    # The comparison fails for NaN too.
    return type(value) in _NUMBERS and -1e9 < value < 1e9


def corners_of(value: Any) -> tuple[float, float, float, float] | None:
    """The four numbers x, y, width, height, or None where these are not what is there."""
    if type(value) is not list or len(value) != 4 or not all(map(is_length, value)):
        return None
    x, y, width, height = value
    return float(x), float(y), float(width), float(height)


def shown(value: Any) -> str:
    """What stands in place of four numbers, for a message."""
    if type(value) is not list:
        return described(value)
    listed = ", ".join(described(item).removeprefix("the number ") for item in value[:5])
    return short(f"[{listed}]", 80) if len(value) <= 5 else f"a list of {len(value)}"


def id_problem(value: Any, field: str) -> tuple[str, str]:
    """The kind of problem, and a message, for what is no image id."""
    if value is MISSING:
        return "missing-field", f'the record has no "{field}"'
    return "wrong-type", f'"{field}" is {described(value)}, expected a whole number or text'
