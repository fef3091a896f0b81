"""Objects that captions mention: words in a row first, then single words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from cutline.datasets.object_phrases import object_phrases
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.scoring.diagnosis.words import Captions, Mask, Numbers, RunWords
from cutline.text.tokenizer import Tokenizer

#: Words that CHAIR passes over in captions that have the others: a toilet's seat is no chair.
_PASSED_OVER, _BESIDE = ("seat", "seats"), ("toilet", "toilets")


@dataclass(frozen=True)
class Mentions:
    """What is mentioned where: the caption and the label's number of each, in order."""

    captions: Numbers
    labels: Numbers


class MentionFinder:
    """Finds the words of synonyms in captions.

    Args:
        synonyms: the words of each label; their plurals are understood.
        tokenizer: cuts the words as it cuts captions.

    Of words in a row the longest are taken, from left to right, and a word counts once: "hot dog"
    is no dog.
    """

    def __init__(self, synonyms: ObjectSynonyms, tokenizer: Tokenizer) -> None:
        self.labels = tuple(sorted(synonyms.labels))
        self._label_of = object_phrases(synonyms, tokenizer)

    def find(self, words: RunWords, captions: Captions) -> Mentions:
        """The objects that captions mention."""
        number_of = {label: number for number, label in enumerate(self.labels)}
        label_of_word = np.full(len(words.vocabulary), -1, dtype=np.int64)
        for number, word in enumerate(words.vocabulary):
            # A word with hyphens is taken for words in a row: "hot-dog".
            label = self._label_of.get((word,)) or self._label_of.get(tuple(word.split("-")))
            if label is not None:
                label_of_word[number] = number_of[label]
        labels = label_of_word[captions.numbers]
        for start, size, label in _left_to_right(self._compounds(words, captions)):
            labels[start : start + size] = -1
            if label is not None:
                labels[start] = number_of[label]
        labels[_passed_over(words, captions)] = -1
        places = np.flatnonzero(labels >= 0)
        return Mentions(captions.caption_of_word[places], labels[places])

    def _compounds(
        self, words: RunWords, captions: Captions
    ) -> Iterator[tuple[int, int, str | None]]:
        """All phrases of several words in captions: the first word's place, the size, the label."""
        number_of = {word: number for number, word in enumerate(words.vocabulary)}
        by_size: dict[int, dict[tuple[int, ...], str | None]] = defaultdict(dict)
        for phrase, label in self._label_of.items():
            if len(phrase) > 1 and all(word in number_of for word in phrase):
                by_size[len(phrase)][tuple(number_of[word] for word in phrase)] = label
        caption = captions.caption_of_word
        for size, label_of in by_size.items():
            begins = np.zeros(len(words.vocabulary), dtype=np.bool_)
            begins[[phrase[0] for phrase in label_of]] = True
            last = 1 - size
            is_start = begins[captions.numbers[:last]] & (caption[:last] == caption[-last:])
            starts = np.flatnonzero(is_start)
            columns = (captions.numbers[starts + step].tolist() for step in range(size))
            found: Iterator[tuple[int, ...]] = zip(*columns, strict=True)
            for start, numbers in zip(starts.tolist(), found, strict=True):
                if numbers in label_of:
                    yield start, size, label_of[numbers]


def _passed_over(words: RunWords, captions: Captions) -> Mask:
    """Which words of captions are not to count."""
    beside = captions.caption_of_word[_is_one_of(_BESIDE, words)[captions.numbers]]
    is_caption = np.zeros(len(captions), dtype=np.bool_)
    is_caption[beside] = True
    return _is_one_of(_PASSED_OVER, words)[captions.numbers] & is_caption[captions.caption_of_word]


def _is_one_of(chosen: tuple[str, ...], words: RunWords) -> Mask:
    return np.fromiter((word in chosen for word in words.vocabulary), np.bool_)


def _left_to_right(
    found: Iterable[tuple[int, int, str | None]],
) -> Iterator[tuple[int, int, str | None]]:
    """Of phrases that overlap the first, and of those that begin at one word the longest."""
    end = 0
    for start, size, label in sorted(found, key=lambda item: (item[0], -item[1])):
        if start >= end:
            end = start + size
            yield start, size, label
