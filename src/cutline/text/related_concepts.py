"""Which concepts captions put together, as their parses say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from cutline.text.concept_words import ConceptWords
from cutline.text.concepts import Concept, Kind
from cutline.text.noun_relations import Related, adjectives_of_nouns, verbs_of_nouns
from cutline.text.parse import Parses
from cutline.text.reread import reread
from cutline.text.trees import Mask, Trees, trees_of


def related_words(
    parses: Parses, sentences: Literal["first", "all"] = "first"
) -> tuple[Trees, Related, Related]:
    """The trees of captions, the adjectives of their nouns, and the verbs of their nouns."""
    trees = reread(trees_of(parses))
    adjectives, verbs = adjectives_of_nouns(trees), verbs_of_nouns(trees)
    if sentences == "first":
        adjectives, verbs = (_only(found, trees.is_first_sentence) for found in (adjectives, verbs))
    return trees, _of_kind(adjectives, trees.is_adjective), _of_kind(verbs, trees.is_verb)


def related_concepts(
    parses: Parses, concepts: Sequence[Concept], sentences: Literal["first", "all"] = "first"
) -> Iterator[tuple[int, int, int]]:
    """Caption, adjective or verb, and noun: concepts by their place in the list. May repeat."""
    trees, adjectives, verbs = related_words(parses, sentences)
    nouns = _Numbered(concepts, "noun", trees)
    found: tuple[tuple[Related, Kind], ...] = ((adjectives, "adjective"), (verbs, "verb"))
    for related, kind in found:
        others = _Numbered(concepts, kind, trees)
        for noun, other in zip(related.nouns.tolist(), related.others.tolist(), strict=True):
            for noun_number in nouns.at(noun):
                for other_number in others.at(other):
                    yield int(trees.captions[noun]), other_number, noun_number


class _Numbered:
    """The concepts of one kind at places of trees, by their place among all concepts."""

    def __init__(self, concepts: Sequence[Concept], kind: Kind, trees: Trees) -> None:
        of_kind = [number for number, concept in enumerate(concepts) if concept.kind == kind]
        self._numbers = of_kind
        self._words = ConceptWords([concepts[number] for number in of_kind])
        self._trees = trees

    def at(self, place: int) -> list[int]:
        trees = self._trees
        # A phrase ends here, and no phrase has so many words.
        start = max(place - 5, int(trees.starts[place]))
        words = trees.words[start : place + 1]
        found = self._words.at(words, place - start, trees.lemmas[place])
        return [self._numbers[number] for number in found]


def _only(related: Related, kept: Mask) -> Related:
    is_kept = kept[related.nouns]
    return Related(related.nouns[is_kept], related.others[is_kept])


def _of_kind(related: Related, kind: Mask) -> Related:
    is_kept = kind[related.others]
    return Related(related.nouns[is_kept], related.others[is_kept])
