"""Which vectors: WordLlama's, those of sentences, or a spaCy model's that the user has."""

from __future__ import annotations

from functools import cache

from cutline.core.errors import UsageError, near_names
from cutline.text.similarity.vectors import RememberedVectors

WORDLLAMA = "wordllama"
SENTENCES = "sentences"
SPACY = "spacy/"


def missing_vectors(name: str = WORDLLAMA) -> str | None:
    """Why vectors cannot be used here, with the command that helps; None where they can.

    Raises:
        UsageError: when no vectors have such a name.
    """
    # Sources are imported where they are asked for: every command asks what metrics there are.
    if name == WORDLLAMA:
        from cutline.text.similarity.wordllama import missing_wordllama

        return missing_wordllama()
    if name == SENTENCES:
        from cutline.text.similarity.sentences import missing_sentence_vectors

        return missing_sentence_vectors()
    from cutline.text.spacy_parser import missing_spacy_model

    return missing_spacy_model(_spacy_model(name))


@cache
def vectors_named(name: str = WORDLLAMA) -> RememberedVectors:
    """The vectors of a name: `wordllama`, `sentences` or `spacy/MODEL`.

    Raises:
        MissingPartError: where they are not installed; the text has the command that gets them.
        FileError: where their files cannot be used.
        UsageError: when no vectors have such a name.

    >>> from cutline.text.similarity.vectors import cosines
    >>> couch, sofa, dog = vectors_named().vectors(["couch", "Sofa", "dog"])
    >>> float(cosines(couch[None], sofa[None])[0, 0]) > float(cosines(couch[None], dog[None])[0, 0])
    True
    """
    if name == WORDLLAMA:
        from cutline.text.similarity.wordllama import wordllama_vectors

        return RememberedVectors(wordllama_vectors())
    if name == SENTENCES:
        from cutline.text.similarity.sentences import sentence_vectors

        return RememberedVectors(sentence_vectors())
    from cutline.text.similarity.spacy_vectors import spacy_vectors

    return RememberedVectors(spacy_vectors(_spacy_model(name)))


def _spacy_model(name: str) -> str:
    if name.startswith(SPACY) and len(name) > len(SPACY):
        return name.removeprefix(SPACY)
    raise UsageError(
        f"no word vectors are named {name!r}{near_names(name, [WORDLLAMA, SENTENCES])}; there are: "
        f"{WORDLLAMA}, {SENTENCES}, and {SPACY}MODEL with the name of a spaCy model that is "
        f"installed"
    )
