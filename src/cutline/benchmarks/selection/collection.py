"""A collection of images as arrays: those that may be selected, and counts of all."""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.benchmarks.selection.classes import CountedClasses, Counts
from cutline.benchmarks.selection.entropy import Integers
from cutline.benchmarks.selection.procedure import Procedure
from cutline.benchmarks.selection.rules import REASONS, reason_to_drop
from cutline.core.errors import ContentError
from cutline.core.types import ImageId
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.object_annotations import ImageObjects

_DIGEST_BITS = 64


@dataclass(frozen=True)
class Collection:
    """Images that may be selected, by id, and what is known of all images that were read.

    The classes of the image at a place are `classes[offsets[place]:offsets[place + 1]]`, each with
    how much it counts beside it in `counts`. Nothing here depends on the order of reading.
    """

    image_ids: tuple[ImageId, ...]
    labels: tuple[str, ...]
    offsets: Integers
    classes: Integers
    counts: Integers
    #: Images that were read, and of these so many dropped for each reason.
    images: int
    dropped: dict[str, int]
    #: Counts of each class over all images that were read.
    all_counts: Integers
    #: Images that were read, by how many classes they have.
    all_sizes: dict[int, int]
    #: Images that have each part, over all and by place among those that may be selected.
    all_parts: dict[str, int]
    parts: dict[int, tuple[str, ...]]
    digest: str

    def __len__(self) -> int:
        return len(self.image_ids)

    @property
    def sizes(self) -> Integers:
        """How many classes each image has."""
        return np.diff(self.offsets)

    def totals(self, places: Sequence[int]) -> Integers:
        """The counts of each class over some of the images."""
        chosen = np.zeros(len(self), bool)
        chosen[np.asarray(places, dtype=np.int64)] = True
        entries = np.repeat(chosen, self.sizes)
        totals = np.zeros(len(self.labels), np.int64)
        np.add.at(totals, self.classes[entries], self.counts[entries])
        return totals

    def part_totals(self, places: Iterable[int]) -> dict[str, int]:
        """How many of some of the images have each part."""
        return dict(Counter(label for place in places for label in self.parts.get(place, ())))

    def matrix(self, places: Sequence[int]) -> tuple[Integers, Integers]:
        """Classes and counts of some images as rows of one length, filled up to the longest."""
        chosen = np.asarray(places, dtype=np.int64)
        sizes = self.sizes[chosen]
        columns = np.arange(sizes.max(initial=0))
        is_filled = columns < sizes[:, None]
        entries = (self.offsets[chosen][:, None] + columns)[is_filled]
        classes = np.full(is_filled.shape, len(self.labels), np.int64)
        counts = np.zeros(is_filled.shape, np.int64)
        classes[is_filled], counts[is_filled] = self.classes[entries], self.counts[entries]
        return classes, counts


def collect(
    images: Iterable[ImageObjects], procedure: Procedure, hierarchy: ClassHierarchy | None = None
) -> Collection:
    """Look at each image once, and keep what may be selected.

    Raises:
        ContentError: when two images have one id.
    """
    collector = _Collector(procedure, hierarchy)
    for image in images:
        collector.add(image)
    return collector.collection()


class _Collector:
    def __init__(self, procedure: Procedure, hierarchy: ClassHierarchy | None) -> None:
        self._procedure = procedure
        self._counted = CountedClasses(hierarchy, procedure.ancestors, procedure.parts)
        self._ids: dict[str, ImageId] = {}
        self._seen: set[str] = set()
        self._number_of: dict[str, int] = {}
        self._sizes, self._classes, self._counts = array("q"), array("q"), array("q")
        self._all_counts: Counter[str] = Counter()
        self._all_sizes: Counter[int] = Counter()
        self._all_parts: Counter[str] = Counter()
        self._parts: list[tuple[str, ...]] = []
        self._dropped: Counter[str] = Counter()
        self._digest = 0

    def add(self, image: ImageObjects) -> None:
        text = str(image.image_id)
        if text in self._seen:
            raise ContentError(f"image {text!r} is listed twice, expected each image once")
        self._seen.add(text)
        self._digest += _digest(text, image)
        counts, parts = self._counted.of(image.counts)
        if self._procedure.count == "images":
            counts = dict.fromkeys(counts, 1)
        self._all_counts.update(counts)
        self._all_sizes[len(counts)] += 1
        self._all_parts.update(parts.keys())
        reason = reason_to_drop(image, len(counts), self._procedure)
        if reason is not None:
            self._dropped[reason] += 1
            return
        self._ids[text] = image.image_id
        self._parts.append(tuple(parts))
        self._keep(counts)

    def _keep(self, counts: Counts) -> None:
        self._sizes.append(len(counts))
        for label, count in counts.items():
            self._classes.append(self._number_of.setdefault(label, len(self._number_of)))
            self._counts.append(count)

    def collection(self) -> Collection:
        """All that was added, sorted by id and by the names of classes."""
        labels = sorted(self._all_counts)
        place_of = {label: place for place, label in enumerate(labels)}
        renumbered = np.array([place_of[label] for label in self._number_of], np.int64)
        order = sorted(range(len(self._ids)), key=list(self._ids).__getitem__)
        sizes = np.array(self._sizes, np.int64)
        starts = np.cumsum(sizes) - sizes
        sorted_sizes = sizes[order]
        offsets = np.concatenate([[0], np.cumsum(sorted_sizes)]).astype(np.int64)
        # Where each entry of the sorted images stands among those that were added.
        entries = np.arange(offsets[-1]) + np.repeat(starts[order] - offsets[:-1], sorted_sizes)
        classes = np.array(self._classes, np.int64)[entries]
        ids = list(self._ids.values())
        return Collection(
            image_ids=tuple(ids[place] for place in order),
            labels=tuple(labels),
            offsets=offsets,
            classes=renumbered[classes] if len(classes) else classes,
            counts=np.array(self._counts, np.int64)[entries],
            images=len(self._seen),
            dropped={reason: n for reason in REASONS if (n := self._dropped[reason])},
            all_counts=np.array([self._all_counts[label] for label in labels], np.int64),
            all_sizes=dict(sorted(self._all_sizes.items())),
            all_parts=dict(sorted(self._all_parts.items())),
            parts={at: found for at, place in enumerate(order) if (found := self._parts[place])},
            digest=f"{self._digest % (1 << _DIGEST_BITS):016x}",
        )


def _digest(text: str, image: ImageObjects) -> int:
    """A number for an image; their sum does not depend on the order of images."""
    content = repr((text, sorted(image.counts.items()), image.rotation))
    hashed = hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(hashed[: _DIGEST_BITS // 8], "big")
