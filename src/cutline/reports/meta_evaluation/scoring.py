"""A metric's value for each judged caption."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from cutline.core.errors import ContentError
from cutline.core.metric import Floats, Metric
from cutline.core.signature import Signature
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.judgments.types import Documents
from cutline.reports.meta_evaluation.groups import Places
from cutline.scoring.corpus import Corpus
from cutline.text.tokenizer import Tokenizer

Key = TypeVar("Key", bound=Hashable)


class JudgedCorpus:
    """The references of judged captions, prepared.

    Where documents are images, judgments that give one image several sets of references make a
    document of each set.
    """

    def __init__(
        self,
        image_ids: Sequence[ImageId],
        references: Sequence[tuple[str, ...]],
        metrics: str | Iterable[str | Metric],
        documents: Documents = "images",
        tokenizer: str | Tokenizer = "ptb",
        jobs: int | None = None,
    ) -> None:
        keys = list(zip(image_ids, references, strict=True))
        sets = first_places(keys)
        self._place_of = [sets[key] for key in keys]
        documents_references = [given for _, given in sets]
        if documents == "captions":
            self._place_of = list(range(len(keys)))
            documents_references = list(references)
        self._image_ids = image_ids
        benchmark = Benchmark(
            name="judged images",
            image_ids=tuple(range(len(documents_references))),
            references=tuple(documents_references),
        )
        self._corpus = Corpus(benchmark, metrics, tokenizer=tokenizer, jobs=jobs)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What is judged."""
        return self._corpus.metrics

    def signature(self, metric: Metric) -> Signature:
        """What the metric's values depend on."""
        return self._corpus.signature(metric)

    def values(self, captions: Sequence[str], metric: Metric) -> Floats:
        """The value of each caption for its image.

        Raises:
            ContentError: when the metric has none for a caption.
        """
        values = self._corpus.rewards(captions, self._place_of, metric)
        undefined = np.flatnonzero(~np.isfinite(values))
        if len(undefined):
            raise ContentError(
                f"{metric} has no value for {len(undefined)} of {len(values)} captions, the first "
                f"of them of image {self._image_ids[undefined[0]]!r}"
            )
        return values


def first_places(keys: Iterable[Key]) -> dict[Key, int]:
    """Different keys with their number, in the order they first come up in.

    >>> first_places("abac")
    {'a': 0, 'b': 1, 'c': 2}
    """
    return {key: number for number, key in enumerate(dict.fromkeys(keys))}


def numbered_images(image_ids: Sequence[ImageId]) -> Places:
    """The image of each judgment, counted from 0."""
    numbers = first_places(image_ids)
    return np.array([numbers[image_id] for image_id in image_ids], dtype=np.intp)
