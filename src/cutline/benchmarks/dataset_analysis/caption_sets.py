"""Sets of captions as numbers over one vocabulary, so that they can be set side by side."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Benchmark, ImageId
from cutline.scoring.diagnosis.words import Captions, Numbers, is_word
from cutline.text.tokenizer import Tokenizer

Keys = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class CaptionSet:
    """The captions of one dataset, those of an image together."""

    name: str
    image_ids: Sequence[ImageId]
    texts: Sequence[str]
    counts: Numbers
    captions: Captions

    @cached_property
    def image_keys(self) -> Keys:
        """A number that comes from each image's id alone."""
        return _keys(list(map(str, self.image_ids)))

    @cached_property
    def caption_keys(self) -> Keys:
        """A number that comes from each caption and its image's id alone."""
        ids = [str(self.image_ids[image]) for image in self.captions.images.tolist()]
        return _keys([f"{i}\0{text}" for i, text in zip(ids, self.texts, strict=True)])

    @cached_property
    def digest(self) -> str:
        """What tells these captions from any others, in whatever order they are."""
        own = np.column_stack([self.image_keys[self.captions.images], self.caption_keys])
        ordered = own[np.lexsort((own[:, 1], own[:, 0]))]
        return hashlib.sha256(ordered.astype("<u8").tobytes()).hexdigest()[:16]

    @property
    def counts_text(self) -> str:
        """How many captions images have: `5`, or `5-7`."""
        low, high = int(self.counts.min()), int(self.counts.max())
        return str(low) if low == high else f"{low}-{high}"


@dataclass(frozen=True, eq=False)
class WordedSets:
    """One set or two, and the words of both in the order of the alphabet."""

    vocabulary: tuple[str, ...]
    sets: tuple[CaptionSet, ...]
    tokenizer: Tokenizer

    def counts(self, captions: Captions) -> Numbers:
        """How often each word of the vocabulary is used."""
        return np.bincount(captions.numbers, minlength=len(self.vocabulary))


@no_garbage_collection()
def worded_sets(
    benchmarks: Sequence[Benchmark], tokenizer: Tokenizer, jobs: int | None = None
) -> WordedSets:
    """The captions of benchmarks, cut into words; tokens without a letter or digit are left out.

    Raises:
        ContentError: when a benchmark has no caption.

    >>> pets = Benchmark("pets", (1,), (["A dog.", "A cat and a dog"],))
    >>> found = worded_sets([pets], Tokenizer(context="none"))
    >>> found.vocabulary, found.sets[0].captions.lengths.tolist()
    (('a', 'and', 'cat', 'dog'), [2, 5])
    """
    texts = [[text for said in one.references for text in said] for one in benchmarks]
    for benchmark, own in zip(benchmarks, texts, strict=True):
        if not own:
            raise ContentError(f"{benchmark.name or 'the captions'}: there is no caption")
    cut = [tokenizer.tokenize(own, jobs) for own in texts]
    split = [[text.split() for text in own] for own in cut]
    words = set(chain.from_iterable(chain.from_iterable(split)))
    vocabulary = tuple(sorted(filter(is_word, words)))
    # What is no word has no number of its own.
    number_of = dict.fromkeys(words, -1)
    number_of |= {word: number for number, word in enumerate(vocabulary)}
    sets = tuple(
        _numbered(benchmark, own, own_words, number_of)
        for benchmark, own, own_words in zip(benchmarks, texts, split, strict=True)
    )
    return WordedSets(vocabulary, sets, tokenizer)


def _numbered(
    benchmark: Benchmark,
    texts: Sequence[str],
    words: Sequence[Sequence[str]],
    number_of: dict[str, int],
) -> CaptionSet:
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    flat = map(number_of.__getitem__, chain.from_iterable(words))
    numbers = np.fromiter(flat, np.int64, int(sizes.sum()))
    is_kept = numbers >= 0
    if not is_kept.all():
        caption = np.repeat(np.arange(len(sizes)), sizes)[is_kept]
        sizes = np.bincount(caption, minlength=len(sizes))
        numbers = numbers[is_kept]
    counts = np.array([len(said) for said in benchmark.references], dtype=np.int64)
    images = np.repeat(np.arange(len(counts)), counts)
    return CaptionSet(
        benchmark.name, benchmark.image_ids, texts, counts, Captions(numbers, sizes, images)
    )


def _keys(texts: Sequence[str]) -> Keys:
    joined = b"".join(
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for text in texts
    )
    return np.frombuffer(joined, dtype="<u8").astype(np.uint64)
