"""Which concepts people mention, how often, and in which order: counted on described pictures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from cutline.datasets.gold_boxes import BoxedImage

#: A number for each label.
Counts = Mapping[str, int]
#: A number for each pair of labels.
PairCounts = Mapping[str, Counts]


@dataclass(frozen=True)
class ConceptCounts:
    """What descriptions mention. Each description counts a box once, however often it names it.

    Only descriptions that mention a box are counted. Two boxes with one label count as two, also
    where one word points to both.

    Attributes:
        images: pictures with such a description.
        descriptions: these descriptions.
        shown: for each label how often one of its boxes could have been mentioned: once for each
            box and description.
        mentioned: how often it was.
        first: how often a label was the first to be mentioned.
        following: for each label which were mentioned right after it, with no other in between.
        shown_beside: as `shown`, for each label by the other labels in the picture.
        mentioned_beside: as `mentioned`, likewise.
    """

    images: int = 0
    descriptions: int = 0
    shown: Counts = field(default_factory=dict)
    mentioned: Counts = field(default_factory=dict)
    first: Counts = field(default_factory=dict)
    following: PairCounts = field(default_factory=dict)
    shown_beside: PairCounts = field(default_factory=dict)
    mentioned_beside: PairCounts = field(default_factory=dict)

    @classmethod
    def fit(cls, images: Iterable[BoxedImage]) -> ConceptCounts:
        """Count the descriptions of these pictures."""
        tally = _Tally()
        for image in images:
            tally.add(image)
        return cls(
            tally.images,
            tally.descriptions,
            dict(tally.shown),
            dict(tally.mentioned),
            dict(tally.first),
            *(
                {label: dict(others) for label, others in pairs.items()}
                for pairs in (tally.following, tally.shown_beside, tally.mentioned_beside)
            ),
        )

    @cached_property
    def all_shown(self) -> int:
        """How often any box could have been mentioned."""
        return sum(self.shown.values())

    @cached_property
    def all_mentioned(self) -> int:
        """How often any box was mentioned."""
        return sum(self.mentioned.values())


def mentions(image: BoxedImage) -> list[tuple[str, ...]]:
    """The boxes of each description that mentions any, in the order of first mention."""
    known = {box.id for box in image.boxes}
    each = (
        tuple(box for box in description.mentioned if box in known)
        for description in image.descriptions
    )
    return [boxes for boxes in each if boxes]


class _Tally:
    """Counts that grow."""

    def __init__(self) -> None:
        self.images = 0
        self.descriptions = 0
        self.shown: Counter[str] = Counter()
        self.mentioned: Counter[str] = Counter()
        self.first: Counter[str] = Counter()
        self.following: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.shown_beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.mentioned_beside: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, image: BoxedImage) -> None:
        described = mentions(image)
        if not described:
            return
        self.images += 1
        self.descriptions += len(described)
        self._add_sequences(image, described)
        times = Counter(box for boxes in described for box in boxes)
        for box in image.boxes:
            self.shown[box.label] += len(described)
            if times[box.id]:
                self.mentioned[box.label] += times[box.id]
            for other in {other.label for other in image.boxes if other.id != box.id}:
                self.shown_beside[box.label][other] += len(described)
                if times[box.id]:
                    self.mentioned_beside[box.label][other] += times[box.id]

    def _add_sequences(self, image: BoxedImage, described: list[tuple[str, ...]]) -> None:
        labels = {box.id: box.label for box in image.boxes}
        for boxes in described:
            self.first[labels[boxes[0]]] += 1
            for before, after in pairwise(boxes):
                self.following[labels[before]][labels[after]] += 1
