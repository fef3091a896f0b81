"""Annotated images as lines of JSON: a header, and a line for each image."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from cutline.core.errors import FileError, UsageError
from cutline.core.types import Detection
from cutline.datasets.annotated_images.read import KIND, VERSION, image_of, parse_header
from cutline.datasets.annotated_images.strict_fields import StrictFields
from cutline.datasets.annotated_images.types import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
)
from cutline.datasets.wording import short

#: Two halves that stand apart in Python, which JSON would read as one character: places of nouns
#: would move.
_SPLIT_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

#: Larger numbers are shorter with an exponent.
_LARGEST_WHOLE = 1e15


def header_line(header: AnnotationHeader) -> str:
    """The first line of a file, without its end.

    Raises:
        UsageError: when a name is empty or stands twice.
    """
    text = json_text(
        {
            "cutline": KIND,
            "version": VERSION,
            "captioners": list(header.captioners),
            "detector": header.detector,
            "metrics": list(header.metrics),
            "signature": header.signature,
        }
    )
    try:
        parse_header(text, "the header")
    except FileError as error:
        raise UsageError(str(error)) from None
    return text


def image_line(image: AnnotatedImage) -> str:
    """An image as a line, without its end; what is written can be read again.

    A value that is not a number is written as null, since the metric says nothing of that caption.

    Raises:
        UsageError: when something does not fit, such as a noun outside of its caption, two captions
            of one captioner, or a box that is no box.

    >>> image_line(AnnotatedImage(7, "a.jpg", objects=(Detection("dog", 0.5),)))
    '{"image_id": 7, "file": "a.jpg", "objects": [{"label": "dog", "score": 0.5}]}'
    """
    where = f"image {short(repr(image.image_id))}"
    if image.best is not None and not 0 <= image.best < len(image.captions):
        raise UsageError(
            f"{where}: the best caption is at place {image.best}, expected one of the "
            f"{len(image.captions)} captions"
        )
    record = _record(image)
    try:
        image_of(StrictFields(record, where, "an image"))
    except FileError as error:
        raise UsageError(str(error)) from None
    return json_text(record)


def json_text(value: Any) -> str:
    """JSON in one line that every UTF-8 file can take.

    Half of a pair of surrogates, as in names of files that are not UTF-8, is escaped.

    >>> json_text(["é", chr(0xDCE9)])
    '["é", "\\\\udce9"]'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if text.isascii():
        return text
    text = _SPLIT_PAIR.sub("\N{REPLACEMENT CHARACTER}" * 2, text)
    # Some programs end lines at these; JSON may have them as they are, lines of JSON may not.
    for character in "\u0085\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _record(image: AnnotatedImage) -> dict[str, Any]:
    best = None if image.best is None else image.captions[image.best].captioner
    record = {
        "image_id": image.image_id,
        "file": image.file,
        "bytes": image.bytes or None,
        "modified": image.modified or None,
        "width": image.width or None,
        "height": image.height or None,
        "objects": [_object(found) for found in image.objects],
        "captions": [_caption(caption) for caption in image.captions],
        "best": best,
        "why": image.why,
        "error": image.error,
    }
    # Readers of objects tell an image without any from one that nobody could look at.
    looked_at = () if image.error else ("objects",)
    return _filled(record, always=("image_id", "file", *looked_at))


def _object(found: Detection) -> dict[str, Any]:
    box = None if found.box is None else [_number(side) for side in found.box]
    return _filled({"label": found.label, "score": _number(found.score), "box": box}, ("score",))


def _caption(caption: AnnotatedCaption) -> dict[str, Any]:
    record = {
        "captioner": caption.captioner,
        "caption": caption.text,
        "nouns": [_noun(noun) for noun in caption.nouns],
        "values": {spec: _value(value) for spec, value in caption.values},
        "undefined": caption.undefined,
        "error": caption.error,
    }
    return _filled(record, always=("captioner", "caption"))


def _noun(noun: AnnotatedNoun) -> dict[str, Any]:
    record = {
        "text": noun.text,
        "start": noun.start,
        "end": noun.end,
        "object": noun.object,
        "relation": noun.relation,
        "similarity": _value(noun.similarity),
    }
    return _filled(record, always=("text", "start", "end", "object"))


def _filled(record: dict[str, Any], always: tuple[str, ...]) -> dict[str, Any]:
    """A record without what is empty, except for members that are always there."""
    return {
        name: value
        for name, value in record.items()
        if name in always or not (value is None or value in ("", [], {}))
    }


def _value(value: float | None) -> float | int | None:
    return None if value is None or math.isnan(value) else _number(value)


def _number(value: float) -> float | int:
    """A number as short as it can be written."""
    is_whole = abs(value) < _LARGEST_WHOLE and value == int(value)
    return int(value) if is_whole else float(value)
