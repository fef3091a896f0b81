"""What an extractor of features is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cutline.datasets.features import Regions
from cutline.datasets.pictures import Picture


class Extractor(Protocol):
    """Something that gives vectors of the parts of pictures."""

    @property
    def signature(self) -> str:
        """All that its answers depend on."""

    @property
    def size(self) -> int:
        """The size of a vector."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The names that labels of regions number; none where regions have no labels."""

    def extract(self, pictures: Sequence[Picture]) -> list[Regions]:
        """The regions of each picture."""
