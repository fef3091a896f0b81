"""Writing what a detector saw: JSON lines, a header and an image a line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from cutline.core.atomic import atomic_write
from cutline.core.types import Detection
from cutline.datasets.detections.types import KIND, VERSION, DetectedImage


def write_detections(
    path: str | os.PathLike[str], detector: str, signature: str, images: Iterable[DetectedImage]
) -> None:
    """Write the objects of images; the file is there when all are, or not at all.

    Args:
        path: where to; a name that ends in `.gz` is compressed.
        detector: the detector as it is typed.
        signature: all that its answers depend on.
        images: in the order of the file.

    Raises:
        FileError: when the file cannot be written.
    """
    with atomic_write(path) as file:
        file.writelines(detection_lines(detector, signature, images))


def detection_lines(
    detector: str, signature: str, images: Iterable[DetectedImage]
) -> Iterator[str]:
    """The lines of such a file.

    >>> image = DetectedImage(7, (Detection("dog", 0.9, (1, 2, 3, 4)),), "7.jpg", 640, 480)
    >>> for line in detection_lines("coco-ssd", "coco-ssd|...", [image]):
    ...     print(line, end="")
    {"cutline": "objects", "version": 1, "detector": "coco-ssd", "signature": "coco-ssd|..."}
    {"image_id": 7, "file": "7.jpg", "width": 640, "height": 480, "objects": [{"label": "dog", "score": 0.9, "box": [1, 2, 3, 4]}]}
    """  # noqa: E501
    header = {"cutline": KIND, "version": VERSION, "detector": detector, "signature": signature}
    yield _line(header)
    for image in images:
        yield _line(
            {
                "image_id": image.image_id,
                "file": image.file,
                "width": image.width,
                "height": image.height,
                "objects": [_object(item) for item in image.objects],
            }
        )


def _object(item: Detection) -> dict[str, Any]:
    box = None if item.box is None else list(item.box)
    return {"label": item.label, "score": item.score, "box": box}


def _line(record: dict[str, Any]) -> str:
    text = json.dumps(record, ensure_ascii=False, allow_nan=False)
    # A file's name may hold bytes that are no text; UTF-8 has no form for them but an escape has.
    text = text if text.isprintable() else json.dumps(record, allow_nan=False)
    return text + "\n"
