"""What has no place in a caption of any language: links, addresses, markup and pictograms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.reading import Reading

# No repeats within repeats: hostile texts must not cost more than others.
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}")
_LINK = re.compile(
    r"\b(?:https?://|ftp://|www\.)\S+|\b[\w-]{1,63}\.(?:com|org|net|edu|gov|info|io|co\.uk)\b",
    re.IGNORECASE,
)
_HTML = re.compile(r"</?[a-zA-Z][^<>]{0,200}>|&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_EMOTICON = re.compile(r"(?<!\S)(?:[:;=8xX]['’]?-?[()DPpOo/|*\]\[]|<3|\^_?\^)(?!\w)")

_EMOJI = re.compile(
    "["
    "\U0001f000-\U0001faff"  # pictograms, faces, transport, flags
    "\u2600-\u27bf"  # signs and dingbats
    "\u2b00-\u2bff\u231a-\u23ff\ufe0f\u20e3"
    "]+"
)


def links(reading: Reading) -> Iterator[Finding]:
    """Addresses of pages and of people."""
    addresses = [found.span() for found in _EMAIL.finditer(reading.text)]
    for start, end in addresses:
        message = "Please leave e-mail addresses out."
        yield Finding("link", "problem", message, start, end)
    for found in _LINK.finditer(reading.text):
        if not any(start <= found.start() < end for start, end in addresses):
            yield Finding("link", "problem", "Please leave links out.", *found.span())


def markup(reading: Reading) -> Iterator[Finding]:
    """HTML, which is often pasted."""
    for found in _HTML.finditer(reading.text):
        message = f"Please write plain words, without code such as {found[0][:20]!r}."
        yield Finding("markup", "problem", message, *found.span())


def pictograms(reading: Reading) -> Iterator[Finding]:
    """Emoji and faces made of signs."""
    for pattern in (_EMOJI, _EMOTICON):
        for found in pattern.finditer(reading.text):
            message = "Please say it in words, without emoji."
            yield Finding("emoji", "warning", message, *found.span())


def invisible(reading: Reading) -> Iterator[Finding]:
    """Control characters and damaged ones, which no keyboard gives."""
    for place, character in enumerate(reading.text):
        is_space = character in "\t\n\r"
        if character == "\ufffd" or (unicodedata.category(character) == "Cc" and not is_space):
            message = "There is a character here that cannot be shown. Please type this anew."
            yield Finding("character", "problem", message, place, place + 1)
            return
