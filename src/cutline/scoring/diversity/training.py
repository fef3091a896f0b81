"""Training captions, as a run is compared with them."""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cutline.core.errors import UsageError
from cutline.datasets.caption_text import repaired, unusual
from cutline.scoring.corpus import Corpus
from cutline.scoring.diagnosis.words import Captions, Mask, RunWords, share

#: How the ends of captions are compared. The original program removes the marks alone, so a space
#: at the end, which COCO's captions often have, makes a caption novel; `trimmed` takes it off too.
Novelty = Literal["published", "trimmed"]
_ENDS: dict[str, str] = {"published": ".?!", "trimmed": ".?!" + string.whitespace}


@dataclass(frozen=True)
class Training:
    """Captions that a system was trained on: their texts as they are compared, and their words.

    `digest` tells them, in their order, from any others.
    """

    texts: frozenset[str]
    words: frozenset[str]
    digest: str
    novelty: Novelty

    def novel_share(self, captions: Sequence[str]) -> float | None:
        """The share of captions that are none of these."""
        novel = sum(comparable(caption, self.novelty) not in self.texts for caption in captions)
        return share(novel, len(captions))

    def coverage(self, words: RunWords, captions: Captions) -> float | None:
        """The share of learnable words that captions use.

        A word can be learnt, and is of use, when a training caption and a reference have it.
        """
        learnable = words.counts(words.references) > 0
        learnable &= self._has(words)
        used = learnable & (words.counts(captions) > 0)
        return share(np.count_nonzero(used), np.count_nonzero(learnable))

    def _has(self, words: RunWords) -> Mask:
        size = len(words.vocabulary)
        return np.fromiter(map(self.words.__contains__, words.vocabulary), np.bool_, size)


def comparable(caption: str, novelty: Novelty = "published") -> str:
    """A caption in lower case, without `.?!` at its ends, or without those and white space.

    >>> comparable("A dog, running."), comparable("A dog, running. ", "trimmed")
    ('a dog, running', 'a dog, running')
    """
    return caption.lower().strip(_ENDS[novelty])


def training_of(corpus: Corpus, given: Iterable[str], novelty: Novelty) -> Training:
    """Training captions, with words as the corpus's tokenizer cuts them.

    Raises:
        UsageError: when they are no list of texts, or there is no such novelty.
    """
    if novelty not in _ENDS:
        raise UsageError(f"novelty: found {novelty!r}, expected published or trimmed")
    if isinstance(given, str) or not isinstance(given, Iterable):
        found = "one text" if isinstance(given, str) else type(given).__name__
        raise UsageError(f"training: found {found}, expected a list of captions")
    captions = list(given)
    for place in unusual(captions):
        if not isinstance(captions[place], str):
            raise UsageError(f"training[{place}] is {captions[place]!r}, expected text")
        captions[place] = repaired(captions[place])
    tokenized = " ".join(corpus.tokenizer.tokenize(captions, corpus.jobs))
    written = "\0".join(captions).encode()
    return Training(
        texts=frozenset(comparable(caption, novelty) for caption in captions),
        words=frozenset(tokenized.split(" ")),
        digest=hashlib.sha256(written).hexdigest()[:16],
        novelty=novelty,
    )
