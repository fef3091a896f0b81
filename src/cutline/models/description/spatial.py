"""Words for where one box is that are true of the two boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.datasets.gold_boxes.types import Box

#: How much of the smaller box must lie in the larger one for it to be "in" it.
_INSIDE = 0.9
#: How much of it may overlap where one thing is said to be left of, or above, another.
_APART = 0.25


@dataclass(frozen=True, slots=True)
class Extent:
    """Where some boxes are together."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, boxes: Sequence[Box]) -> Extent:
        """The smallest extent that holds them all."""
        return cls(
            min(box.x for box in boxes),
            min(box.y for box in boxes),
            max(box.x + box.width for box in boxes),
            max(box.y + box.height for box in boxes),
        )

    @property
    def area(self) -> float:
        """Its size in pixels."""
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)

    def overlap(self, other: Extent) -> float:
        """The share of the smaller one that lies in the other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        smaller = min(self.area, other.area)
        return max(0.0, across) * max(0.0, down) / smaller if smaller else 0.0


def preposition(one: Extent, other: Extent) -> str:
    """What to say of one thing to place it by another; every answer is true of the extents.

    >>> dog, tree = Extent(0, 4, 4, 8), Extent(6, 0, 10, 8)
    >>> preposition(dog, tree), preposition(tree, dog)
    ('to the left of', 'to the right of')
    >>> preposition(Extent(6, 1, 7, 2), tree), preposition(tree, Extent(6, 1, 7, 2))
    ('against', 'with')
    """
    overlap = one.overlap(other)
    if overlap >= _INSIDE:
        # Boxes do not tell a hat on a man from a man before a wall; these words suit both.
        return "against" if one.area < other.area else "with"
    if overlap > _APART:
        return "touching"
    if one.right <= other.left + _APART * _width(one, other):
        return "to the left of"
    if one.left >= other.right - _APART * _width(one, other):
        return "to the right of"
    if one.bottom <= other.top + _APART * _height(one, other):
        return "above"
    if one.top >= other.bottom - _APART * _height(one, other):
        return "below"
    return "next to"


def _width(one: Extent, other: Extent) -> float:
    return min(one.right - one.left, other.right - other.left)


def _height(one: Extent, other: Extent) -> float:
    return min(one.bottom - one.top, other.bottom - other.top)
