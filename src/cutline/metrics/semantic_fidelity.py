"""Semantic Fidelity: whether a caption speaks of what is seen in the image; needs no reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats
from cutline.core.registry import metric
from cutline.metrics.fidelity.defined import MeanOfDefined
from cutline.metrics.fidelity.formula import Scale, scaled, semantic_fidelity
from cutline.text.noun_choice import NounChoice, check_noun_choice

# Parsers and vectors are imported where they are used: every command loads this file.


@metric("semantic-fidelity")
@dataclass(frozen=True)
class SemanticFidelity(MeanOfDefined):
    """SF of the nouns of a caption and the objects of its image (Agarwal et al. 2020).

    SF = s x #N / #O: s is the cosine of the mean word vector of the nouns and that of the objects,
    #N and #O are their numbers, and the ratio is left out where it is above 1. Repeated nouns and
    objects count as often as they are there. A caption without nouns, an image without objects, and
    words that are all unknown have no value; the parts count them, and the score is the mean of
    the others. It is between 0 and 1, or with `scale=cosine` between -1 and 1.

    Args:
        similarity: the word vectors: `wordllama`, `sentences`, or `spacy/MODEL`.
        nouns: `objects`, nouns that can name objects, compounds as one; `words`, all nouns; or
            `singular`, words with the tag NN alone, as in the release: plurals are lost.
        scale: `shifted` moves the cosine from -1..1 to 0..1; `cosine` leaves it as the paper does.
        parser: `cutline`, or `spacy/MODEL`.

    >>> import cutline
    >>> objects = {1: ["dog", "ball", "person"], 2: ["cat", "sofa"]}
    >>> said = {1: "a dog with a ball", 2: "a cat on a couch"}
    >>> scores = cutline.score(said, metrics="semantic-fidelity", objects=objects)
    >>> [round(value, 3) for value in scores["semantic-fidelity"].values.tolist()]
    [0.606, 0.889]
    """

    similarity: str = "wordllama"
    nouns: NounChoice = "objects"
    scale: Scale = "shifted"
    parser: str = "cutline"

    columns: ClassVar[tuple[str, ...]] = (
        *("similarity", "nouns", "objects", "unknown_nouns", "unknown_objects"),
    )
    summary: ClassVar[str] = "nouns that are close to the objects seen, and as many of them"
    needs_objects: ClassVar[bool] = True
    needs_references: ClassVar[bool] = False
    is_for_all_images: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_noun_choice(self.nouns, self.name)
        if self.scale not in get_args(Scale):
            raise UsageError(f"{self.name}: scale is one of shifted, cosine, not {self.scale!r}")

    def missing(self) -> str | None:
        """Whether the parser, or the word vectors, are not installed."""
        from cutline.text.parsers import missing_parser
        from cutline.text.similarity import missing_vectors

        return missing_parser(self.parser) or missing_vectors(self.similarity)

    def data_digests(self) -> dict[str, str]:
        """The parser, and the word vectors."""
        from cutline.text.parsers import parser_named
        from cutline.text.similarity import vectors_named

        vectors = vectors_named(self.similarity)
        return {"parser": parser_named(self.parser).digest, "vectors": vectors.digest}

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Similarity, numbers of nouns and objects, and how many of each are unknown words.

        Raises:
            UsageError: when no image has objects.
        """
        from cutline.metrics.fidelity.words import labels_of_batch
        from cutline.text.nouns import caption_nouns

        labels = labels_of_batch(batch, self.name)
        found = caption_nouns(batch.captions, self.nouns, self.parser, batch.jobs)
        return self.rows([[noun.lemma for noun in nouns] for nouns in found], labels)

    def rows(self, nouns: Sequence[Sequence[str]], labels: Sequence[Sequence[str]]) -> Floats:
        """The statistics of captions whose nouns are known, beside the labels of their images."""
        from cutline.metrics.fidelity.words import plain_labels, set_similarity
        from cutline.text.similarity import vectors_named

        source = vectors_named(self.similarity)
        rows = np.empty((len(nouns), len(self.columns)))
        for row, (said, seen) in enumerate(zip(nouns, map(plain_labels, labels), strict=True)):
            found = set_similarity(said, seen, source)
            unknown = found.unknown_nouns, found.unknown_objects
            rows[row] = (found.cosine, len(said), len(seen), *unknown)
        rows[:, 0] = scaled(rows[:, 0], self.scale)
        return rows

    def values(self, statistics: Floats) -> Floats:
        """SF of each image; NaN where it is not defined."""
        return semantic_fidelity(*statistics[:, :3].T)

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Means of similarity and numbers; how many images have no value, and why; unknown words.

        The mean similarity is that of images which have one.
        """
        if not len(statistics):
            return {}
        similarity, nouns, objects, unknown_nouns, unknown_objects = statistics.T
        known = similarity[~np.isnan(similarity)]
        return {
            "similarity": float(known.mean()) if len(known) else float("nan"),
            "nouns": float(nouns.mean()),
            "objects": float(objects.mean()),
            "undefined": float(np.isnan(self.values(statistics)).sum()),
            "without_nouns": float((nouns == 0).sum()),
            "without_objects": float((objects == 0).sum()),
            "unknown_nouns": float(unknown_nouns.sum()),
            "unknown_objects": float(unknown_objects.sum()),
        }
