"""The names of ImageNet's 1,000 classes, from the JavaScript source that lists them."""

from __future__ import annotations

import re

from cutline.core.errors import FileError

COUNT = 1000

# A number, a colon, and a text that may go on after a plus sign.
_TEXT = r"'(?:[^'\\]|\\.)*'"
_ENTRY = re.compile(rf"(\d+):\s*({_TEXT}(?:\s*\+\s*{_TEXT})*)")


def imagenet_labels(script: str) -> list[str]:
    """The first of the names that each class has, in the order of its number.

    Two of them stand twice: a crane is a bird and a machine, a maillot two kinds of dress.

    Raises:
        FileError: when the script lists anything but classes 0 to 999.
    """
    names = {int(number): _joined(texts) for number, texts in _ENTRY.findall(script)}
    if sorted(names) != list(range(COUNT)):
        raise FileError(
            f"the list of ImageNet's classes has {len(names)}, expected each from 0 to {COUNT - 1}"
        )
    return [names[number].split(",")[0].strip() for number in range(COUNT)]


def _joined(texts: str) -> str:
    parts = [text[1:-1] for text in re.findall(_TEXT, texts)]
    return re.sub(r"\\(.)", r"\1", "".join(parts))
