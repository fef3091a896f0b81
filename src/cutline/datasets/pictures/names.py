"""What the name of a picture's file says of its image."""

from __future__ import annotations

import re
from pathlib import PurePath

_LAST_NUMBER = re.compile(r"([0-9]+)$")
#: As COCO names its pictures: 000000000042.jpg, and COCO_val2014_000000000042.jpg before 2017.
_COCO_STEM = re.compile(r"(?:COCO_[A-Za-z]+[0-9]{4}_)?[0-9]{12}")
_PLAIN_NUMBER = re.compile(r"[0-9]+")
#: At most 18 digits at once, which fit a number of any program.
_NUMBERS = re.compile(r"([0-9]{1,18})")
#: What stands behind the last dot of an id is the ending of a file's name only if it is so short.
_FILE_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,5}$")


def last_number(name: str) -> int | None:
    """The number that a file's name is, or ends with.

    >>> last_number("COCO_val2014_000000000042.jpg"), last_number("dog7.png"), last_number("a.jpg")
    (42, 7, None)
    """
    found = _LAST_NUMBER.search(stem_of(name))
    return int(found[1]) if found and len(found[1]) <= 18 else None


def is_coco_name(name: str) -> bool:
    """Whether a file is named as COCO names its pictures.

    >>> is_coco_name("000000000042.jpg"), is_coco_name("42.jpg")
    (True, False)
    """
    return _COCO_STEM.fullmatch(stem_of(name)) is not None


def id_number(image_id: int | str) -> int | None:
    """The number that an id stands for: one that is written as a number, or as COCO's file.

    >>> id_number("42"), id_number("COCO_val2014_000000000042.jpg"), id_number("dog7")
    (42, 42, None)
    """
    if isinstance(image_id, int):
        return image_id
    stem = stem_of(image_id)
    if _PLAIN_NUMBER.fullmatch(stem) or _COCO_STEM.fullmatch(stem):
        return last_number(stem)
    return None


def stem_of(name: str) -> str:
    """A name without its folders and without the ending that a file has.

    >>> stem_of("sub/dog.7.jpg"), stem_of("dog.7")
    ('dog.7', 'dog.7')
    """
    return _FILE_ENDING.sub("", PurePath(name).name)


def counting_order(path: PurePath) -> list[tuple[list[tuple[int, int, str]], str]]:
    """A key to sort names by as people count: 2.jpg comes before 10.jpg.

    >>> sorted(map(PurePath, ["b10.jpg", "b2.jpg", "a/3.jpg"]), key=counting_order)[-1].name
    'b10.jpg'
    """
    return [([_piece(text) for text in _NUMBERS.split(part)], part) for part in path.parts]


def _piece(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if _NUMBERS.fullmatch(text) else (1, 0, text)
