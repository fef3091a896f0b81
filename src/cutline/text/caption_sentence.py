"""A caption as a plain sentence, which parsers read better than what people typed."""

from __future__ import annotations

_STOPS = (".", "!", "?")
_LOOSE_ENDS = " ,;:-"


def as_sentence(caption: str) -> str:
    """The caption with a full stop, and without capitals that only begin it or shout.

    A noun that begins a caption is taken for a name where it has a capital, and a caption without
    a full stop for a list of fragments.

    >>> as_sentence("Woman with a dog "), as_sentence("A DOG ON A BED"), as_sentence("a TV on!")
    ('woman with a dog.', 'a dog on a bed.', 'a TV on!')
    """
    text = " ".join(caption.split())
    if text.isupper():
        text = text.lower()
    elif text[:1].isupper() and not text[1:2].isupper():
        text = text[0].lower() + text[1:]
    if not text or text.endswith(_STOPS):
        return text
    return text.rstrip(_LOOSE_ENDS) + "."
