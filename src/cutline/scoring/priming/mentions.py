"""Which labels of an image a caption names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutline.text.noun_hierarchy import NounHierarchy, missing_noun_hierarchy, noun_hierarchy
from cutline.text.nouns import caption_nouns
from cutline.text.object_labels import label_noun, object_singular
from cutline.text.parsers import missing_parser

#: How nouns of a caption name a label: the dog names an animal, and the animal no dog.
_NAMING = frozenset({"synonym", "kind of"})


class LabelMatcher:
    """Compares captions with labels.

    A label is named where its words stand in the caption, in the singular or the plural. In English
    it is also named by a noun that WordNet has for a synonym or for a kind of it, if the parser and
    WordNet are installed; `matching` says which it is.
    """

    def __init__(self, language: str) -> None:
        is_english = language.lower().replace("_", "-").split("-")[0] == "en"
        missing = missing_parser() or missing_noun_hierarchy()
        self.missing = missing if is_english else None
        self._is_english = is_english
        self._hierarchy: NounHierarchy | None = None
        if is_english and missing is None:
            self._hierarchy = noun_hierarchy()
        self._known: dict[tuple[str, str], bool] = {}

    @property
    def matching(self) -> str:
        """`wordnet` or `words`."""
        return "words" if self._hierarchy is None else "wordnet"

    def named(
        self,
        captions: Sequence[str],
        words: Sequence[Sequence[str]],
        labels: Sequence[Sequence[str]],
        jobs: int,
    ) -> list[list[bool]]:
        """For each label of each caption whether it is named.

        Args:
            captions: the texts.
            words: the same, cut into words in lower case.
            labels: what may be named by each.
            jobs: threads to use.
        """
        nouns: list[list[str]] = [[] for _ in captions]
        if self._hierarchy is not None:
            found = caption_nouns(captions, jobs=jobs)
            nouns = [[noun.lemma for noun in of_caption] for of_caption in found]
        return [self._named(*each) for each in zip(words, nouns, labels, strict=True)]

    def _named(
        self, words: Sequence[str], nouns: Sequence[str], labels: Sequence[str]
    ) -> list[bool]:
        text = f" {' '.join(map(self._singular, words))} "
        found = []
        for label in labels:
            wanted = label_noun(label) if self._is_english else label.lower().strip()
            parts = " ".join(map(self._singular, wanted.split()))
            found.append(f" {parts} " in text or self._is_named_by(nouns, wanted))
        return found

    def _singular(self, word: str) -> str:
        return object_singular(word) if self._is_english else word

    def _is_named_by(self, nouns: Iterable[str], label: str) -> bool:
        return any(self._names(noun, label) for noun in nouns)

    def _names(self, noun: str, label: str) -> bool:
        key = noun, label
        if key not in self._known:
            # A compound that WordNet does not know is a kind of its last word.
            heads = {noun, noun.rpartition(" ")[2]}
            self._known[key] = label in heads or any(self._relates(head, label) for head in heads)
        return self._known[key]

    def _relates(self, noun: str, label: str) -> bool:
        if self._hierarchy is None:
            return False
        relation = self._hierarchy.relation(noun, label)
        return relation is not None and relation.kind in _NAMING
