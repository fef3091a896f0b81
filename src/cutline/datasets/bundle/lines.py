"""What a split holds, as JSON lines: equal content gives equal bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cutline.core.types import ImageId, LabelledBox, Run
from cutline.datasets.bundle.parts import VERSION, BundleImage, SeenObject

#: Lines are handed on in pieces of about this many bytes.
_PIECE = 1 << 18
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def image_lines(images: Iterable[BundleImage]) -> Iterator[bytes]:
    """A file of images, in pieces."""
    return _pieces("images", map(_image, images))


def reference_lines(
    image_ids: Iterable[ImageId], references: Iterable[Sequence[str]]
) -> Iterator[bytes]:
    """A file of references, in pieces."""
    pairs = zip(image_ids, references, strict=True)
    records = ({"image_id": image_id, "references": list(said)} for image_id, said in pairs)
    return _pieces("references", records)


def run_lines(run: Run, image_ids: Iterable[ImageId]) -> Iterator[bytes]:
    """A run, in pieces and in the order of the images."""
    records = (_said(image_id, run.captions[image_id]) for image_id in image_ids)
    return _pieces("run", records, system=run.system)


def label_lines(
    labels: Mapping[str, Mapping[ImageId, str]], image_ids: Iterable[ImageId]
) -> Iterator[bytes]:
    """A file of labels, in pieces; images that have none are left out."""
    names = sorted(labels)
    records = (
        {"image_id": image_id, "labels": {n: labels[n][image_id] for n in names_of}}
        for image_id in image_ids
        if (names_of := [name for name in names if image_id in labels[name]])
    )
    return _pieces("slice-labels", records)


def object_lines(
    objects: Mapping[ImageId, Sequence[SeenObject]], image_ids: Iterable[ImageId]
) -> Iterator[bytes]:
    """A file of objects, in pieces; without a header, as all who read such files expect it."""
    records = (
        {"image_id": image_id, "objects": [_object(item) for item in objects[image_id]]}
        for image_id in image_ids
        if image_id in objects
    )
    return _joined(records)


def _image(image: BundleImage) -> dict[str, Any]:
    record: dict[str, Any] = {"image_id": image.image_id}
    for name in ("file_name", "url", "width", "height"):
        if value := getattr(image, name):
            record[name] = value
    return record


def _said(image_id: ImageId, captions: Sequence[str]) -> dict[str, Any]:
    if len(captions) == 1:
        return {"image_id": image_id, "caption": captions[0]}
    return {"image_id": image_id, "captions": list(captions)}


def _object(item: SeenObject) -> Any:
    if not isinstance(item, LabelledBox):
        return item
    return {"label": item.label, "box": [item.x, item.y, item.width, item.height]}


def _pieces(kind: str, records: Iterable[Any], **header: str) -> Iterator[bytes]:
    yield _line({"cutline": kind, "version": VERSION, **header})
    yield from _joined(records)


def _joined(records: Iterable[Any]) -> Iterator[bytes]:
    piece = bytearray()
    for record in records:
        piece += _line(record)
        if len(piece) >= _PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


def _line(record: Any) -> bytes:
    return (_JSON.encode(record) + "\n").encode()
