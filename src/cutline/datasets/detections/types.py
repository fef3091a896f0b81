"""What a detector saw in pictures, as a file has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cutline.core.types import Detection, ImageId

#: The kind and version that the file's header names.
KIND, VERSION = "objects", 1


@dataclass(frozen=True, slots=True)
class DetectedImage:
    """The objects of an image; the size is that of the upright picture, which boxes refer to."""

    image_id: ImageId
    objects: tuple[Detection, ...]
    file: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class DetectedSet:
    """What one detector saw: the objects of each image, the surest first.

    `files` and `sizes` (width and height) are there for images of which the file tells them.
    """

    detector: str
    signature: str
    images: Mapping[ImageId, tuple[Detection, ...]]
    files: Mapping[ImageId, str] = field(default_factory=dict)
    sizes: Mapping[ImageId, tuple[int, int]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.images)
