"""Which objects images have, how many of each class, and whether the images stand upright."""

from cutline.datasets.object_annotations.read import read_object_annotations
from cutline.datasets.object_annotations.types import ImageObjects, LeftOut

__all__ = ["ImageObjects", "LeftOut", "read_object_annotations"]
