"""How many different words captions use."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma

import numpy as np

from cutline.scoring.diagnosis.words import Captions, Numbers, RunWords, share

#: The most words in the samples that types are counted in.
SAMPLE = 10_000

_BULK = 0.95


@dataclass(frozen=True)
class TextVocabulary:
    """The vocabulary of one caption an image.

    `types` are different words, `tokens` words in all. `types_in_sample` is how many types a
    random sample of the text has on average; see `Vocabulary.sample`. `types_of_bulk` is the least
    number of types that make up 95% of the tokens. `coverage` is the share of the types of all
    references that this text uses too, `token_coverage` the share of their tokens.
    """

    captions: int
    tokens: int
    types: int
    type_token_ratio: float | None
    types_in_sample: float | None
    types_of_bulk: int
    coverage: float | None
    token_coverage: float | None


@dataclass(frozen=True)
class Vocabulary:
    """The words of a run's captions beside those of the first reference of each image.

    One reference an image, because a text of five times the size has more types whoever wrote it.
    `sample` is the number of tokens that `types_in_sample` is about, the same for both.
    """

    sample: int
    candidates: TextVocabulary
    references: TextVocabulary


def compare_vocabularies(words: RunWords) -> Vocabulary:
    """The vocabulary of a run's captions beside that of the references."""
    first = words.references.first_of_images()
    sample = min(SAMPLE, len(words.candidates.numbers), len(first.numbers))
    all_counts = words.counts(words.references)
    return Vocabulary(
        sample=sample,
        candidates=_text_vocabulary(words, words.candidates, sample, all_counts),
        references=_text_vocabulary(words, first, sample, all_counts),
    )


def expected_types(counts: Numbers, sample: int) -> float:
    """How many types a random sample of a text's tokens has on average (rarefaction).

    Args:
        counts: how often each type occurs.
        sample: the number of tokens, drawn without putting any back.

    Unlike the ratio of types to tokens it does not fall as texts grow, and unlike measures of
    running text it does not depend on the order of the images. Hurlbert (1971), The nonconcept of
    species diversity.

    Of the three pairs of words in "a a b", two have both types and one has one:

    >>> round(expected_types(np.array([2, 1]), 2), 3)
    1.667
    """
    tokens = int(counts.sum())
    if sample > tokens:
        raise ValueError(f"a sample of {sample} from {tokens} tokens")
    values, multiples = np.unique(counts[counts > 0], return_counts=True)
    rest = lgamma(tokens - sample + 1) - lgamma(tokens + 1)
    expected = 0.0
    for count, types in zip(values.tolist(), multiples.tolist(), strict=True):
        others = tokens - count
        is_certain = others < sample
        absent = 0 if is_certain else exp(lgamma(others + 1) - lgamma(others - sample + 1) + rest)
        expected += types * (1 - absent)
    return expected


def _text_vocabulary(
    words: RunWords, captions: Captions, sample: int, all_counts: Numbers
) -> TextVocabulary:
    counts = words.counts(captions)
    tokens, types = int(counts.sum()), int(np.count_nonzero(counts))
    largest_first = np.cumsum(np.sort(counts)[::-1])
    known = (all_counts > 0) & (counts > 0)
    return TextVocabulary(
        captions=len(captions),
        tokens=tokens,
        types=types,
        type_token_ratio=share(types, tokens),
        types_in_sample=expected_types(counts, sample) if sample else None,
        types_of_bulk=int(np.searchsorted(largest_first, _BULK * tokens)) + 1 if tokens else 0,
        coverage=share(np.count_nonzero(known), np.count_nonzero(all_counts)),
        token_coverage=share(all_counts[known].sum(), all_counts.sum()),
    )
