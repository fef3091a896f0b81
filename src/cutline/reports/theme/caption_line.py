"""The line of words under a picture, with what became of each word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from cutline.reports.theme.text import safe

Mark = Literal["", "exact", "stem", "synonym", "paraphrase", "missed", "invented"]

#: What a mark says, in the order of the key.
MARKS: dict[Mark, str] = {
    "exact": "the same word",
    "stem": "the same stem",
    "synonym": "a synonym",
    "paraphrase": "a paraphrase",
    "missed": "missed by the candidate",
    "invented": "in no reference",
}


def caption_line(words: str | Iterable[tuple[str, Mark]], note: str = "") -> str:
    """A caption under its thin rule: plain text, or words with their marks.

    `note` says whose caption it is, in small letters before it.

    >>> caption_line([("a", ""), ("dogs", "stem")])
    '<p class="caption-line">a <span class="match stem" title="the same stem">dogs</span></p>'
    """
    line = safe(words) if isinstance(words, str) else " ".join(_word(*word) for word in words)
    said = f'<span class="caption-note">{safe(note)}</span> ' if note else ""
    return f'<p class="caption-line">{said}{line}</p>'


def caption_key() -> str:
    """What each kind of mark means, for the reader."""
    items = "".join(
        f"<li>{_word(mark, mark)} <span>{safe(said)}</span></li>" for mark, said in MARKS.items()
    )
    return f'<ul class="caption-key">{items}</ul>'


def _word(word: str, mark: Mark) -> str:
    if not mark:
        return safe(word)
    element = "s" if mark == "invented" else "span"
    return f'<{element} class="match {mark}" title="{MARKS[mark]}">{safe(word)}</{element}>'
