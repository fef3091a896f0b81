"""Images with boxes, written as `read_boxed` reads them."""

from __future__ import annotations

import json
import os
from typing import Any

from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.datasets.gold_boxes.cutline_lines import KIND, VERSION
from cutline.datasets.gold_boxes.found import FoundImage, checked_image
from cutline.datasets.gold_boxes.types import BoxedImage, BoxedSet
from cutline.datasets.gold_boxes.values import box_id_text, is_image_id, is_length
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.text.box_markup import format_marked


def write_boxed(boxed: BoxedSet, path: str | os.PathLike[str]) -> None:
    """Write images with boxes as JSON lines; a name that ends in `.gz` is compressed.

    Raises:
        FileError: when the file cannot be written.
        ContentError: when an image has problems, such as a word that points to no box of it.
        UsageError: when there is no image, or something that no file can hold.
    """
    if not boxed.images:
        raise UsageError(f"{os.fspath(path)}: there are no images to write")
    _check(boxed, os.fspath(path))
    header = {"cutline": KIND, "version": VERSION, "name": boxed.name}
    try:
        with atomic_write(path) as file:
            file.write(json.dumps(header, ensure_ascii=False) + "\n")
            for image in boxed.images:
                file.write(json.dumps(_record(image), ensure_ascii=False) + "\n")
    except UnicodeEncodeError as error:
        found = f"U+{ord(error.object[error.start]):04X}"
        raise UsageError(
            f"{os.fspath(path)}: {found} is half a pair, which no file holds"
        ) from None


def _check(boxed: BoxedSet, file: str) -> None:
    checked = Checked()
    seen = set()
    for image in boxed.images:
        place = Place(file, image_id=image.image_id)
        size = (image.width, image.height)
        checked_image(
            FoundImage(place, image.image_id, image.boxes, image.descriptions, size), checked
        )
        if image.image_id in seen:
            checked.add("duplicate-id", place, "the image stands twice in the set")
        seen.add(image.image_id)
        numbers = [*size, *(n for b in image.boxes for n in (b.x, b.y, b.width, b.height))]
        if not is_image_id(image.image_id) or not all(map(is_length, numbers)) or min(size) < 0:
            raise UsageError(f"{place}: its id or a number of it cannot be written")
        if any(box_id_text(box.id) is None or not box.label.strip() for box in image.boxes):
            raise UsageError(f"{place}: a box has an id or a label that cannot be written")
    checked.raise_if_stopped("default", "the images have problems", "another policy")


def _record(image: BoxedImage) -> dict[str, Any]:
    record: dict[str, Any] = {
        "image_id": image.image_id,
        "width": _number(image.width),
        "height": _number(image.height),
        "boxes": [
            {
                "id": box.id,
                "label": box.label,
                "box": [_number(n) for n in (box.x, box.y, box.width, box.height)],
            }
            for box in image.boxes
        ],
        "descriptions": [format_marked(marked) for marked in image.descriptions],
    }
    if image.is_inferred:
        record["is_inferred"] = True
    return record


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
