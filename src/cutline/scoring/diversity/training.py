"""Training captions, as a run is compared with them."""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.errors import UsageError
from cutline.datasets.caption_text import repaired, unusual
from cutline.scoring.corpus import Corpus
from cutline.scoring.diagnosis.words import Captions, Mask, RunWords, share

# The original program removes the marks alone. COCO's captions often end in a space or a line
# feed, and a caption is not another one for that.
_ENDS = ".?!" + string.whitespace


@dataclass(frozen=True)
class Training:
    """Captions that a system was trained on: their texts as they are compared, and their words.

    `digest` tells them, in their order, from any others.
    """

    texts: frozenset[str]
    words: frozenset[str]
    digest: str

    def novel_share(self, captions: Sequence[str]) -> float | None:
        """The share of captions that are none of these."""
        novel = sum(comparable(caption) not in self.texts for caption in captions)
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


def comparable(caption: str) -> str:
    """A caption in lower case, without white space and `.?!` at its ends.

    >>> comparable("A dog, running. ")
    'a dog, running'
    """
    return caption.lower().strip(_ENDS)


def training_of(corpus: Corpus, given: Iterable[str]) -> Training:
    """Training captions, with words as the corpus's tokenizer cuts them.

    Raises:
        UsageError: when they are no list of texts.
    """
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
        texts=frozenset(map(comparable, captions)),
        words=frozenset(tokenized.split(" ")),
        digest=hashlib.sha256(written).hexdigest()[:16],
    )
