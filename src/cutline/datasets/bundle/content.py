"""What a bundle is made of: nouns in, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.bundle.manifest import Visibility
from cutline.datasets.bundle.parts import BundleImage, SeenObject


@dataclass(frozen=True)
class SplitContent:
    """The images of a split and what is known of them.

    Args:
        name: such as `val`.
        images: in the order that scores are computed in.
        references: those of each image, in the order of the images; None where there are none.
        visibility: whether references, labels, objects and the human run are for everybody.
        labels: a label for each image and slice; an image may lack one.
        objects: what is to be seen, with boxes where they are known.
        human: what people said beside the references: a caption for every image.
    """

    name: str
    images: tuple[BundleImage, ...]
    references: tuple[Sequence[str], ...] | None = None
    visibility: Visibility = "public"
    labels: Mapping[str, Mapping[ImageId, str]] = field(default_factory=dict)
    objects: Mapping[ImageId, Sequence[SeenObject]] = field(default_factory=dict)
    human: Run | None = None

    @property
    def image_ids(self) -> tuple[ImageId, ...]:
        """The ids of the images, in order."""
        return tuple(image.image_id for image in self.images)

    @classmethod
    def from_benchmark(
        cls,
        name: str,
        benchmark: Benchmark,
        *,
        visibility: Visibility = "public",
        images: Iterable[BundleImage] | None = None,
        human: Run | None = None,
    ) -> SplitContent:
        """A split of a benchmark's images; its tags become labels.

        `images` tells more of them; by default only their ids are known.

        >>> benchmark = Benchmark("pets", (7,), (["A dog."],), tags={"light": {7: "day"}})
        >>> SplitContent.from_benchmark("val", benchmark).labels
        {'light': {7: 'day'}}
        """
        known = {image.image_id: image for image in images or ()}
        ids = set(benchmark.image_ids)
        labels = {
            tag: {image_id: label for image_id, label in of.items() if image_id in ids}
            for tag, of in benchmark.tags.items()
        }
        return cls(
            name=name,
            images=tuple(known.get(i, BundleImage(i)) for i in benchmark.image_ids),
            references=benchmark.references,
            visibility=visibility,
            labels={tag: of for tag, of in labels.items() if of},
            objects={i: seen for i, seen in benchmark.objects.items() if i in ids},
            human=human,
        )


@dataclass(frozen=True)
class BundleContent:
    """A benchmark with all its splits.

    Args:
        name: letters, digits, dots, hyphens and underscores; it becomes part of addresses.
        benchmark_version: of the benchmark, such as `1.0`.
        licence: what people may do with it, such as `CC-BY-4.0`.
        splits: one or more.
        title: for people; the name by default.
        metrics: specs, in the order to show them in.
        slices: a description of each way to cut the images; those that are not described have
            none. Every slice must have labels in some split.
    """

    name: str
    benchmark_version: str
    licence: str
    splits: tuple[SplitContent, ...]
    title: str = ""
    citation: str = ""
    description: str = ""
    language: str = "en"
    metrics: str | Sequence[str] = "coco"
    tokenizer: str = "ptb"
    slices: Mapping[str, str] = field(default_factory=dict)
