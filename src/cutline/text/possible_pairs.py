"""Captions that cannot hold a pair, told without parsing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from cutline import native
from cutline.core.jobs import default_jobs
from cutline.text.concept_words import ConceptWords
from cutline.text.concepts import ConceptPair
from cutline.text.trees import Mask

#: Words that are remembered with the concepts they may stand for; then it begins anew.
_MOST_REMEMBERED = 500_000


class PossiblePairs:
    """Tells captions that may hold a pair from those that lack a word for one of its concepts.

    Of the captions of a large set few have both words of any pair, and only those are worth a
    parse. A word counts with every lemma that the parser could give it, whatever its tag, so no
    caption is left out that a parse would find.

    Args:
        pairs: the pairs.
        possible_lemmas: all lemmas that a word may get.
    """

    def __init__(
        self, pairs: Iterable[ConceptPair], possible_lemmas: Callable[[str], Iterable[str]]
    ) -> None:
        pairs = tuple(pairs)
        concepts = list(dict.fromkeys(c for pair in pairs for c in (pair.other, pair.noun)))
        self._lookup = ConceptWords(concepts, last_words=True)
        bit_of = {concept: 1 << number for number, concept in enumerate(concepts)}
        self._needed = {bit_of[pair.other] | bit_of[pair.noun] for pair in pairs}
        self._possible_lemmas = possible_lemmas
        self._bits: dict[str, int] = {}

    def rows(self, captions: Sequence[str], jobs: int | None = None) -> Mask:
        """Whether each caption has words for both concepts of any pair."""
        if len(self._bits) > _MOST_REMEMBERED:
            self._bits.clear()
        tokens, sentence_ends, caption_ends = native.tokenize_for_parser(
            captions, jobs or default_jobs()
        )
        ends = np.concatenate([[0], sentence_ends])[caption_ends].tolist()
        known = self._bits
        bits = [known[token] if token in known else self._of(token) for token in tokens]
        found = np.zeros(len(captions), dtype=bool)
        start = 0
        for row, end in enumerate(ends):
            said = 0
            for of_token in bits[start:end]:
                said |= of_token
            found[row] = said and any(said & needed == needed for needed in self._needed)
            start = end
        return found

    def _of(self, token: str) -> int:
        word = token.lower()
        numbers = {
            number
            for lemma in ("", *self._possible_lemmas(token))
            for number in self._lookup.at([word], 0, lemma.lower())
        }
        self._bits[token] = sum(1 << number for number in numbers)
        return self._bits[token]
