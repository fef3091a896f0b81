"""What a project still lacks."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.collect.export.snapshot import Collected, Snapshot
from cutline.core.errors import ContentError

_NAMED = 3


@dataclass(frozen=True)
class Missing:
    """Images that have fewer captions than are wanted."""

    images: tuple[Collected, ...]
    all_images: int

    @property
    def captions(self) -> int:
        """How many captions are missing."""
        return sum(image.wanted - len(image.captions) for image in self.images)

    def __bool__(self) -> bool:
        return bool(self.images)

    def text(self) -> str:
        """What is missing, in words."""
        if not self.images:
            return "nothing is missing"
        named = "; ".join(
            f"image {image.image_id!r} has {len(image.captions)} of {image.wanted}"
            for image in self.images[:_NAMED]
        )
        more = "; and others" if len(self.images) > _NAMED else ""
        lack = "1 caption is" if self.captions == 1 else f"{self.captions:,} captions are"
        images = f"{len(self.images):,} of {self.all_images:,} images"
        return f"{lack} missing, of {images}: {named}{more}"


def missing_of(snapshot: Snapshot) -> Missing:
    """What is missing."""
    lacking = tuple(image for image in snapshot.images if len(image.captions) < image.wanted)
    return Missing(lacking, len(snapshot.images))


def require_complete(snapshot: Snapshot, *, partial: bool) -> Missing:
    """Go on only with all captions that are wanted, or with those that there are if that is asked.

    Raises:
        ContentError: when something is missing that should not be, or there is nothing at all.
    """
    if not snapshot.captions:
        raise ContentError(f"{snapshot.project.slug}: no caption stands yet")
    missing = missing_of(snapshot)
    if missing and not partial:
        raise ContentError(
            f"{snapshot.project.slug}: {missing.text()}; --partial takes what is there"
        )
    return missing
