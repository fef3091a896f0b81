"""Values in messages: short, and printable whatever a file holds."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

#: Stands where a record lacks a field.
MISSING = ...

#: Half a surrogate pair: JSON can write one, UTF-8 cannot.
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def short(text: str, most: int = 40) -> str:
    """A text of at most so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def printable(text: str) -> str:
    """A text that every terminal and every UTF-8 file can take.

    >>> printable("a\\ud800\\x1b[31mb")
    'a��[31mb'
    """
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def described(value: Any) -> str:
    """A value for a message: what it is, and a little of it."""
    if value is MISSING:
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"{str(value).lower()} (true or false)"
    if isinstance(value, float) and value != value:
        return "NaN"
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, str):
        return f"the text {short(value)!r}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "an object" if isinstance(value, dict) else type(value).__name__


def _number(value: int | float) -> str:
    if isinstance(value, int) and value.bit_length() > 1000:
        return "a number of hundreds of digits"  # Python refuses to write down the longest
    return f"the number {short(str(value))}"


def other_ids(found: str | None, expected: Collection[str]) -> str:
    """What to say of a file that speaks of other images, or names them in another way.

    >>> other_ids("7", ["7.jpg", "8.jpg"])
    "2 images: it has ids such as '7', expected ids such as '7.jpg'"
    """
    said = "no ids at all" if found is None else f"ids such as {short(repr(found))}"
    example = next(iter(expected), "")
    return f"{len(expected)} images: it has {said}, expected ids such as {short(repr(example))}"
