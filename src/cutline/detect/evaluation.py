"""How good a detector's answers are: compared with what people annotated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Detection, ImageId
from cutline.datasets.coco_synonyms import coco_synonyms
from cutline.datasets.detections import GoldObjects
from cutline.datasets.object_synonyms import ObjectSynonyms, plain_label
from cutline.detect.boxes import overlap, share_inside
from cutline.text.number_forms import number_forms, singular_of

#: Boxes that overlap by so much are of one object.
USUAL_IOU = 0.5


@dataclass(frozen=True)
class Quality:
    """How many answers are right, how many are wrong, and how many objects were missed.

    Precision is None where there is no answer, recall where there is no object, F where either is.
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float | None:
        """The share of answers that are right."""
        return _ratio(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        """The share of objects that were found."""
        return _ratio(self.right, self.right + self.missed)

    @property
    def f(self) -> float | None:
        """The harmonic mean of both.

        >>> Quality(right=3, wrong=1, missed=3).f
        0.6
        """
        if self.precision is None or self.recall is None:
            return None
        return _ratio(2 * self.right, 2 * self.right + self.wrong + self.missed)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@dataclass(frozen=True)
class Evaluation:
    """Answers compared with annotations: over all objects, and for each label.

    `ignored` are answers in regions of a crowd, which are neither right nor wrong; `beyond` are
    objects of labels that the detector does not know, which count among those that were missed.
    """

    overall: Quality
    by_label: Mapping[str, Quality]
    images: int
    iou: float | None
    ignored: int = 0
    beyond: int = field(default=0)

    @property
    def recall_of_known(self) -> float | None:
        """The share of objects that were found, of those that the detector has a label for."""
        known = self.overall.right + self.overall.missed - self.beyond
        return _ratio(self.overall.right, known)


def evaluate_boxes(
    found: Mapping[ImageId, Sequence[Detection]],
    gold: Mapping[ImageId, GoldObjects],
    iou: float = USUAL_IOU,
    known: Iterable[str] | None = None,
) -> Evaluation:
    """Precision and recall of boxes: an answer is right if it overlaps an object of its label.

    The surest answer chooses first, the object that it overlaps most; each object is found once.
    Answers of which at least this share lies in a crowd of their label are ignored. So are answers
    without a box: they say nothing of where.

    Args:
        found: the answers for each image.
        gold: the objects of the same images, in the same pixels.
        iou: the overlap (shared area by joint area) from which on it counts.
        known: the labels of the detector, to tell objects that it cannot find.

    Raises:
        UsageError: when the overlap is out of range.
        ContentError: when an image has answers and no annotations.
    """
    if not 0 < iou <= 1:
        raise UsageError(f"iou is {iou:g}, expected a number above 0, up to 1")
    tally = _Tally()
    ignored = 0
    for image_id, objects in _pairs(found, gold):
        answers = [item for item in found[image_id] if item.box is not None]
        ignored += len(found[image_id]) - len(answers)
        labels = {plain_label(item.label) for item in (*answers, *objects.objects)}
        for label in sorted(labels):
            ignored += _match(label, answers, objects, iou, tally)
    names = None if known is None else {plain_label(label) for label in known}
    return tally.evaluation(len(found), iou, ignored, names)


def evaluate_labels(
    found: Mapping[ImageId, Sequence[Detection]],
    gold: Mapping[ImageId, GoldObjects],
    synonyms: ObjectSynonyms | None = None,
    known: Iterable[str] | None = None,
) -> Evaluation:
    """Precision and recall of labels, where nobody drew boxes: each label of an image counts once.

    Words are compared by what they name: "girls" and "person" are the same.

    Args:
        found: the answers for each image.
        gold: what is in the same images.
        synonyms: which word names what; by default Cutline's own for the classes of COCO.
        known: the labels of the detector, to tell objects that it cannot find.

    Raises:
        ContentError: when an image has answers and no annotations.
    """
    named = _namer(coco_synonyms() if synonyms is None else synonyms)
    tally = _Tally()
    for image_id, objects in _pairs(found, gold):
        answers = {named(item.label) for item in found[image_id]}
        there = {named(item.label) for item in (*objects.objects, *objects.crowds)}
        tally.right.update(answers & there)
        tally.wrong.update(answers - there)
        tally.missed.update(there - answers)
    names = None if known is None else {named(label) for label in known}
    return tally.evaluation(len(found), None, 0, names)


class _Tally:
    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()

    def evaluation(
        self, images: int, iou: float | None, ignored: int, known: set[str] | None
    ) -> Evaluation:
        labels = sorted({*self.right, *self.wrong, *self.missed})
        by_label = {la: Quality(self.right[la], self.wrong[la], self.missed[la]) for la in labels}
        overall = Quality(self.right.total(), self.wrong.total(), self.missed.total())
        beyond = sum(n for la, n in self.missed.items() if known is not None and la not in known)
        return Evaluation(overall, by_label, images, iou, ignored, beyond)


def _pairs(
    found: Mapping[ImageId, Sequence[Detection]], gold: Mapping[ImageId, GoldObjects]
) -> Iterable[tuple[ImageId, GoldObjects]]:
    for image_id in found:
        if image_id not in gold:
            raise ContentError(f"image {image_id!r}: has answers and no annotations")
        yield image_id, gold[image_id]


def _match(
    label: str, answers: Sequence[Detection], gold: GoldObjects, iou: float, tally: _Tally
) -> int:
    """Count the answers and objects of one label in one image; how many answers are ignored."""
    asked = [item for item in answers if plain_label(item.label) == label]
    asked.sort(key=lambda item: -item.score)
    there = _corners(item for item in gold.objects if plain_label(item.label) == label)
    crowds = _corners(item for item in gold.crowds if plain_label(item.label) == label)
    is_free = np.ones(len(there), dtype=bool)
    ignored = 0
    for box in _corners(asked):
        shares = np.where(is_free, overlap(box, there), -1.0)
        if len(shares) and shares.max() >= iou:
            is_free[int(np.argmax(shares))] = False
            tally.right[label] += 1
        elif len(crowds) and share_inside(box, crowds).max() >= iou:
            ignored += 1
        else:
            tally.wrong[label] += 1
    if missed := int(is_free.sum()):
        tally.missed[label] += missed
    return ignored


def _corners(items: Iterable[Detection]) -> NDArray[np.float64]:
    boxes = [item.box for item in items if item.box is not None]
    corners = [(x, y, x + width, y + height) for x, y, width, height in boxes]
    return np.array(corners, dtype=np.float64).reshape(-1, 4)


def _namer(synonyms: ObjectSynonyms) -> Callable[[str], str]:
    """What a word names: a label, or the word itself where no label is known for it."""
    cache: dict[str, str] = {}

    def named(word: str) -> str:
        if word not in cache:
            plain = plain_label(word)
            forms = [plain, singular_of(plain), *sorted(number_forms(plain))]
            found = (synonyms.label_of.get(form) for form in forms)
            cache[word] = next((label for label in found if label is not None), plain)
        return cache[word]

    return named
