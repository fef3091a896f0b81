"""Several detectors that look at the same pictures."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.core.errors import UsageError
from cutline.core.types import Detection
from cutline.datasets.object_synonyms import plain_label
from cutline.datasets.pictures import Picture
from cutline.detect.detector import Detector


class CombinedDetector:
    """All objects that any of several detectors sees.

    A label without a box, as classifiers give them, is left out where another object of the picture
    has the same label already: it says nothing new.

    Args:
        detectors: in the order in which they are asked.

    Raises:
        UsageError: when there is none.
    """

    def __init__(self, detectors: Sequence[Detector]) -> None:
        if not detectors:
            raise UsageError("no detectors were given")
        self._detectors = tuple(detectors)

    @property
    def name(self) -> str:
        """The detectors as they are typed: `coco-ssd+imagenet`."""
        return "+".join(detector.name for detector in self._detectors)

    @property
    def signature(self) -> str:
        """All that their answers depend on."""
        return " + ".join(detector.signature for detector in self._detectors)

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything that any of them can see."""
        every = (label for detector in self._detectors for label in detector.labels)
        return tuple(dict.fromkeys(every))

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        """The objects of each picture, the surest first; of equally sure ones in their order."""
        answers = [detector.detect(pictures) for detector in self._detectors]
        return [_joined(of_picture) for of_picture in zip(*answers, strict=True)]


def _joined(answers: Sequence[tuple[Detection, ...]]) -> tuple[Detection, ...]:
    boxed = [item for answer in answers for item in answer if item.box is not None]
    seen = {plain_label(item.label) for item in boxed}
    kept = list(boxed)
    for answer in answers:
        # One list may well name a label twice: two dogs that nobody has drawn boxes around.
        new = [item for item in answer if item.box is None and plain_label(item.label) not in seen]
        kept += new
        seen |= {plain_label(item.label) for item in new}
    return tuple(sorted(kept, key=lambda item: -item.score))
