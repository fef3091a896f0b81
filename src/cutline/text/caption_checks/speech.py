"""What people say or think, which no image shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.reading import Reading

_QUOTED = re.compile(
    r"\"[^\"]{2,}\"|“[^”]{2,}”|„[^“”]{2,}[“”]|«[^»]{2,}»|(?<![\w'’])['‘][^'‘’]{2,}['’](?!\w)"
)
_SAYING = re.compile(
    r"\b(?:say(?:s|ing)?|said|ask(?:s|ed|ing)|tell(?:s|ing)|told|think(?:s|ing)|"
    r"wonder(?:s|ed|ing)|exclaim(?:s|ed|ing)|repl(?:ies|ied|ying))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w'’-]+")

_CARRIERS_LIST = """
    advertisement banner billboard board book bottle box building bus button cake can card
    chalkboard clock cover display flag graffiti hat hydrant jersey label letter lettering
    letters license logo magazine mug newspaper note pack package page paper plaque plate poster
    print read reading reads scoreboard screen shirt sign signs spelling spells sticker
    sweatshirt t-shirt tag text title train truck tshirt van wall window word words writing
    written
"""
#: What bears words that can be seen: "a sign that says stop" describes no speech.
_CARRIERS = frozenset(_CARRIERS_LIST.split())
_WORDS_BEFORE, _WORDS_AFTER = 10, 2


def speech(reading: Reading) -> Iterator[Finding]:
    """Quoted words and verbs of saying, unless a sign or a shirt says it."""
    quoted = quoted_places(reading.text)
    for start, end in quoted:
        if not _stands_on_something(reading.text, start, end):
            message = "Please leave out what people may be saying; words on signs are fine."
            yield Finding("speech", "warning", message, start, end)
    for found in _SAYING.finditer(reading.text):
        is_quoted = any(start <= found.start() < end for start, end in quoted)
        if not is_quoted and not _stands_on_something(reading.text, *found.span()):
            message = f'"{found[0]}": please leave out what people may be saying or thinking.'
            yield Finding("speech", "warning", message, *found.span())


def _stands_on_something(text: str, start: int, end: int) -> bool:
    before = _WORD.findall(text[:start])[-_WORDS_BEFORE:]
    near = [word.lower() for word in (*before, *_WORD.findall(text[end:])[:_WORDS_AFTER])]
    return any(word in _CARRIERS or word.removesuffix("s") in _CARRIERS for word in near)


def quoted_places(text: str) -> list[tuple[int, int]]:
    """Where quoted words begin and end."""
    return [found.span() for found in _QUOTED.finditer(text)]
