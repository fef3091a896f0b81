"""Which images of a benchmark have which pairs of concepts, told in the ways that gaps need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.compositional.plain_text import PlainTextMatcher
from cutline.core.progress import progress
from cutline.core.types import Benchmark
from cutline.text.concepts import Concept, ConceptPair
from cutline.text.pair_matching import PairMatcher, agreeing_references
from cutline.text.pair_words import concepts_in
from cutline.text.parsers import CHUNK
from cutline.text.trees import Mask

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PairImages:
    """The images (rows) of a benchmark, and how many references hold each pair (columns)."""

    benchmark: Benchmark
    pairs: tuple[ConceptPair, ...]
    agreeing: Counts

    @classmethod
    def of(
        cls,
        benchmark: Benchmark,
        pairs: Sequence[ConceptPair],
        matcher: PairMatcher,
        jobs: int | None = None,
    ) -> PairImages:
        """What a matcher for these pairs finds."""
        return cls(
            benchmark, tuple(pairs), agreeing_references(matcher, benchmark.references, jobs)
        )


@dataclass(frozen=True, eq=False)
class WordImages:
    """The images (rows) of a benchmark, and the concepts and pairs whose words they have.

    `together` says whether any one caption has words of both concepts of a pair, `present` whether
    any has a word of a concept.
    """

    concepts: tuple[Concept, ...]
    together: Mask
    present: Mask

    @classmethod
    def of(
        cls, benchmark: Benchmark, pairs: Sequence[ConceptPair], jobs: int | None = None
    ) -> WordImages:
        """What the words of captions say: those of a tokenizer, and runs of letters."""
        concepts = tuple(dict.fromkeys(c for pair in pairs for c in (pair.other, pair.noun)))
        number_of = {concept: number for number, concept in enumerate(concepts)}
        others = [number_of[pair.other] for pair in pairs]
        nouns = [number_of[pair.noun] for pair in pairs]
        plain = PlainTextMatcher(tuple(pairs))
        captions = [text for texts in benchmark.references for text in texts]
        together = [np.zeros((0, len(pairs)), dtype=bool)]
        present = [np.zeros((0, len(concepts)), dtype=bool)]
        with progress(f"Looking for words in {len(captions):,} captions") as step:
            for start in range(0, len(captions), CHUNK):
                some = captions[start : start + CHUNK]
                found = concepts_in(some, concepts, jobs)
                present.append(found)
                together.append(found[:, others] & found[:, nouns] | plain.match(some))
                step((start + len(some)) / len(captions))
        sizes = [len(texts) for texts in benchmark.references]
        return cls(concepts, _by_image(together, sizes), _by_image(present, sizes))


def _by_image(parts: list[Mask], sizes: list[int]) -> Mask:
    """Whether any caption of an image has it."""
    found = np.concatenate(parts)
    sums = np.concatenate([np.zeros((1, found.shape[1]), np.int64), found.cumsum(axis=0)])
    ends = np.cumsum(sizes, dtype=np.int64)
    is_there: Mask = sums[ends] > sums[ends - np.array(sizes, dtype=np.int64)]
    return is_there
