"""Small benchmarks of made-up captions."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.core.types import Benchmark
from cutline.text.concepts import ConceptPair, compositional_concepts

CONCEPTS = compositional_concepts()

#: Captions whose words any matcher reads alike.
PLAIN_CAPTIONS = (
    "a black cat",
    "the cat is black",
    "a small black cat",
    "a man is eating",
    "a black dog",
    "a cat on a chair",
    "two large trucks",
    "nothing to see",
)


def pair(name: str) -> ConceptPair:
    return CONCEPTS.pair(name)


def benchmark(*references: Sequence[str]) -> Benchmark:
    """Images from 1 on, with these references."""
    return Benchmark("mine", tuple(range(1, len(references) + 1)), tuple(references))
