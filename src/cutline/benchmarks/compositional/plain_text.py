"""Words of both concepts anywhere in a caption, as `grep` would find them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.text.concept_words import forms_of
from cutline.text.concepts import Concept, ConceptPair
from cutline.text.trees import Mask

_RUN = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class PlainTextMatcher:
    """A pair may be there when a caption has a word of each, however it is put together.

    No tokenizer and no parser: words are runs of letters and digits, so that both of `red-and-white
    bus` and `the big truck.,` are seen. It finds more than any matcher that has words to go by.

    >>> from cutline.text.concepts import compositional_concepts
    >>> matcher = PlainTextMatcher((compositional_concepts().pair("red bus"),))
    >>> matcher.match(["Red-and-white buses", "a red car.Two busses", "a bus"]).ravel().tolist()
    [True, True, False]
    """

    pairs: tuple[ConceptPair, ...]

    @property
    def signature(self) -> str:
        """The matcher."""
        return "plain-text"

    def match(self, captions: Sequence[str], jobs: int | None = None) -> Mask:
        """Whether each caption (row) holds each pair (column)."""
        concepts = tuple(dict.fromkeys(c for pair in self.pairs for c in (pair.other, pair.noun)))
        present = _concepts_in(captions, concepts)
        number_of = {concept: number for number, concept in enumerate(concepts)}
        others = [number_of[pair.other] for pair in self.pairs]
        nouns = [number_of[pair.noun] for pair in self.pairs]
        found: Mask = present[:, others] & present[:, nouns]
        return found


def _concepts_in(captions: Sequence[str], concepts: Sequence[Concept]) -> Mask:
    single: dict[str, list[int]] = {}
    phrases: list[tuple[str, int]] = []
    for number, concept in enumerate(concepts):
        for word in concept.words:
            *before, last = _RUN.findall(word) or [word]
            for form in forms_of(last, concept):
                if before:
                    phrases.append((f" {' '.join([*before, form])} ", number))
                else:
                    single.setdefault(form, []).append(number)
    found = np.zeros((len(captions), len(concepts)), dtype=bool)
    for row, caption in enumerate(captions):
        runs = _RUN.findall(caption.lower())
        numbers = [number for run in runs for number in single.get(run, ())]
        if phrases:
            text = f" {' '.join(runs)} "
            numbers += [number for phrase, number in phrases if phrase in text]
        found[row, numbers] = True
    return found
