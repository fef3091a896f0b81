"""Pictures to be captioned, without any pixels."""

from __future__ import annotations

from pathlib import Path

from cutline.annotate.captioners import Subject
from cutline.core.types import Detection, ImageId
from cutline.datasets.pictures import PictureFile


def subject(name: str, image_id: ImageId | None = None, *objects: Detection) -> Subject:
    path = Path(name)
    return Subject(PictureFile(path.name if image_id is None else image_id, path), 80, 60, objects)
