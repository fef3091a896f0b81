"""Annotated images in forms that other programs read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from cutline.datasets.annotated_images.types import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotationHeader,
)
from cutline.datasets.annotated_images.write import json_text
from cutline.datasets.wording import LONE_SURROGATE

_SEPARATOR = "; "


def to_csv(header: AnnotationHeader, images: Iterable[AnnotatedImage]) -> str:
    """A table with a row for each caption; an image without any has a row that says why.

    The columns are `image_id`, `file`, `captioner`, `caption`, `best` (1 or 0), one for each
    metric, `nouns`, `objects` and `error`. What is undefined is an empty cell.

    >>> header = AnnotationHeader(("one",), "none", (), "")
    >>> said = AnnotatedImage(7, "a.jpg", captions=(AnnotatedCaption("one", "a dog"),), best=0)
    >>> print(to_csv(header, [said]), end="")
    image_id,file,captioner,caption,best,nouns,objects,error
    7,a.jpg,one,a dog,1,,,
    """
    heads = ("image_id", "file", "captioner", "caption", "best")
    lines = [_line([*heads, *header.metrics, "nouns", "objects", "error"])]
    lines += [_line(row) for image in images for row in _rows(header, image)]
    # A file of UTF-8 has no place for half of a pair of surrogates.
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", "".join(lines))


def to_coco(images: Iterable[AnnotatedImage]) -> str:
    """The best captions as results of COCO; images without one are left out.

    >>> said = AnnotatedImage(7, "a.jpg", captions=(AnnotatedCaption("one", "a dog"),), best=0)
    >>> to_coco([said, AnnotatedImage(8, "b.jpg", error="it is damaged")])
    '[{"image_id": 7, "caption": "a dog"}]\\n'
    """
    results = [
        {"image_id": image.image_id, "caption": image.captions[image.best].text}
        for image in images
        if image.best is not None and image.captions[image.best].text is not None
    ]
    return json_text(results) + "\n"


def _line(row: list[str]) -> str:
    written = io.StringIO()
    # Only a character of the line's end is quoted inside a cell, and some readers end lines at
    # either of these two.
    csv.writer(written, lineterminator="\r\n").writerow(row)
    return written.getvalue().removesuffix("\r\n") + "\n"


def _rows(header: AnnotationHeader, image: AnnotatedImage) -> Iterator[list[str]]:
    objects = _SEPARATOR.join(found.label for found in image.objects)
    for place, caption in enumerate(image.captions or (AnnotatedCaption("", None),)):
        values = dict(caption.values)
        yield [
            str(image.image_id),
            image.file,
            caption.captioner,
            caption.text or "",
            str(int(place == image.best)),
            *(_cell(values.get(spec)) for spec in header.metrics),
            _SEPARATOR.join(noun.text for noun in caption.nouns),
            objects,
            caption.error or image.error,
        ]


def _cell(value: float | None) -> str:
    return "" if value is None or value != value else repr(float(value))
