"""What is seen in the images of a benchmark, in whatever form it comes."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.wording import other_ids

#: A path, or `{image id: [labels]}`.
ObjectsLike = str | os.PathLike[str] | Mapping[ImageId, Sequence[str]]

_ENDINGS = (".jpg", ".jpeg", ".png")


def with_objects(benchmark: Benchmark, objects: ObjectsLike) -> Benchmark:
    """The same benchmark, with the labels of what is seen in its images.

    Ids may be numbers in one and text in the other, and have a file's ending in one of them.

    Raises:
        FileError: when a file cannot be read or is of no known form.
        ContentError: when it has none of the images.
        UsageError: when the objects are no lists of labels.
    """
    given, name = _labels(objects)
    by_name = {plain_id(image_id): labels for image_id, labels in given.items()}
    found = {
        image_id: by_name[plain]
        for image_id in benchmark.image_ids
        if (plain := plain_id(image_id)) in by_name
    }
    if not found:
        known = {str(image_id): image_id for image_id in benchmark.image_ids}
        first = next((str(image_id) for image_id in given), None)
        raise ContentError(f"{name}: lists none of the {other_ids(first, known)}")
    return replace(benchmark, labels=found)


def benchmark_of_objects(objects: ObjectsLike) -> Benchmark:
    """A benchmark that has nothing but what is seen in images: no reference.

    Raises:
        FileError: when a file cannot be read or is of no known form.
        ContentError: when it has no image.
        UsageError: when the objects are no lists of labels.
    """
    given, name = _labels(objects)
    if not given:
        raise ContentError(f"{name}: has no image")
    title = Path(name).name if isinstance(objects, str | os.PathLike) else ""
    return Benchmark(title, tuple(given), ((),) * len(given), labels=given)


def objects_digest(benchmark: Benchmark) -> str:
    """Tells what is seen in the images from anything else: part of signatures."""
    seen = [
        [str(image_id), sorted(labels)]
        for image_id in benchmark.image_ids
        if (labels := benchmark.labels_of(image_id)) is not None
    ]
    text = json.dumps(seen, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _labels(objects: ObjectsLike) -> tuple[dict[ImageId, tuple[str, ...]], str]:
    if isinstance(objects, str | os.PathLike):
        # Imported here because few scores are about objects.
        from cutline.datasets.object_annotations import read_object_annotations

        path = os.fspath(objects)
        images = read_object_annotations(path)
        return {image.image_id: tuple(_repeated(image.counts)) for image in images}, path
    if not isinstance(objects, Mapping):
        raise UsageError(
            f"objects: found {type(objects).__name__}, expected a path or a dictionary of lists"
        )
    for image_id, labels in objects.items():
        if isinstance(labels, str) or not all(isinstance(label, str) for label in labels):
            raise UsageError(f"objects[{image_id!r}] is {labels!r}, expected a list of labels")
    return {image_id: tuple(labels) for image_id, labels in objects.items()}, "objects"


def _repeated(counts: Mapping[str, int]) -> Iterable[str]:
    for label, count in counts.items():
        yield from (label for _ in range(count))


def plain_id(image_id: ImageId) -> str:
    """An id as text, without the ending that a picture's file has.

    >>> plain_id(42), plain_id("a.b.JPG")
    ('42', 'a.b')
    """
    text = str(image_id)
    stem, dot, ending = text.rpartition(".")
    return stem if dot and f".{ending.lower()}" in _ENDINGS else text
