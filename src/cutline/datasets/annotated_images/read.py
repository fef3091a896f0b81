"""Annotated images, read as strictly as they are written."""

from __future__ import annotations

import os
from typing import Any

from cutline.core.errors import FileError
from cutline.core.types import Detection, ImageId
from cutline.datasets.annotated_images.strict_fields import (
    StrictFields,
    is_number,
    parsed_object,
)
from cutline.datasets.annotated_images.types import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
)
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import described, short

KIND, VERSION = "annotations", 1

_BOX = "[left, top, width, height], four numbers, the last two not below zero"


def read_annotations(
    path: str | os.PathLike[str],
) -> tuple[AnnotationHeader, list[AnnotatedImage]]:
    """The header and all images of a file that `cutline annotate` wrote.

    Raises:
        FileError: when the file cannot be read, or a line is not what it should be; the text names
            the line, what was found and what was expected.
    """
    source = open_source(path)
    header: AnnotationHeader | None = None
    images: list[AnnotatedImage] = []
    lines: dict[str, int] = {}
    for number, _, line in source.lines():
        if not line.strip():
            continue
        where = f"{source.name}, line {number}"
        text = _decoded(line, where)
        if header is None:
            header = parse_header(text, where)
            continue
        image = parse_image(text, where)
        _check_against(header, image, where)
        first = lines.setdefault(str(image.image_id), number)
        if first != number:
            raise FileError(
                f"{where}: found image {short(repr(image.image_id))}, which line {first} has too, "
                f"expected each image once"
            )
        images.append(image)
    return _given(header, source), images


def parse_header(text: str, where: str) -> AnnotationHeader:
    """The header that the first line of a file holds.

    Args:
        text: the line.
        where: its place, for messages, such as `out.jsonl, line 1`.

    Raises:
        FileError: when it is no such header.
    """
    fields = parsed_object(text, where, "the header of annotations")
    kind = fields.take("cutline", None)
    if kind is None:
        raise FileError(f'{where}: found no "cutline", expected a header {{"cutline": "{KIND}"}}')
    if kind != KIND:
        raise FileError(f"{where}: a Cutline file of {described(kind)}, expected {KIND!r}")
    version = fields.take("version")
    if type(version) is not int or version != VERSION:
        found = described(version)
        raise FileError(f"{where}: version {found}; this Cutline reads version {VERSION}")
    header = AnnotationHeader(
        captioners=fields.listed("captioners", _text),
        detector=fields.text("detector"),
        metrics=fields.listed("metrics", _text),
        signature=fields.text("signature", ""),
    )
    fields.finish()
    for name, values in (("captioners", header.captioners), ("metrics", header.metrics)):
        _check_unique(values, f'{where}: "{name}"')
    return header


def parse_image(text: str, where: str) -> AnnotatedImage:
    """The image that a line of a file holds.

    Args:
        text: the line.
        where: its place, for messages, such as `out.jsonl, line 7`.

    Raises:
        FileError: when it is no such image.
    """
    return image_of(parsed_object(text, where, "an annotated image"))


def image_of(fields: StrictFields) -> AnnotatedImage:
    """The image that an object holds.

    Raises:
        FileError: when a member of it is missing, wrong, or unknown.
    """
    where = fields.where
    image_id = _image_id(fields.take("image_id"), where)
    objects = fields.listed("objects", _object)
    captions = fields.listed("captions", _caption)
    _check_unique([caption.captioner for caption in captions], f"{where}: captions")
    for caption in captions:
        _check_nouns(caption, len(objects), where)
    image = AnnotatedImage(
        image_id=image_id,
        file=fields.text("file", ""),
        bytes=fields.whole_number("bytes", 0),
        modified=fields.whole_number("modified", 0),
        width=fields.whole_number("width", 0),
        height=fields.whole_number("height", 0),
        objects=objects,
        captions=captions,
        best=_best(fields.take("best", None), captions, where),
        why=fields.text("why", ""),
        error=fields.text("error", ""),
    )
    fields.finish()
    return image


def _object(value: Any, where: str) -> Detection:
    fields = StrictFields(value, where, "an object with a label")
    label, score = fields.text("label"), fields.number("score", 1.0)
    if not label.strip():
        raise FileError(f'{where}: "label" is {described(label)}, expected a word')
    found = Detection(label, 1.0 if score is None else score, _box(fields.take("box", None), where))
    fields.finish()
    return found


def _box(value: Any, where: str) -> tuple[float, float, float, float] | None:
    if value is None:
        return None
    if type(value) is not list or len(value) != 4 or not all(map(is_number, value)):
        raise FileError(f'{where}: "box" is {_shown(value)}, expected {_BOX}')
    left, top, width, height = map(float, value)
    if min(width, height) < 0:
        raise FileError(f'{where}: "box" is {width:g} by {height:g} large, expected {_BOX}')
    return left, top, width, height


def _shown(value: Any) -> str:
    """What stands in place of four numbers."""
    if type(value) is not list or len(value) != 4:
        return described(value)
    return f"[{', '.join(described(side).removeprefix('the number ') for side in value)}]"


def _caption(value: Any, where: str) -> AnnotatedCaption:
    fields = StrictFields(value, where, "a caption")
    text = fields.take("caption", None)
    if text is not None and not isinstance(text, str):
        raise FileError(f'{where}: "caption" is {described(text)}, expected text or null')
    caption = AnnotatedCaption(
        captioner=fields.text("captioner"),
        text=text,
        nouns=fields.listed("nouns", _noun),
        values=_values(fields.take("values", {}), where),
        undefined=fields.text("undefined", ""),
        error=fields.text("error", ""),
    )
    fields.finish()
    return caption


def _noun(value: Any, where: str) -> AnnotatedNoun:
    fields = StrictFields(value, where, "a noun")
    place = fields.take("object", None)
    if place is not None and (type(place) is not int or place < 0):
        found = described(place)
        raise FileError(
            f'{where}: "object" is {found}, expected the place of an object, from 0 on, or null'
        )
    noun = AnnotatedNoun(
        text=fields.text("text"),
        start=fields.whole_number("start"),
        end=fields.whole_number("end"),
        object=place,
        relation=fields.text("relation", ""),
        similarity=fields.number("similarity"),
    )
    fields.finish()
    return noun


def _values(value: Any, where: str) -> tuple[tuple[str, float | None], ...]:
    inside = f'{where}: "values"'
    fields = StrictFields(value, inside, "a number, or null, by metric")
    return tuple((spec, fields.number(spec)) for spec in value)


def _check_nouns(caption: AnnotatedCaption, objects: int, where: str) -> None:
    length = len(caption.text or "")
    for noun in caption.nouns:
        said = f"{where}: the noun {short(noun.text)!r} of {short(caption.captioner)!r}"
        if not noun.start <= noun.end <= length:
            raise FileError(
                f"{said} stands from {noun.start} to {noun.end}, expected a place within the "
                f"{length} characters of the caption"
            )
        if noun.object is not None and noun.object >= objects:
            raise FileError(
                f"{said} means object {noun.object}, expected one of the {objects} objects, which "
                f"are counted from 0 on"
            )


def _best(name: Any, captions: tuple[AnnotatedCaption, ...], where: str) -> int | None:
    if name is None:
        return None
    for place, caption in enumerate(captions):
        if caption.captioner == name:
            if caption.text is None:
                break
            return place
    named = ", ".join(repr(short(caption.captioner)) for caption in captions) or "none"
    raise FileError(
        f'{where}: "best" is {described(name)}, expected null or a captioner with a caption; there '
        f"are: {named}"
    )


def _check_against(header: AnnotationHeader, image: AnnotatedImage, where: str) -> None:
    for caption in image.captions:
        for what, name, known in (
            ("the captioner", caption.captioner, header.captioners),
            *(("a value by", spec, header.metrics) for spec, _ in caption.values),
        ):
            if name not in known:
                listed = ", ".join(known) or "none"
                raise FileError(
                    f"{where}: found {what} {short(name)!r}, expected those of the header: {listed}"
                )


def _check_unique(names: tuple[str, ...] | list[str], where: str) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise FileError(f"{where}: found {short(name)!r} twice, expected each name once")


def _image_id(value: Any, where: str) -> ImageId:
    if type(value) is int or (isinstance(value, str) and value.strip()):
        return value
    raise FileError(f'{where}: "image_id" is {described(value)}, expected a whole number or a text')


def _text(value: Any, where: str) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise FileError(f"{where}: found {described(value)}, expected a name")


def _decoded(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise FileError(
            f"{where}: the byte 0x{line[error.start]:02x} is not UTF-8, expected text"
        ) from None


def _given(header: AnnotationHeader | None, source: Source) -> AnnotationHeader:
    if header is None:
        raise FileError(f"{source.name}: has no lines, expected the header of annotations")
    return header
