"""Words said of an image that no reference has, and words that most references have, unsaid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.scoring.diagnosis.function_words import FUNCTION_WORDS
from cutline.scoring.diagnosis.image_counts import (
    ImageCount,
    images_of,
    most_frequent,
    names_of,
    pair_keys,
    sorted_unique,
)
from cutline.scoring.diagnosis.words import Captions, Numbers, RunWords, share


@dataclass(frozen=True)
class WordSupport:
    """Content words that a run says alone, and those that it leaves out.

    A word is *unsupported* for an image when the caption has it and no reference of the image
    does; `possible` then counts images whose caption has the word. It is *missed* when at least
    half of the references have it and the caption does not; `possible` then counts images where at
    least half of the references have it. The shares are over all pairs of an image and a word.
    """

    unsupported_share: float | None
    unsupported: tuple[ImageCount, ...]
    missed_share: float | None
    missed: tuple[ImageCount, ...]


def find_support(words: RunWords, most: int) -> WordSupport:
    """The content words that are unsupported, and those that are missed, in the most images."""
    said, _ = _words_of_images(words, words.candidates)
    written, captions = _words_of_images(words, words.references)
    references = np.bincount(words.references.images, minlength=len(words.image_ids))
    is_agreed = 2 * captions >= references[images_of(written, words)]
    is_content = np.array([word not in FUNCTION_WORDS for word in words.vocabulary], dtype=np.bool_)
    uses = said[is_content[names_of(said, words)]]
    agreed = written[is_agreed & is_content[names_of(written, words)]]
    is_alone = ~np.isin(uses, written, assume_unique=True)
    is_missed = ~np.isin(agreed, said, assume_unique=True)
    return WordSupport(
        unsupported_share=share(np.count_nonzero(is_alone), len(uses)),
        unsupported=most_frequent(words, words.vocabulary, uses, is_alone, most),
        missed_share=share(np.count_nonzero(is_missed), len(agreed)),
        missed=most_frequent(words, words.vocabulary, agreed, is_missed, most),
    )


def _words_of_images(words: RunWords, captions: Captions) -> tuple[Numbers, Numbers]:
    """Pairs of a word and an image, and how many of the image's captions have the word."""
    size = len(words.vocabulary)
    in_captions = sorted_unique(captions.caption_of_word * size + captions.numbers)
    caption, word = np.divmod(in_captions, max(1, size))
    return np.unique(pair_keys(word, captions.images[caption], words), return_counts=True)
