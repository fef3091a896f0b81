"""The objects of an annotated image."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cutline.core.types import Detection, ImageId

#: Width and height.
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GoldObjects:
    """The objects of one picture in its own pixels.

    `crowds` are regions around many objects of one kind, which nobody has told apart.
    """

    objects: tuple[Detection, ...]
    crowds: tuple[Detection, ...] = ()


@dataclass(frozen=True, slots=True)
class GoldImage:
    """An annotated image; boxes are in pixels of a picture of `size`, if that is known.

    Open Images has boxes as shares of width and height: its size is 1 x 1.
    """

    image_id: ImageId
    objects: tuple[Detection, ...]
    crowds: tuple[Detection, ...] = ()
    size: Size | None = None
    file: str | None = None

    @property
    def all_objects(self) -> tuple[Detection, ...]:
        """Objects, and a crowd as one."""
        return self.objects + self.crowds

    def scaled_to(self, width: int, height: int) -> GoldObjects:
        """The same in pixels of a picture of this size, which may be a smaller copy.

        >>> dog = Detection("dog", 1.0, (20, 10, 100, 50))
        >>> GoldImage(7, (dog,), size=(640, 480)).scaled_to(320, 240).objects[0].box
        (10.0, 5.0, 50.0, 25.0)
        """
        if self.size is None or self.size == (width, height):
            return GoldObjects(self.objects, self.crowds)
        across, down = width / self.size[0], height / self.size[1]
        return GoldObjects(
            tuple(_scaled(item, across, down) for item in self.objects),
            tuple(_scaled(item, across, down) for item in self.crowds),
        )


def _scaled(item: Detection, across: float, down: float) -> Detection:
    if item.box is None:
        return item
    x, y, width, height = item.box
    left, top = round(x * across, 3), round(y * down, 3)
    return replace(item, box=(left, top, round(width * across, 3), round(height * down, 3)))
