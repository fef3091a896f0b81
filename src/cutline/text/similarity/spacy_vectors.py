"""Word vectors of a spaCy model that the user has, which is what the paper of Egoshots used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from cutline.core.errors import UsageError
from cutline.text.similarity.package_files import digest_of
from cutline.text.similarity.vectors import Vectors
from cutline.text.spacy_parser import open_spacy_model

#: GloVe-like vectors have a common direction: siblings such as dog and cat are near .8.
_ALIKE = 0.85


@cache
def spacy_vectors(name: str) -> SpacyVectors:
    """The vectors of a model, opened once.

    Raises:
        MissingPartError: where spaCy or the model is not installed; the text has the command.
        FileError: where spaCy cannot open the model.
        UsageError: where the model has no vectors, as the small ones have none.
    """
    model = open_spacy_model(name)
    if not model.vocab.vectors.size:
        raise UsageError(
            f"the spaCy model {name!r} has no word vectors; en_core_web_md and en_core_web_lg have"
        )
    return SpacyVectors(model)


class SpacyVectors:
    """Means of the vectors of words, as long as they are: that is how spaCy compares texts."""

    alike = _ALIKE

    def __init__(self, model: Any) -> None:
        self._model = model
        table = np.ascontiguousarray(model.vocab.vectors.data)
        self.digest = digest_of(table.tobytes())
        self.size = int(model.vocab.vectors_length)

    def vectors(self, phrases: Sequence[str]) -> Vectors:
        """The mean of the words of each phrase; zeros where none of them has a vector."""
        rows = np.zeros((len(phrases), self.size))
        for row, phrase in enumerate(phrases):
            known = [token.vector for token in self._model.make_doc(phrase) if token.has_vector]
            if known:
                rows[row] = np.mean(known, axis=0, dtype=np.float64)
        return rows
