"""The caption in what a command or an endpoint answers."""

from __future__ import annotations

import json
from typing import Any

from cutline.annotate.captioners.captioner import NoCaption, tidy
from cutline.datasets.wording import short

#: Where captions are found, in programs of this world: the first of these keys counts.
_KEYS = ("caption", "generated_text", "captions", "text", "output_text", "response", "content")
#: What answers are wrapped in.
_WRAPPERS = ("choices", "message", "results", "predictions", "outputs", "data")

_DEEPEST = 8


def caption_in(answer: Any) -> str | NoCaption:
    """The caption in a JSON answer, whichever of the usual shapes it has.

    >>> caption_in({"caption": "a dog"}), caption_in([{"generated_text": "a dog"}])
    ('a dog', 'a dog')
    >>> caption_in({"choices": [{"message": {"role": "assistant", "content": "a dog"}}]})
    'a dog'
    >>> caption_in({"error": "too dark"}), caption_in({"colour": "red"})
    (NoCaption(why='too dark'), NoCaption(why='no caption in the answer {"colour": "red"}'))
    """
    if isinstance(answer, dict) and answer.get("error"):
        return NoCaption(_error_text(answer["error"]))
    found = _found(answer, 0)
    if found is None:
        return NoCaption(f"no caption in the answer {short(json.dumps(answer), 200)}")
    return tidy(found)


def caption_in_body(body: bytes) -> str | NoCaption:
    """The caption in the body of an answer: JSON of any usual shape, or plain text.

    >>> caption_in_body(b'"a dog"'), caption_in_body(b"a dog"), caption_in_body(b"<html>...")
    ('a dog', 'a dog', NoCaption(why='a page in place of a caption: <html>...'))
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return NoCaption(f"{len(body):,} bytes that are no text, expected a caption")
    if text.lstrip()[:1] in ("{", "[", '"'):
        try:
            return caption_in(json.loads(text))
        except (ValueError, RecursionError):
            return NoCaption(f"broken JSON: {short(' '.join(text.split()), 200)}")
    if text.lstrip()[:1] == "<":
        return NoCaption(f"a page in place of a caption: {short(' '.join(text.split()), 200)}")
    return tidy(text)


def _found(answer: Any, depth: int) -> str | None:
    if isinstance(answer, str):
        return answer
    if depth > _DEEPEST:
        return None
    if isinstance(answer, list):
        return _found(answer[0], depth + 1) if answer else None
    if isinstance(answer, dict):
        for key in (*_KEYS, *_WRAPPERS):
            if key in answer and (found := _found(answer[key], depth + 1)) is not None:
                return found
    return None


def _error_text(error: Any) -> str:
    if isinstance(error, dict) and isinstance(error.get("message"), str):
        error = error["message"]
    text = error if isinstance(error, str) else json.dumps(error)
    tidied = tidy(short(text, 500))
    return tidied if isinstance(tidied, str) else "an error without words"
