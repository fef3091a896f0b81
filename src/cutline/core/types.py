"""Captions, examples, benchmarks and runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

ImageId = int | str


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of words under a picture."""

    image_id: ImageId
    text: str


@dataclass(frozen=True, slots=True)
class LabelledBox:
    """An object in a picture: its label and where it is, in pixels from the top left."""

    label: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Detection:
    """An object that somebody or something sees in a picture.

    `score` says how sure a detector is, from 0 to 1; what people annotated has 1. `box` is left,
    top, width and height in pixels of the upright picture; None where only the label is known.
    """

    label: str
    score: float = 1.0
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """An image with what people said of it."""

    image_id: ImageId
    references: tuple[str, ...]
    objects: tuple[LabelledBox, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Benchmark:
    """Images and their references, in the order that scores are computed in.

    Held by column, because a benchmark may have a hundred thousand images; `benchmark[i]` and
    iteration give the same thing as `Example` objects.
    """

    name: str
    image_ids: tuple[ImageId, ...]
    references: tuple[Sequence[str], ...]
    version: str = "1"
    tags: Mapping[str, Mapping[ImageId, str]] = field(default_factory=dict)
    objects: Mapping[ImageId, tuple[LabelledBox, ...]] = field(default_factory=dict)
    #: Labels of what is seen in images, as often as it is there; for metrics that need no boxes.
    labels: Mapping[ImageId, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def from_examples(cls, name: str, examples: Iterable[Example], version: str = "1") -> Benchmark:
        """A benchmark of these examples, in this order."""
        examples = tuple(examples)
        tags: dict[str, dict[ImageId, str]] = {}
        for example in examples:
            for tag, value in example.tags.items():
                tags.setdefault(tag, {})[example.image_id] = value
        return cls(
            name=name,
            image_ids=tuple(example.image_id for example in examples),
            references=tuple(example.references for example in examples),
            version=version,
            tags=tags,
            objects={e.image_id: e.objects for e in examples if e.objects},
        )

    def __len__(self) -> int:
        return len(self.image_ids)

    def __getitem__(self, index: int) -> Example:
        image_id = self.image_ids[index]
        return Example(
            image_id=image_id,
            references=tuple(self.references[index]),
            objects=self.objects.get(image_id, ()),
            tags={tag: of[image_id] for tag, of in self.tags.items() if image_id in of},
        )

    def labels_of(self, image_id: ImageId) -> tuple[str, ...] | None:
        """The labels of what is seen in an image, with or without boxes; None if nobody looked."""
        if image_id in self.labels:
            return self.labels[image_id]
        boxes = self.objects.get(image_id)
        return None if boxes is None else tuple(box.label for box in boxes)

    def __iter__(self) -> Iterator[Example]:
        return (self[index] for index in range(len(self)))

    def only(self, image_ids: Iterable[ImageId], name: str | None = None) -> Benchmark:
        """The same benchmark, cut down to these images; its order stays."""
        wanted = set(image_ids)
        kept = [i for i, image_id in enumerate(self.image_ids) if image_id in wanted]
        return Benchmark(
            name=name or self.name,
            image_ids=tuple(self.image_ids[i] for i in kept),
            references=tuple(self.references[i] for i in kept),
            version=self.version,
            tags=self.tags,
            objects=self.objects,
            labels=self.labels,
        )


@dataclass(frozen=True)
class Run:
    """What a system said: for each image one caption, or several from best to worst."""

    system: str
    captions: Mapping[ImageId, Sequence[str]]

    def __len__(self) -> int:
        return len(self.captions)

    @property
    def is_ranked(self) -> bool:
        """Whether any image has more than one caption."""
        return any(len(ranked) > 1 for ranked in self.captions.values())
