"""What a detector is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cutline.core.types import Detection
from cutline.datasets.pictures import Picture


class Detector(Protocol):
    """Something that names the objects in pictures, and says where they are."""

    @property
    def name(self) -> str:
        """The detector as it is typed: `coco-ssd`."""

    @property
    def signature(self) -> str:
        """All that its answers depend on: name, settings, and a digest of weights or files."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything that it can see."""

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        """The objects of each picture, the surest first."""
