"""Which of the words that people used for an image its caption has too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from cutline import native
from cutline.scoring.diagnosis.image_counts import sorted_unique
from cutline.scoring.diagnosis.words import Numbers, is_word, share
from cutline.text.parse import Numbers as AnyNumbers
from cutline.text.parse import Parses
from cutline.text.parsers import parse_captions

#: Adjectives, nouns, verbs and adverbs: how their tags begin.
CONTENT_TAGS = ("JJ", "NN", "VB", "RB")


@dataclass(frozen=True)
class LocalRecall:
    """Recall of words that exactly 1, 2, ... references of an image have.

    `items` says how many such words there are, over all images. Where there are none, recall is
    None.
    """

    recall: tuple[float | None, ...]
    items: tuple[int, ...]


def local_recall(
    references: Sequence[Sequence[str]], captions: Sequence[str], jobs: int
) -> LocalRecall:
    """The recall of content words, by the number of references that agree on them.

    Args:
        references: of each image.
        captions: one of each image.
        jobs: threads to use.

    Raises:
        MissingPartError: where the caption parser is not installed.

    >>> local_recall([["a red boat", "a boat sails"]], ["the boat"], 1)
    LocalRecall(recall=(0.0, 1.0), items=(2, 1))
    """
    counts = np.array(list(map(len, references)), dtype=np.int64)
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    parses = parse_captions([text for texts in references for text in texts], jobs=jobs)
    of_caption, numbers = _content_words(parses, number_of)
    size = max(1, len(number_of))
    in_captions = sorted_unique(of_caption * size + numbers)
    of_caption, numbers = np.divmod(in_captions, size)
    image_of = np.repeat(np.arange(len(counts)), counts)
    items, agreeing = np.unique(image_of[of_caption] * size + numbers, return_counts=True)
    is_word_numbered = np.array([is_word(word) for word in number_of], dtype=np.bool_)
    kept = is_word_numbered[items % size]
    items, agreeing = items[kept], agreeing[kept]
    is_said = np.isin(items, _said(captions, number_of, size, jobs))
    most = int(counts.max(initial=0)) + 1
    totals = np.bincount(agreeing, minlength=most)[1:].tolist()
    hits = np.bincount(agreeing[is_said], minlength=most)[1:].tolist()
    return LocalRecall(tuple(map(share, hits, totals)), tuple(totals))


def _content_words(parses: Parses, number_of: defaultdict[str, int]) -> tuple[Numbers, Numbers]:
    """The caption and the number of each content word, which get the next numbers."""
    is_content = np.array(
        [tag.startswith(CONTENT_TAGS) for tag in parses.tag_names], dtype=np.bool_
    )
    places = np.flatnonzero(is_content[parses.tags])
    words = (number_of[parses.texts[place].lower()] for place in places.tolist())
    numbers = np.fromiter(words, np.int64, len(places))
    return _caption_of_token(parses.sentence_ends, parses.caption_ends)[places], numbers


def _said(
    captions: Sequence[str], number_of: defaultdict[str, int], size: int, jobs: int
) -> Numbers:
    """Pairs of an image and a word that its caption has, whatever its part of speech there."""
    # The parser's tokenizer cuts references, so it has to cut these too.
    tokens, sentence_ends, caption_ends = native.tokenize_for_parser(captions, jobs)
    numbers = np.array([number_of.get(token.lower(), -1) for token in tokens], dtype=np.int64)
    images = _caption_of_token(sentence_ends, caption_ends)
    return (images * size + numbers)[numbers >= 0]


def _caption_of_token(sentence_ends: AnyNumbers, caption_ends: AnyNumbers) -> Numbers:
    # A caption may have no sentence: it ends where the one before does.
    ends = np.concatenate([[0], sentence_ends]).astype(np.int64)[caption_ends.astype(np.int64)]
    return np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
