"""Finding what is wrong with captions, once something is known to be, and saying it well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cutline.compat.pycocoevalcap._errors import CaptionsError

_NAMED_IDS = 5
_SHOWN_CHARACTERS = 40


def describe(value: Any) -> str:
    """A value's type and the beginning of how it is written."""
    text = repr(value)
    shown = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."
    return f"{type(value).__name__} {shown}"


def different_images(references: Mapping[Any, Any], candidates: Mapping[Any, Any]) -> CaptionsError:
    """The error for two dictionaries whose keys differ."""
    sides = [
        _only_in("references", [key for key in references if key not in candidates]),
        _only_in("candidates", [key for key in candidates if key not in references]),
    ]
    found = "; ".join(side for side in sides if side)
    return CaptionsError(
        f"references and candidates are of different images: {found}; expected the same image ids "
        f"in both"
    )


def _only_in(side: str, image_ids: Sequence[Any]) -> str:
    if not image_ids:
        return ""
    named = ", ".join(repr(image_id) for image_id in image_ids[:_NAMED_IDS])
    more = len(image_ids) - _NAMED_IDS
    return f"only the {side} have {named}" + (f" and {more} more" if more > 0 else "")


def wrong_references(image: str, found: Any) -> str | None:
    """What is wrong with one image's references, or None."""
    if type(found) is not list:
        return f"{image}: references are {describe(found)}, expected a list of strings"
    if not found:
        return f"{image}: references are an empty list, expected at least one string"
    return wrong_texts(f"{image}: reference", found)


def wrong_candidate(image: str, found: Any) -> str | None:
    """What is wrong with one image's candidate, or None."""
    if type(found) is not list:
        return f"{image}: candidate is {describe(found)}, expected a list of exactly one string"
    if len(found) != 1:
        return f"{image}: {len(found)} candidates, expected a list of exactly one string"
    return wrong_text(f"{image}: candidate", found[0])


def wrong_texts(name: str, captions: Iterable[Any]) -> str | None:
    """What is wrong with the first of several captions that is not text, or None."""
    numbered = (wrong_text(f"{name} {k}", caption) for k, caption in enumerate(captions, 1))
    return next((wrong for wrong in numbered if wrong), None)


def wrong_text(name: str, caption: Any) -> str | None:
    """What is wrong with a caption that is not text, or None."""
    if isinstance(caption, Mapping) and "caption" in caption:
        # The commonest mistake: annotations that have not been through the tokenizer.
        hint = "PTBTokenizer().tokenize() makes strings of annotations"
        return f"{name} is {describe(caption)}, expected a string; {hint}"
    if not isinstance(caption, str):
        return f"{name} is {describe(caption)}, expected a string"
    try:
        caption.encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(caption[error.start]):04X} at {error.start}"
        return f"{name} holds {half}, half of a surrogate pair, expected whole characters"
    return None


def first_complaint(complaints: Iterable[str | None]) -> CaptionsError | None:
    """The error for the first complaint there is, or None."""
    found = next((complaint for complaint in complaints if complaint), None)
    return CaptionsError(found) if found else None
