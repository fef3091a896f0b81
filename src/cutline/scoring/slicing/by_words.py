"""Slices by what people mentioned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cutline.core.errors import UsageError, near_names
from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing.reference_words import ReferenceWords, reference_words
from cutline.scoring.slicing.slicing import Slicing, slicing_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


def by_words(spec: str, corpus: Corpus) -> Slicing:
    """Images whose references mention a word, and images whose references do not.

    A word counts as the tokenizer leaves it: `word:Dog` finds "Dog." and "dog's", not "dogs".
    Several words, with commas between, have a slice each; words with `|` between share one. A
    word may be a phrase.

    Raises:
        UsageError: when there is no word, or a slice's words are in no reference.
    """
    groups = _groups(spec, corpus)
    words = reference_words(corpus)
    members = {f"with {' or '.join(group)}": _mentioning(group, words, spec) for group in groups}
    found = np.unique(np.concatenate(list(members.values())))
    images = np.arange(len(words.counts))
    without = f"without {' or '.join(groups[0])}" if len(groups) == 1 else "none of them"
    members[without] = np.setdiff1d(images, found)
    mentioned = ", ".join(phrase for group in groups for phrase in group)
    description = f"references that mention {mentioned}"
    return slicing_of(spec, description, corpus.benchmark.image_ids, members)


def _groups(spec: str, corpus: Corpus) -> list[tuple[str, ...]]:
    """The words of each slice, tokenized as the references are."""
    tokenizer = corpus.tokenizer.alone()
    groups = []
    for part in spec.removeprefix("word").removeprefix(":").split(","):
        phrases = [" ".join(phrase.split()) for phrase in tokenizer.tokenize(part.split("|"))]
        if not all(phrases):
            raise UsageError(
                f"{spec!r}: found no word in {part!r}; expected word:dog, or word:dog,cat"
            )
        groups.append(tuple(dict.fromkeys(phrases)))
    return list(dict.fromkeys(groups))


def _mentioning(group: tuple[str, ...], words: ReferenceWords, spec: str) -> NDArray[np.intp]:
    """The places of the images that have a reference with any of the phrases."""
    wanted = [f" {phrase} " for phrase in group]
    holds = [any(one in text for one in wanted) for text in map(" {} ".format, words.texts)]
    if not any(holds):
        known = {word for text in words.texts for word in text.split()}
        mentions = " or ".join(map(repr, group))
        raise UsageError(f"{spec!r}: no reference mentions {mentions}{near_names(group[0], known)}")
    return np.unique(words.image_of[np.array(holds)])
