"""Which captions of a benchmark hold which pairs of concepts: one pass, kept small."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.progress import progress
from cutline.core.types import Benchmark, ImageId
from cutline.core.version import __version__
from cutline.text.concepts import Concept, ConceptPair
from cutline.text.pair_matching import MatcherName, pair_matcher
from cutline.text.pair_words import concepts_in
from cutline.text.parsers import CHUNK, OWN

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FoundPairs:
    """Pairs in captions, and concepts in images, as lists of places: most captions hold few.

    Captions are numbered through all images, pairs and concepts by their place in `pairs` and
    `concepts`. Entry by entry, the caption `captions[i]` holds the pair `pair_numbers[i]`, and the
    image `mention_images[i]` has a caption with a word of the concept `mention_numbers[i]`. Both
    lists are sorted by pair or concept, and no entry repeats.
    """

    name: str
    image_ids: tuple[ImageId, ...]
    reference_counts: Integers
    pairs: tuple[ConceptPair, ...]
    concepts: tuple[Concept, ...]
    captions: Integers
    pair_numbers: Integers
    mention_images: Integers
    mention_numbers: Integers
    signature: str

    @classmethod
    def of(
        cls,
        benchmark: Benchmark,
        pairs: Sequence[ConceptPair],
        concepts: Sequence[Concept],
        held: Integers,
        mentioned: Integers,
        method: str,
    ) -> FoundPairs:
        """The same from rows of caption and pair, and of caption and concept, which may repeat."""
        sizes = np.array([len(texts) for texts in benchmark.references], dtype=np.int64)
        image_of = np.repeat(np.arange(len(sizes)), sizes)
        captions, numbers = _sorted(held[:, 0], held[:, 1])
        images, concept_numbers = _sorted(image_of[mentioned[:, 0]], mentioned[:, 1])
        return cls(
            benchmark.name,
            benchmark.image_ids,
            sizes,
            tuple(pairs),
            tuple(concepts),
            captions,
            numbers,
            images,
            concept_numbers,
            pairs_signature(benchmark, method),
        )

    @property
    def most_references(self) -> int:
        """How many references an image has at most."""
        return int(self.reference_counts.max(initial=0))

    @cached_property
    def first_captions(self) -> Integers:
        """The number of each image's first caption."""
        starts: Integers = np.cumsum(self.reference_counts) - self.reference_counts
        return starts

    @cached_property
    def image_of_caption(self) -> Integers:
        """The place of each caption's image."""
        return np.repeat(np.arange(len(self.reference_counts)), self.reference_counts)

    @cached_property
    def _agreement(self) -> tuple[Integers, Integers, Integers]:
        size = max(len(self.image_ids), 1)
        keys = self.pair_numbers * size + self.image_of_caption[self.captions]
        unique, counts = np.unique(keys, return_counts=True)
        return unique // size, unique % size, counts.astype(np.int64)

    def agreeing(self, pair: int) -> tuple[Integers, Integers]:
        """The images in which any reference holds a pair, and how many of them do."""
        numbers, images, counts = self._agreement
        start, end = np.searchsorted(numbers, [pair, pair + 1])
        return images[start:end], counts[start:end]

    def captions_of(self, pair: int) -> Integers:
        """The captions that hold a pair, in their order."""
        start, end = np.searchsorted(self.pair_numbers, [pair, pair + 1])
        return self.captions[start:end]

    def images_with(self, concept: int) -> Integers:
        """The images in which any reference has a word of a concept."""
        start, end = np.searchsorted(self.mention_numbers, [concept, concept + 1])
        return self.mention_images[start:end]

    @cached_property
    def number_of(self) -> dict[ConceptPair, int]:
        """The place of each pair."""
        return {pair: number for number, pair in enumerate(self.pairs)}

    @cached_property
    def concept_number_of(self) -> dict[Concept, int]:
        """The place of each concept."""
        return {concept: number for number, concept in enumerate(self.concepts)}


def find_pairs(
    benchmark: Benchmark,
    pairs: Sequence[ConceptPair],
    matcher: MatcherName = "parse",
    *,
    parser: str = OWN,
    concepts_name: str = "",
    jobs: int | None = None,
) -> FoundPairs:
    """These pairs in all references of a benchmark.

    References are read in parts, with progress. What was parsed stays in the cache: after an
    interruption the work goes on where it was.

    Args:
        benchmark: images and references.
        pairs: what to look for.
        matcher: how a pair is told.
        parser: `cutline`, or `spacy/MODEL`.
        concepts_name: the name of the concepts, for the signature.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    >>> from cutline.text.concepts import compositional_concepts
    >>> references = (["a black cat", "a cat on a black couch"], ["two black cats"])
    >>> pairs = [compositional_concepts().pair("black cat")]
    >>> found = find_pairs(Benchmark("mine", (7, 9), references), pairs)
    >>> found.captions.tolist(), found.agreeing(0)[1].tolist()
    ([0, 2], [1, 1])
    """
    chosen = pair_matcher(matcher, pairs, parser=parser)
    concepts = tuple(
        dict.fromkeys(concept for pair in pairs for concept in (pair.other, pair.noun))
    )
    held, mentioned = Entries(), Entries()
    for start, captions in caption_parts(benchmark, "Looking for pairs"):
        held.add(start, np.argwhere(chosen.match(captions, jobs)))
        mentioned.add(start, np.argwhere(concepts_in(captions, concepts, jobs)))
    method = "|".join(
        filter(None, (chosen.signature, concepts_name and f"concepts:{concepts_name}"))
    )
    return FoundPairs.of(benchmark, pairs, concepts, held.joined(), mentioned.joined(), method)


class Entries:
    """Rows of caption and number, gathered part by part."""

    def __init__(self) -> None:
        self._parts: list[NDArray[np.int32]] = []

    def add(self, start: int, entries: NDArray[np.integer[Any]]) -> None:
        """Add rows whose captions are counted from the start of their part."""
        self._parts.append((entries + np.array([start, 0])).astype(np.int32).reshape(-1, 2))

    def joined(self) -> Integers:
        """All rows."""
        return np.concatenate([np.empty((0, 2), np.int32), *self._parts]).astype(np.int64)


def caption_parts(benchmark: Benchmark, doing: str) -> Iterator[tuple[int, list[str]]]:
    """All references, some thousands at a time, each part with the number of its first."""
    total = sum(len(texts) for texts in benchmark.references)
    rest: Iterator[str] = chain.from_iterable(benchmark.references)
    done = 0
    with progress(f"{doing} in {total:,} captions") as step:
        while some := list(islice(rest, CHUNK)):
            yield done, some
            done += len(some)
            step(done / total)


def benchmark_digest(image_ids: Iterable[ImageId], references: Iterable[Sequence[str]]) -> str:
    """What tells these images and references from any others, in whatever order images are."""
    digests = (
        hashlib.sha256(repr((image_id, *texts)).encode("utf-8", "surrogatepass")).digest()
        for image_id, texts in zip(image_ids, references, strict=True)
    )
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()[:16]


def _sorted(places: Integers, numbers: Integers) -> tuple[Integers, Integers]:
    """Each pair of a number and a place once, sorted by the number."""
    size = int(places.max(initial=0)) + 1
    keys = np.unique(numbers * size + places)
    return keys % size, keys // size


def pairs_signature(benchmark: Benchmark, method: str) -> str:
    """All that has to be equal for two counts to be compared."""
    sizes = {len(texts) for texts in benchmark.references} or {0}
    low, high = min(sizes), max(sizes)
    parts = (
        f"pairs:{method}",
        f"refs:{high}" if low == high else f"refs:{low}-{high}",
        f"images:{len(benchmark)}",
        f"data:{benchmark_digest(benchmark.image_ids, benchmark.references)}",
        f"cutline:{__version__}",
    )
    return "|".join(parts)
