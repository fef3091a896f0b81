"""The nouns of captions beside the labels of objects, as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Batch
from cutline.core.types import Benchmark
from cutline.text.object_labels import label_noun
from cutline.text.similarity.vectors import Vectors, WordVectors, cosines


@dataclass(frozen=True)
class SetSimilarity:
    """How alike two sets of words are.

    `cosine` is that of the means of their vectors, NaN where either has no word that is known;
    the counts say how many words of each are not.
    """

    cosine: float
    unknown_nouns: int
    unknown_objects: int


def set_similarity(
    nouns: Sequence[str], objects: Sequence[str], source: WordVectors
) -> SetSimilarity:
    """The cosine of the mean vector of nouns and that of objects; repeated ones count as often."""
    # Sorted, so that the last digits of a sum do not depend on the order of words.
    left, unknown_nouns = _mean(source.vectors(sorted(nouns)))
    right, unknown_objects = _mean(source.vectors(sorted(objects)))
    cosine = float("nan")
    if left is not None and right is not None:
        cosine = float(cosines(left, right)[0, 0])
    return SetSimilarity(cosine, unknown_nouns, unknown_objects)


def _mean(rows: Vectors) -> tuple[Vectors | None, int]:
    """The mean of the rows that are not zeros, and how many are."""
    is_known = rows.any(axis=1)
    unknown = int(np.count_nonzero(~is_known))
    if unknown == len(rows):
        return None, unknown
    return rows[is_known].mean(axis=0, keepdims=True), unknown


def labels_of_batch(batch: Batch, metric: str) -> list[tuple[str, ...]]:
    """The labels of the image of each candidate, empty where nothing was seen.

    Raises:
        UsageError: when no image of the benchmark has any.
    """
    benchmark = batch.benchmark
    require_labels(benchmark, metric)
    ids = benchmark.image_ids
    return [benchmark.labels_of(ids[place]) or () for place in batch.places.tolist()]


def require_labels(benchmark: Benchmark, metric: str) -> None:
    """Refuse a benchmark of which nobody says what is seen in its images.

    Raises:
        UsageError: with what to give.
    """
    if not benchmark.labels and not benchmark.objects:
        raise UsageError(
            f"{metric} compares captions with the objects of images, and none are given: add "
            f"--objects FILE, or objects={{image id: [labels]}} in Python"
        )


def plain_labels(labels: Sequence[str]) -> list[str]:
    """Labels as nouns; those without any word are left out."""
    return [noun for noun in map(label_noun, labels) if noun]
