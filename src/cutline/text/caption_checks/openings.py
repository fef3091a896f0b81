"""How a caption begins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.reading import Reading

_THERE_IS = re.compile(
    r"\W*(?P<said>there\s*(?:['’]?s|['’]re|\s(?:is|are|was|were|appears?|seems?|"
    r"(?:can|may|could)\s+be))\b)",
    re.IGNORECASE,
)

_PICTURE = r"(?:image|photo(?:graph)?|pic(?:ture)?|snapshot|shot|scene)"
_ARTICLE = r"(?:an?|the|this)"
_SIZE = r"(?:(?!mirror\b)\w+\s+){0,2}?"
_OF_PICTURE = re.compile(
    rf"\W*(?P<said>(?:(?:this|that|it|here)\s*(?:is|['’]s)\s+)?(?:{_ARTICLE}\s+)?{_SIZE}{_PICTURE}"
    rf"\s+(?:of|shows?|showing|depicts?|depicting|contains?|has)\b"
    rf"|in\s+{_ARTICLE}\s+{_PICTURE}\b"
    rf"|(?:i|we|you|one)\s+(?:can\s+)?(?:also\s+)?see\b)",
    re.IGNORECASE,
)


def begins_with_there_is(reading: Reading) -> Iterator[Finding]:
    """Captions that begin with "There is", which COCO did not take."""
    if found := _THERE_IS.match(reading.text):
        message = f'Please begin with what you see, not with "{found["said"]}".'
        yield Finding("there-is", "problem", message, *found.span("said"))


def speaks_of_a_picture(reading: Reading) -> Iterator[Finding]:
    """Openings that fit every image: "a picture of"."""
    if found := _OF_PICTURE.match(reading.text):
        message = f'"{found["said"]}" can go: everybody knows that it is an image.'
        yield Finding("picture-of", "hint", message, *found.span("said"))
