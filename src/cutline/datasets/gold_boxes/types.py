"""Pictures whose objects are known, and what people said of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutline.core.types import ImageId
from cutline.text.box_markup import MarkedText


@dataclass(frozen=True, slots=True)
class Box:
    """An object in a picture: its id, its label, and where it is in pixels from the top left."""

    id: str
    label: str
    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Its size in square pixels."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, from left and from top."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class BoxedImage:
    """A picture with its boxes, and descriptions whose words point to them.

    `is_inferred` is true where nobody annotated which word points to which box.
    """

    image_id: ImageId
    boxes: tuple[Box, ...]
    descriptions: tuple[MarkedText, ...]
    width: float
    height: float
    is_inferred: bool = False


@dataclass(frozen=True)
class BoxedSet:
    """Pictures with boxes, in the order of their file."""

    name: str
    images: tuple[BoxedImage, ...]

    def __len__(self) -> int:
        return len(self.images)

    def __iter__(self) -> Iterator[BoxedImage]:
        return iter(self.images)

    @property
    def is_inferred(self) -> bool:
        """Whether any image's words were joined to boxes by their labels alone."""
        return any(image.is_inferred for image in self.images)
