"""COCO's instances as objects with boxes, the regions of a crowd apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from cutline.core.errors import FileError
from cutline.core.types import Detection
from cutline.datasets.detections.gold_types import GoldImage, Size
from cutline.datasets.gold_boxes.coco_instances import CocoFile, load_coco
from cutline.datasets.gold_boxes.values import corners_of, is_image_id, is_length, shown
from cutline.datasets.object_annotations.coco import may_be_instances
from cutline.datasets.source import Source
from cutline.datasets.wording import described, printable


def read_coco_objects(source: Source) -> Iterator[GoldImage] | None:
    """The images that a file of instances lists, or None where it is another file.

    Raises:
        FileError: when it is no JSON; and, while images are read, at a record that cannot be used.
    """
    if not may_be_instances(source):
        return None
    document, _ = load_coco(source)
    if not document.has("annotations", "bbox") or not document.has("images", "id"):
        return None
    return _images(document)


def _images(document: CocoFile) -> Iterator[GoldImage]:
    file = document.source.name
    objects: dict[str, list[Detection]] = defaultdict(list)
    crowds: dict[str, list[Detection]] = defaultdict(list)
    label_of = _labels(document)
    for number, _, image_id, category, raw, is_crowd, _ in document.rows("annotations"):
        place = f'{file}: "annotations", record {number}'
        if not is_image_id(image_id):
            raise FileError(f'{place}: "image_id" is {described(image_id)}, expected an image id')
        if type(category) not in (int, str) or category not in label_of:
            found = described(category)
            raise FileError(f'{place}: "category_id" is {found}, expected one of the categories')
        box = corners_of(raw)
        if box is None or min(box[2:]) < 0:
            raise FileError(f'{place}: "bbox" is {shown(raw)}, expected [x, y, w, h]')
        kind = crowds if is_crowd == 1 else objects
        kind[str(image_id)].append(Detection(label_of[category], 1.0, box))
    for number, image_id, width, height, name in document.rows("images"):
        if not is_image_id(image_id):
            raise FileError(
                f'{file}: "images", record {number}: "id" is {described(image_id)}, expected an '
                f"image id"
            )
        key = str(image_id)
        name = name if type(name) is str and name.strip() else None
        size = _size(width, height)
        yield GoldImage(image_id, tuple(objects[key]), tuple(crowds[key]), size, name)


def _size(width: Any, height: Any) -> Size | None:
    is_told = is_length(width) and is_length(height) and min(width, height) > 0
    return (float(width), float(height)) if is_told else None


def _labels(document: CocoFile) -> dict[Any, str]:
    label_of = {}
    for number, category, name in document.rows("categories"):
        if type(category) not in (int, str) or type(name) is not str or not name.strip():
            raise FileError(
                f'{document.source.name}: "categories", record {number}: found '
                f'{described(category)} and {described(name)}, expected an "id" and a "name"'
            )
        label_of[category] = printable(name.strip())
    return label_of
