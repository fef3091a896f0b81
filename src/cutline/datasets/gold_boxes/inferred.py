"""Which word points to which box, where nobody has annotated it: by labels and synonyms.

A word or words in a row that name a label point to boxes of that label:
- in the singular to the largest that the description has not mentioned yet, to none if all are;
- in the plural to all of them; after a number such as "two" to so many, the largest first.
Of words in a row the last is marked, as it names the object.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from cutline.datasets.gold_boxes.head_words import stripped
from cutline.datasets.gold_boxes.types import Box
from cutline.datasets.object_phrases import object_phrases
from cutline.datasets.object_synonyms import ObjectSynonyms, plain_label
from cutline.text.box_markup import MarkedText
from cutline.text.number_forms import plural_of
from cutline.text.tokenizer import Tokenizer

_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
#: Before these a word is no plural, whatever its form: "a sheep".
_SINGULAR_BEFORE = frozenset({"a", "an", "one", "another"})


class Correspondence:
    """Finds the boxes that words of descriptions point to.

    Args:
        synonyms: the words of each label; their plurals are understood.
        labels: the labels of boxes; each stands for itself as well.
    """

    def __init__(self, synonyms: ObjectSynonyms, labels: Iterable[str]) -> None:
        labels = list(labels)
        complete = synonyms.with_labels(labels)
        self._label_of = object_phrases(complete, Tokenizer("none", "none"))
        self._longest = max(map(len, self._label_of))
        self._own_label = {label: complete.label_of[plain_label(label)] for label in labels}
        self._first_words = {phrase[0] for phrase in self._label_of}

    def marked(self, text: str, boxes: Sequence[Box]) -> MarkedText:
        """A description whose words point to boxes.

        >>> pets = Correspondence(ObjectSynonyms("pets", {"puppy": "dog"}), ["dog"])
        >>> dogs = [Box("1", "dog", 0, 0, 5, 5), Box("2", "dog", 0, 0, 9, 9)]
        >>> pets.marked("A dog and a puppy.", dogs).boxes
        ((), ('2',), (), (), ('1',))
        """
        words = tuple(text.split())
        ids: list[tuple[str, ...]] = [()] * len(words)
        if not boxes:
            return MarkedText(words, tuple(ids))
        plain = [_plain(word) for word in words]
        by_size = self._by_label(boxes)
        mentioned: set[str] = set()
        for start, end, label in self._mentions(plain):
            if label not in by_size:
                continue
            count = _count(plain, start, end)
            chosen = _chosen(by_size[label], count, mentioned)
            mentioned.update(chosen)
            ids[end - 1] = chosen
        return MarkedText(words, tuple(ids))

    def _by_label(self, boxes: Sequence[Box]) -> dict[str, list[str]]:
        """The ids of boxes by what their labels stand for, the largest first."""
        by_label: dict[str, list[str]] = defaultdict(list)
        for box in sorted(boxes, key=lambda box: -box.area):
            label = self._own_label[box.label]
            if label is not None:
                by_label[label].append(box.id)
        return by_label

    def _mentions(self, words: list[str]) -> Iterator[tuple[int, int, str]]:
        """From where to before where a label is named, from left to right, the longest first."""
        start = 0
        while start < len(words):
            end = start + 1
            if words[start] in self._first_words or "-" in words[start]:
                end, label = self._phrase_at(words, start)
                if label is not None:
                    yield start, end, label
            start = end

    def _phrase_at(self, words: list[str], start: int) -> tuple[int, str | None]:
        for end in range(min(start + self._longest, len(words)), start, -1):
            phrase = tuple(words[start:end])
            if phrase in self._label_of:
                return end, self._label_of[phrase]
        # A word with hyphens is taken for words in a row: "hot-dog".
        return start + 1, self._label_of.get(tuple(words[start].split("-")))


def _plain(word: str) -> str:
    lowered = stripped(word.lower())
    return lowered.removesuffix("'s").removesuffix("’s")


def _count(words: list[str], start: int, end: int) -> int | None:
    """How many boxes a phrase is about; None for all."""
    before = words[start - 1] if start else ""
    last = words[end - 1].rpartition("-")[2]
    if before in _NUMBERS:
        return _NUMBERS[before]
    is_plural = plural_of(last) == last and before not in _SINGULAR_BEFORE
    return None if is_plural else 1


def _chosen(by_size: list[str], count: int | None, mentioned: set[str]) -> tuple[str, ...]:
    if count is None:
        return tuple(by_size)
    return tuple([box for box in by_size if box not in mentioned][:count])
