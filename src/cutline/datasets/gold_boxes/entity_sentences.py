"""Sentences of Flickr30k Entities: `[/EN#147590/people A street performer] stands still .`"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.datasets.gold_boxes.head_words import head_place
from cutline.text.box_markup import MarkedText, MarkupError

#: The entity of phrases that name nothing to be seen.
NOT_VISUAL = "0"

_PIECE = re.compile(
    r"([^\[\]]++)|\[/EN#([^/\s\[\]]++)((?:/[^/\s\[\]]++)++)\s([^\[\]]*+)\]|([\[\]])"
)


@dataclass(frozen=True, slots=True)
class EntityPhrase:
    """Some words of a sentence that name an entity: their places, from `start` to before `end`."""

    entity: str
    types: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EntitySentence:
    """The words of a sentence, and its phrases."""

    words: tuple[str, ...]
    phrases: tuple[EntityPhrase, ...]

    def words_of(self, phrase: EntityPhrase) -> tuple[str, ...]:
        """The words of one of its phrases."""
        return self.words[phrase.start : phrase.end]


def parse_entity_sentence(text: str) -> EntitySentence:
    """Read a sentence with phrases in brackets.

    >>> sentence = parse_entity_sentence("[/EN#7/people/other A guide] waves [/EN#8/other a flag]")
    >>> sentence.words
    ('A', 'guide', 'waves', 'a', 'flag')
    >>> sentence.phrases[0]
    EntityPhrase(entity='7', types=('people', 'other'), start=0, end=2)

    Raises:
        MarkupError: for brackets of another form, with the column.
    """
    words: list[str] = []
    phrases = []
    for piece in _PIECE.finditer(text):
        plain, entity, types, inside, stray = piece.groups()
        if stray:
            raise MarkupError(
                f"found {text[piece.start() : piece.start() + 20]!r}, expected "
                f"[/EN#number/type words]",
                piece.start() + 1,
            )
        start = len(words)
        words += (plain or inside or "").split()
        if entity is not None:
            kinds = tuple(types[1:].split("/"))
            phrases.append(EntityPhrase(entity, kinds, start, len(words)))
    return EntitySentence(tuple(words), tuple(phrases))


def marked_sentence(
    words: Sequence[str], phrases: Sequence[tuple[int, int, tuple[str, ...]]]
) -> MarkedText:
    """A sentence whose phrases, from one place to before another, point to boxes by a head word.

    >>> marked_sentence(["a", "red", "kite", "flies"], [(0, 3, ("5",))]).boxes
    ((), (), ('5',), ())
    """
    boxes: list[tuple[str, ...]] = [()] * len(words)
    for start, end, ids in phrases:
        place = head_place(words[start:end])
        if place is not None:
            before = boxes[start + place]
            boxes[start + place] = (*before, *(box for box in ids if box not in before))
    return MarkedText(tuple(words), tuple(boxes))
