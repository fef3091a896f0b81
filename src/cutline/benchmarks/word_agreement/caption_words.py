"""Which captions have which words, each word counted once in a caption."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from cutline.scoring.diagnosis.image_counts import sorted_unique
from cutline.scoring.diagnosis.words import is_word
from cutline.text.caption_sentence import as_sentence
from cutline.text.parsers import OWN, parse_stream

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CaptionWords:
    """Entry by entry, the caption `captions[i]` has the word `vocabulary[numbers[i]]`.

    No entry repeats, and punctuation is left out.
    """

    vocabulary: tuple[str, ...]
    numbers: Integers
    captions: Integers

    @classmethod
    def of(cls, words: Sequence[str], captions: Integers) -> CaptionWords:
        """The same from words in the order of the captions that they stand in."""
        number_of: defaultdict[str, int] = defaultdict(count().__next__)
        numbers = np.fromiter(map(number_of.__getitem__, words), np.int64, len(words))
        is_kept = np.fromiter(map(is_word, number_of), np.bool_, len(number_of))[numbers]
        size = int(captions.max(initial=0)) + 1
        keys = sorted_unique(numbers[is_kept] * size + captions[is_kept])
        return cls(tuple(number_of), keys // size, keys % size)


def tokens_in(tokenized: Sequence[str]) -> CaptionWords:
    """The tokens of captions, which are given with single spaces between them.

    >>> found = tokens_in(["a dog and a ball", "", "the dog"])
    >>> [found.vocabulary[number] for number in found.numbers], found.captions.tolist()
    (['a', 'dog', 'dog', 'and', 'ball', 'the'], [0, 0, 2, 0, 0, 2])
    """
    lengths = [text.count(" ") + 1 if text else 0 for text in tokenized]
    joined = " ".join(filter(None, tokenized))
    captions = np.repeat(np.arange(len(tokenized), dtype=np.int64), lengths)
    return CaptionWords.of(joined.split(" ") if joined else [], captions)


def lemmas_in(captions: Iterable[str], parser: str = OWN, jobs: int | None = None) -> CaptionWords:
    """The lemmas of captions, by a parser.

    Raises:
        MissingPartError: where the parser is not installed.

    >>> found = lemmas_in(["Two dogs run", "a dog is running"])
    >>> [found.vocabulary[number] for number in found.numbers[found.captions == 1]]
    ['dog', 'run', 'a', 'be']
    """
    lemmas: list[str] = []
    lengths: list[Integers] = []
    for parses in parse_stream(map(as_sentence, captions), parser, jobs):
        lemmas += [lemma.lower() for lemma in parses.lemmas]
        sentence_ends = np.concatenate([[0], parses.sentence_ends])
        token_ends = sentence_ends[parses.caption_ends]
        lengths.append(np.diff(token_ends, prepend=0).astype(np.int64))
    sizes = np.concatenate([np.empty(0, np.int64), *lengths])
    return CaptionWords.of(lemmas, np.repeat(np.arange(len(sizes), dtype=np.int64), sizes))
