"""Text in pages and drawings: made safe, and about how wide it is."""

from __future__ import annotations

import textwrap
import unicodedata
from html import escape

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
#: A letter's usual width, as a part of the font's size; narrow and wide ones are told apart.
_USUAL, _NARROW, _WIDE = 0.61, 0.37, 0.9


def safe(text: str) -> str:
    """Text that HTML and XML can hold, as content or in a quoted attribute.

    >>> safe("a <b> & \\x1b[0m")
    'a &lt;b&gt; &amp; \N{REPLACEMENT CHARACTER}[0m'
    """
    return escape(visible(text))


def visible(text: str) -> str:
    """Space for each white space, and a replacement mark for control characters of any kind.

    What joins letters and emoji stays, since they would be others without it.
    """
    if text.isprintable():
        return text
    return "".join(
        " "
        if character.isspace()
        else character
        if character.isprintable() or character in _JOINERS
        else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a sans font of this size.

    >>> text_width("ill", 10) < text_width("dog", 10) < text_width("WWW", 10)
    True
    """
    return size * sum(_width(character) for character in text)


def fitted(text: str, width: float, size: float) -> str:
    """The text, or as much of its start as fits, and an ellipsis.

    >>> fitted("a photograph", 60, 10)
    'a photogr…'
    """
    if text_width(text, size) <= width:
        return text
    room, kept = width - text_width(_ELLIPSIS, size), 0
    for character in text:
        room -= size * _width(character)
        if room < 0:
            break
        kept += 1
    # A letter without its accents would be another, and so would half a family of emoji.
    while 0 < kept < len(text) and (_is_joined(text[kept]) or text[kept - 1] in _JOINERS):
        kept -= 1
    return text[:kept].rstrip() + _ELLIPSIS


def wrapped(text: str, width: float, size: float, lines: int) -> list[str]:
    """The text in at most so many lines of this width; the last one ends in an ellipsis if cut.

    >>> wrapped("one two three four five", 50, 10, 2)
    ['one two', 'three fo…']
    """
    whole = text_width(text, size)
    if whole <= width:
        return [text] if text.strip() else []
    characters = max(1, int(len(text) * width / whole))
    parts = textwrap.wrap(text, characters)
    kept = [*parts[: lines - 1], " ".join(parts[lines - 1 :])]
    return [fitted(line, width, size) for line in kept if line]


def _width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.02
    if _is_joined(character) or character in _JOINERS:
        return 0.0
    if character in "ijlftr.,:;|!'()[]- I":
        return _NARROW
    if character in "mwMW@%<>+=&" or character == _ELLIPSIS:
        return _WIDE
    return _USUAL + 0.1 if character.isupper() else _USUAL


def _is_joined(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Me", "Cf"}
