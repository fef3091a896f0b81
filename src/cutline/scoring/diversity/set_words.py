"""Different words, bigrams and captions among the captions of an image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cutline.scoring.diagnosis.words import is_word


@dataclass(frozen=True)
class SetWords:
    """What `SetDiversity` says of words: means over images."""

    div1: float
    div2: float
    unique: float


def set_words(texts: Sequence[Sequence[str]]) -> SetWords:
    """Of each image's captions the share of different words, bigrams and captions.

    Args:
        texts: for each image its captions, tokenized, with the same number for all.

    Both words and bigrams are divided by the number of words, as Shetty et al. (2017) do; an
    image whose captions have no word counts as 0.

    >>> set_words([["a dog runs", "a dog sits"]])
    SetWords(div1=0.6666666666666666, div2=0.5, unique=1.0)
    """
    tokens = {token for captions in texts for text in captions for token in text.split(" ")}
    left_out = frozenset(token for token in tokens if not is_word(token))
    div1 = div2 = 0.0
    unique = 0
    for captions in texts:
        cut = [[word for word in text.split(" ") if word not in left_out] for text in captions]
        total = sum(map(len, cut))
        if total:
            div1 += len({word for words in cut for word in words}) / total
            div2 += len({pair for words in cut for pair in pairwise(words)}) / total
        unique += len({" ".join(words) for words in cut})
    images = len(texts)
    return SetWords(div1 / images, div2 / images, unique / (images * len(texts[0])))
