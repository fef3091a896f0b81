"""The words of a corpus's references, as its tokenizer sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cutline import native
from cutline.scoring.corpus import Corpus

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class ReferenceWords:
    """Every reference of every image: its words, and the place of its image."""

    texts: list[str]
    image_of: NDArray[np.intp]
    #: How many references each image has.
    counts: NDArray[np.intp]

    @property
    def lengths(self) -> NDArray[np.intp]:
        """How many words each reference has."""
        return np.array([text.count(" ") + 1 if text else 0 for text in self.texts], dtype=np.intp)


def reference_words(corpus: Corpus) -> ReferenceWords:
    """The references of a corpus, words joined by single spaces.

    >>> reference_words(Corpus({7: ["A dog's ball.", "A ball"], 9: ["Cats"]}, "bleu-4")).texts
    ["a dog 's ball", 'a ball', 'cats']
    """
    references = native.make_references(
        corpus.benchmark.references, corpus.tokenizer.tokenization, corpus.jobs
    )
    ends = np.array(native.image_offsets(references), dtype=np.intp)
    counts = ends[1:] - ends[:-1]
    image_of = np.repeat(np.arange(len(counts)), counts)
    return ReferenceWords(native.reference_texts(references), image_of, counts)
