"""A detector for tests that looks at no pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutline.core.errors import ContentError
from cutline.core.types import Detection, ImageId
from cutline.datasets.pictures import Picture


class MadeDetector:
    """Answers as it was told to; an image that it was told nothing of is an error."""

    def __init__(
        self, answers: Mapping[ImageId, tuple[Detection, ...]], name: str = "made"
    ) -> None:
        self._answers = answers
        self.name = name
        self.signature = f"{name}|..."
        self.labels = tuple({item.label: None for of in answers.values() for item in of})
        #: How many pictures came together, each time.
        self.asked: list[int] = []

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        self.asked.append(len(pictures))
        for picture in pictures:
            if picture.file.image_id not in self._answers:
                raise ContentError(f"image {picture.file.image_id!r}: nobody knows")
        return [self._answers[picture.file.image_id] for picture in pictures]
