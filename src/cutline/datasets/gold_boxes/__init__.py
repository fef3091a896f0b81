"""Pictures with labelled boxes and descriptions that point to them: one file for each format."""

from cutline.datasets.gold_boxes.read import read_boxed, read_boxed_with_problems
from cutline.datasets.gold_boxes.types import Box, BoxedImage, BoxedSet
from cutline.datasets.gold_boxes.write import write_boxed

__all__ = [
    "Box",
    "BoxedImage",
    "BoxedSet",
    "read_boxed",
    "read_boxed_with_problems",
    "write_boxed",
]
