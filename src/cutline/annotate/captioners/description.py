"""The captioner that is built in: a sentence made of the objects that were detected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.annotate.captioners.captioner import NoCaption, Subject
from cutline.core.errors import UsageError
from cutline.core.types import Detection
from cutline.datasets.gold_boxes.types import Box, BoxedImage
from cutline.datasets.pictures import PictureFile
from cutline.models.content_selection import parse_selector
from cutline.models.description import plain

_SPEC = re.compile(r"describe(?:\(\s*k\s*=\s*(?P<k>\d+)\s*\))?")


@dataclass
class Description:
    """Names the largest objects and says where they are, as `cutline describe` does.

    It tells nothing that the detector does not see: a captioner is worth something where its
    captions are better than these.

    Args:
        k: how many objects to mention at most.
    """

    k: int = 3
    name: str = "describe"

    @property
    def signature(self) -> str:
        """How objects are chosen."""
        return f"describe(by=size,k={self.k})"

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Any picture will do."""

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """A sentence for each picture; one without objects is just "A picture."."""
        return [self._sentence(subject) for subject in subjects]

    def close(self) -> None:
        """Nothing is kept running."""

    def _sentence(self, subject: Subject) -> str:
        if not subject.objects:
            return "A picture."
        boxes = tuple(_box(place, one) for place, one in enumerate(subject.objects))
        if any(one.box is None for one in subject.objects):
            return _listed(subject.objects, self.k)
        image = BoxedImage(subject.file.image_id, boxes, (), subject.width, subject.height)
        chosen = parse_selector("size").build().select(image, self.k)
        said = plain(image, [boxes[int(box_id)] for box_id in chosen])
        return said.plain.removesuffix(" .") + "."


def parse_description(text: str) -> Description | None:
    """The captioner of a spec, `describe` or `describe(k=5)`; None where it is another's.

    >>> parse_description("describe(k=5)")
    Description(k=5, name='describe')

    Raises:
        UsageError: when it would mention nothing.
    """
    match = _SPEC.fullmatch(text)
    if match is None:
        return None
    k = int(match["k"] or 3)
    if k < 1:
        raise UsageError(f"{text}: k is how many objects to mention at most, at least 1")
    return Description(k)


def _box(place: int, one: Detection) -> Box:
    return Box(str(place), one.label, *(one.box or (0.0, 0.0, 0.0, 0.0)))


def _listed(objects: Sequence[Detection], k: int) -> str:
    """The objects the detector is surest of, where nobody knows the places of all."""
    counts = Counter(one.label for one in objects[:k])
    # Each label is said by itself, so that articles, numbers and plurals are those of `plain`.
    said = []
    for label, count in counts.items():
        boxes = [Box(str(place), label, 0, 0, 1, 1) for place in range(count)]
        words = plain(BoxedImage(0, tuple(boxes), (), 1, 1), boxes).plain.removesuffix(" .")
        said.append(words[0].lower() + words[1:])
    sentence = " and ".join(said) if len(said) < 3 else f"{', '.join(said[:-1])} and {said[-1]}"
    return f"{sentence[0].upper()}{sentence[1:]}."
