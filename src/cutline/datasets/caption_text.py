"""What a caption may hold, and what becomes of one that holds something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.datasets.wording import LONE_SURROGATE, described

#: In characters. The longest caption of COCO has 250.
LONGEST_CAPTION = 100_000

_LINE_END = re.compile("[\r\x0b\x0c\u2028\u2029]")
# Line feeds and tabs are common in real captions and harmless: both count as a space.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff]")


def unusual(captions: list[Any]) -> list[int]:
    """Places of captions that are worth a look: nearly all pass, and pass quickly."""
    return native.unusual_texts(captions, LONGEST_CAPTION)


def faults(caption: Any, field: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a caption: pairs of a problem's kind and a message."""
    if not isinstance(caption, str):
        kind = "missing-field" if caption is ... else "wrong-type"
        yield kind, f'"{field}" is {described(caption)}, expected text'
        return
    if len(caption) > LONGEST_CAPTION:
        yield "too-long", f"{len(caption):,} characters, expected at most {LONGEST_CAPTION:,}"
        return
    if found := LONE_SURROGATE.search(caption):
        yield "lone-surrogate", _named(found, "which is half a pair and no character by itself")
    if found := _LINE_END.search(caption):
        yield (
            "line-end",
            _named(found, "a line end: the official program would shift all later captions by one"),
        )
    if found := _CONTROL.search(caption):
        yield "control-character", _named(found, "a control character")
    if not caption.strip():
        yield "empty-caption", "the caption is empty"


def repaired(caption: str) -> str:
    """A caption with its faults put right, for those who ask for leniency."""
    return LONE_SURROGATE.sub("\ufffd", _LINE_END.sub(" ", caption))


def _named(found: re.Match[str], what: str) -> str:
    return f"character {found.start() + 1} is U+{ord(found[0]):04X}, {what}"
