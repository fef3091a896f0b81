"""Which concepts a word stands for, whatever form it has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutline.text.concepts import Concept
from cutline.text.number_forms import plurals_of
from cutline.text.word_forms import adjective_forms, verb_forms

#: The place of a concept in the list that was given.
Number = int


class ConceptWords:
    """Concepts, looked up by word.

    Args:
        concepts: any; answers are their places in this list.
        last_words: whether a phrase such as "fire hydrant" is known by its last word alone.

    >>> words = ConceptWords([Concept("noun", "fox", ("fox", "fox cub"))])
    >>> words.at(["two", "fox", "cubs"], 2), words.at(["two", "foxes"], 1), words.at(["cubs"], 0)
    ((0,), (0,), ())
    """

    def __init__(self, concepts: Iterable[Concept], *, last_words: bool = False) -> None:
        single: dict[str, list[Number]] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], Number]]] = {}
        for number, concept in enumerate(concepts):
            for word in concept.words:
                *before, last = word.split(" ")
                for form in forms_of(last, concept):
                    if before and not last_words:
                        self._phrases.setdefault(form, []).append((tuple(before), number))
                    elif number not in single.setdefault(form, []):
                        single[form].append(number)
        self._single = {word: tuple(numbers) for word, numbers in single.items()}

    def at(self, words: Sequence[str], place: int, lemma: str = "") -> tuple[Number, ...]:
        """The concepts of the word at a place, or of the phrase that it ends.

        Args:
            words: all words of the caption, in lower case.
            place: of the word.
            lemma: its lemma, where it is known.
        """
        word = words[place]
        found = self._single.get(word, ())
        if lemma and lemma != word and (by_lemma := self._single.get(lemma, ())):
            found = tuple(dict.fromkeys((*found, *by_lemma)))
        for key in {word, lemma} if self._phrases else ():
            for before, number in self._phrases.get(key, ()):
                start = place - len(before)
                is_there = start >= 0 and tuple(words[start:place]) == before
                if is_there and number not in found:
                    found = (*found, number)
        return found


def forms_of(word: str, concept: Concept) -> frozenset[str]:
    """All forms that a word of a concept may have."""
    if concept.kind == "noun":
        return frozenset({word}) | plurals_of(word)
    return verb_forms(word) if concept.kind == "verb" else adjective_forms(word)
