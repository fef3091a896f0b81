"""The objects of an image, and what a lenient reader left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cutline.core.errors import CutlineError
from cutline.core.types import ImageId
from cutline.datasets.policy import Policy


@dataclass(frozen=True, slots=True)
class ImageObjects:
    """An image, how often each class is in it, and how far it has to be turned.

    A box around a group counts once. The rotation is in degrees, None where it is unknown.
    """

    image_id: ImageId
    counts: Mapping[str, int]
    rotation: float | None = 0.0

    @property
    def is_upright(self) -> bool:
        """Whether the image is known to stand as it should.

        >>> [ImageObjects(1, {}, turned).is_upright for turned in (0.0, 90.0, 360.0, None)]
        [True, False, True, False]
        """
        return self.rotation is not None and self.rotation % 360 == 0


@dataclass
class LeftOut:
    """What could not be used: how often each thing happened, and the first time in full."""

    policy: Policy = "lenient"
    counts: dict[str, int] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)

    def add(self, what: str, error: CutlineError) -> None:
        """Count a record that is left out, or stop there if the policy is not lenient.

        Raises:
            CutlineError: the one that was given.
        """
        if self.policy != "lenient":
            raise error
        self.counts[what] = self.counts.get(what, 0) + 1
        self.first.setdefault(what, str(error))

    def lines(self) -> list[str]:
        """A line for each kind, the most frequent first."""
        ordered = sorted(self.counts, key=lambda what: (-self.counts[what], what))
        return [f"{self.counts[what]:,} {what}; the first: {self.first[what]}" for what in ordered]
