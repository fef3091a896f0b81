"""The words of a run and of its references, as numbers that arrays can count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import ContentError
from cutline.core.types import ImageId, Run
from cutline.scoring.corpus import Corpus
from cutline.text.tokenizer import Tokenizer

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: How many images stand beside a finding as examples.
EXAMPLES = 5


@dataclass(frozen=True)
class Captions:
    """Captions as the numbers of their words, one caption after the other.

    `numbers` has the words of all captions, `lengths` how many words each caption has, `images` the
    image of each caption by its place.
    """

    numbers: Numbers
    lengths: Numbers
    images: Numbers

    def __len__(self) -> int:
        return len(self.lengths)

    @cached_property
    def caption_of_word(self) -> Numbers:
        """The caption that each word stands in."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def ends(self) -> Numbers:
        """Where each caption's words end in `numbers`."""
        return np.cumsum(self.lengths)

    def of(self, caption: int) -> Numbers:
        """The words of one caption."""
        end = int(self.ends[caption])
        return self.numbers[end - int(self.lengths[caption]) : end]

    def only(self, kept: Mask) -> Captions:
        """Some of the captions."""
        words = kept[self.caption_of_word]
        return Captions(self.numbers[words], self.lengths[kept], self.images[kept])

    def first_of_images(self) -> Captions:
        """The first caption of each image; captions of one image stand together."""
        is_first = np.ones(len(self), dtype=np.bool_)
        is_first[1:] = self.images[1:] != self.images[:-1]
        return self.only(is_first)


@dataclass(frozen=True)
class RunWords:
    """A run's captions and the references of the same images, over one vocabulary.

    `vocabulary` is in the order of the alphabet, so equal counts that are sorted by number come out
    in that order. `in_benchmark` marks words that any reference has, also of images that the run
    leaves out.
    """

    image_ids: tuple[ImageId, ...]
    vocabulary: tuple[str, ...]
    candidates: Captions
    references: Captions
    in_benchmark: Mask
    tokenizer: Tokenizer

    def counts(self, captions: Captions) -> Numbers:
        """How often each word of the vocabulary is used."""
        return np.bincount(captions.numbers, minlength=len(self.vocabulary))

    def text(self, numbers: Numbers) -> str:
        """Words by their numbers, with spaces between."""
        return " ".join([self.vocabulary[number] for number in numbers.tolist()])

    def texts(self, captions: Captions) -> list[str]:
        """The words of each caption."""
        words = [self.vocabulary[number] for number in captions.numbers.tolist()]
        ends = captions.ends.tolist()
        starts = [0, *ends[:-1]]
        return [" ".join(words[start:end]) for start, end in zip(starts, ends, strict=True)]

    def examples(self, images: Numbers) -> tuple[ImageId, ...]:
        """The ids of the first few of these images."""
        return tuple(self.image_ids[image] for image in images[:EXAMPLES].tolist())


def is_word(token: str) -> bool:
    """Whether a token has a letter or a digit of any script in it; all others are punctuation.

    >>> [token for token in ["it", "'s", "7", "%", "—", "犬"] if is_word(token)]
    ['it', "'s", '7', '犬']
    """
    return any(map(str.isalnum, token))


def words_of(corpus: Corpus, run: Run) -> RunWords:
    """The words of a run that covers some or all of a corpus' images.

    Raises:
        ContentError: when it covers none of them.
    """
    benchmark = corpus.benchmark
    pairs = zip(benchmark.image_ids, benchmark.references, strict=True)
    is_covered = [bool(run.captions.get(image_id) and captions) for image_id, captions in pairs]
    covered = np.array(is_covered, dtype=np.bool_)
    image_ids = tuple(benchmark.image_ids[place] for place in np.flatnonzero(covered))
    if not image_ids:
        raise ContentError(f"{run.system or 'the run'}: no caption for any image of the references")
    said = [run.captions[image_id][0] for image_id in image_ids]
    # All references are tokenized, also those of images that the run leaves out: with the default
    # tokenizer the words of a caption can depend on the next caption.
    written = [caption for captions in benchmark.references for caption in captions]
    tokenized = [
        *corpus.tokenizer.tokenize(said, corpus.jobs),
        *corpus.tokenizer.tokenize(written, corpus.jobs),
    ]
    vocabulary, numbers, lengths = _numbered(tokenized)
    boundary = int(lengths[: len(said)].sum())
    candidates = Captions(numbers[:boundary], lengths[: len(said)], np.arange(len(said)))
    reference_counts = np.array(list(map(len, benchmark.references)), dtype=np.int64)
    # The place of each image among those that are covered.
    place = np.cumsum(covered) - 1
    references = Captions(
        numbers[boundary:], lengths[len(said) :], np.repeat(place, reference_counts)
    )
    return RunWords(
        image_ids=image_ids,
        vocabulary=vocabulary,
        candidates=candidates,
        references=references.only(np.repeat(covered, reference_counts)),
        in_benchmark=np.bincount(references.numbers, minlength=len(vocabulary)) > 0,
        tokenizer=corpus.tokenizer,
    )


def _numbered(tokenized: Sequence[str]) -> tuple[tuple[str, ...], Numbers, Numbers]:
    """The words of captions in alphabetical order, their numbers, and how many each caption has."""
    counts = (text.count(" ") + 1 if text else 0 for text in tokenized)
    lengths = np.fromiter(counts, np.int64, len(tokenized))
    joined = " ".join(filter(None, tokenized))
    tokens = joined.split(" ") if joined else []
    vocabulary = sorted(set(tokens))
    number_of = {word: number for number, word in enumerate(vocabulary)}
    numbers = np.fromiter(map(number_of.__getitem__, tokens), np.int64, len(tokens))
    kept = np.fromiter(map(is_word, vocabulary), np.bool_, len(vocabulary))
    if not kept.all():
        caption_of_word = np.repeat(np.arange(len(lengths)), lengths)[kept[numbers]]
        lengths = np.bincount(caption_of_word, minlength=len(lengths))
        numbers = (np.cumsum(kept) - 1)[numbers[kept[numbers]]]
        vocabulary = [word for word, is_kept in zip(vocabulary, kept, strict=True) if is_kept]
    return tuple(vocabulary), numbers, lengths


def share(part: float | np.integer[Any], whole: float | np.integer[Any]) -> float | None:
    """A part of a whole, from 0 to 1; None where there is no whole."""
    return float(part / whole) if whole else None
