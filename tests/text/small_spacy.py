"""A spaCy pipeline that knows a few sentences by heart, to be saved as a model.

Importing this needs spaCy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc

#: The sentences that the pipelines were given, in their order.
seen_sentences: list[str] = []

#: Lemma, tag, head and label of each word; heads are counted from 1.
Rows = list[tuple[str, str, int, str]]


class KnownSentences:
    """Sets what a table says of a sentence, and for others a plain chain of nouns."""

    def __init__(self, table: Mapping[str, Rows], labels: Sequence[str], missing: str) -> None:
        self.table = table
        self.labels = tuple(labels)
        self.missing = missing

    def __call__(self, doc: Doc) -> Doc:
        words = [token.text for token in doc]
        seen_sentences.append(" ".join(words))
        chain = [(word.lower(), "NN", place, "compound") for place, word in enumerate(words)]
        for token, row in zip(doc, self.table.get(" ".join(words), chain), strict=True):
            lemma, tag, head, label = row
            if self.missing != "lemmas":
                token.lemma_ = lemma
            if self.missing != "tags":
                token.tag_ = tag
            if self.missing != "dependencies":
                token.head = doc[head - 1] if head else token
                token.dep_ = label if head else "ROOT"
        return doc

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """All that it knows is in the settings."""

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> KnownSentences:
        return self


@Language.factory("known_sentences", default_config={"table": {}, "labels": [], "missing": ""})
def make_known_sentences(
    nlp: Language, name: str, table: Mapping[str, Any], labels: Sequence[str], missing: str
) -> KnownSentences:
    return KnownSentences(table, labels, missing)


def save_model(
    folder: Path,
    table: Mapping[str, Rows] | None = None,
    labels: Sequence[str] = (),
    missing: str = "",
) -> Path:
    """A model on disk; `missing` is what it does not set."""
    nlp = spacy.blank("en")
    settings = {"table": dict(table or {}), "labels": list(labels), "missing": missing}
    nlp.add_pipe("known_sentences", config=settings)
    nlp.to_disk(folder)
    return folder
