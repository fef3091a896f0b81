"""Parsed captions: tokens with lemma, tag and head, in basic Universal Dependencies, version 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.integer[Any]]


class Token(NamedTuple):
    """A word of a sentence.

    `head` is the place of the word that it depends on, counted from 1; the root's is 0.
    """

    text: str
    lemma: str
    tag: str
    head: int
    relation: str


Sentence = tuple[Token, ...]


@dataclass(frozen=True, eq=False)
class Parses(Sequence[tuple[Sentence, ...]]):
    """Many captions in flat arrays, as a parser that works in batches gives them.

    As a sequence it holds readable captions: each is a tuple of sentences, and a sentence is a
    tuple of tokens.

    Args:
        texts: all tokens of all sentences, one after another.
        lemmas: of each token.
        tags: of each token, as a number of `tag_names`.
        heads: of each token, counted from 1 within its sentence; 0 for a root.
        relations: of each token, as a number of `relation_names`.
        sentence_ends: where the tokens of each sentence end.
        caption_ends: where the sentences of each caption end.
        tag_names: Penn Treebank tags.
        relation_names: relations of Universal Dependencies, version 1.

    Raises:
        ValueError: when the arrays do not fit each other.
    """

    texts: Sequence[str]
    lemmas: Sequence[str]
    tags: Numbers
    heads: Numbers
    relations: Numbers
    sentence_ends: Numbers
    caption_ends: Numbers
    tag_names: Sequence[str]
    relation_names: Sequence[str]

    def __post_init__(self) -> None:
        for name in ("lemmas", "tags", "heads", "relations"):
            if (found := len(getattr(self, name))) != len(self.texts):
                expected = f"expected {len(self.texts)} {name}, as many as texts"
                raise ValueError(f"{expected}, found {found}")
        _check_ends(self.sentence_ends, len(self.texts), "sentences", "tokens")
        _check_ends(self.caption_ends, len(self.sentence_ends), "captions", "sentences")

    @classmethod
    def of(cls, captions: Iterable[Iterable[Iterable[Token]]]) -> Parses:
        """The same captions as flat arrays: each is a sequence of sentences."""
        tokens: list[Token] = []
        sentence_ends: list[int] = []
        caption_ends: list[int] = []
        for caption in captions:
            for sentence in caption:
                tokens += sentence
                sentence_ends.append(len(tokens))
            caption_ends.append(len(sentence_ends))
        tag_names = sorted({token.tag for token in tokens})
        relation_names = sorted({token.relation for token in tokens})
        tag_of = {name: number for number, name in enumerate(tag_names)}
        relation_of = {name: number for number, name in enumerate(relation_names)}
        return cls(
            [token.text for token in tokens],
            [token.lemma for token in tokens],
            np.array([tag_of[token.tag] for token in tokens], dtype=np.int32),
            np.array([token.head for token in tokens], dtype=np.int32),
            np.array([relation_of[token.relation] for token in tokens], dtype=np.int32),
            np.array(sentence_ends, dtype=np.int64),
            np.array(caption_ends, dtype=np.int64),
            tag_names,
            relation_names,
        )

    @classmethod
    def joined(cls, parts: Sequence[Parses]) -> Parses:
        """Several batches of one parser as one; their names of tags and relations are the same.

        Raises:
            ValueError: when they are not.
        """
        if not parts:
            return cls.of([])
        first = parts[0]
        for part in parts:
            if (part.tag_names, part.relation_names) != (first.tag_names, first.relation_names):
                raise ValueError("parses of different parsers cannot be joined")
        return cls(
            [text for part in parts for text in part.texts],
            [lemma for part in parts for lemma in part.lemmas],
            np.concatenate([part.tags for part in parts]),
            np.concatenate([part.heads for part in parts]),
            np.concatenate([part.relations for part in parts]),
            _joined_ends([part.sentence_ends for part in parts]),
            _joined_ends([part.caption_ends for part in parts]),
            first.tag_names,
            first.relation_names,
        )

    def __len__(self) -> int:
        return len(self.caption_ends)

    @overload
    def __getitem__(self, place: int) -> tuple[Sentence, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[Sentence, ...]]: ...

    def __getitem__(self, place: int | slice) -> tuple[Sentence, ...] | list[tuple[Sentence, ...]]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        return tuple(map(self._sentence, _range_before(self.caption_ends, place)))

    def __iter__(self) -> Iterator[tuple[Sentence, ...]]:
        return (self[place] for place in range(len(self)))

    def _sentence(self, place: int) -> Sentence:
        return tuple(map(self._token, _range_before(self.sentence_ends, place)))

    def _token(self, place: int) -> Token:
        return Token(
            self.texts[place],
            self.lemmas[place],
            self.tag_names[self.tags[place]],
            int(self.heads[place]),
            self.relation_names[self.relations[place]],
        )


def _range_before(ends: Numbers, place: int) -> range:
    return range(int(ends[place - 1]) if place else 0, int(ends[place]))


def _joined_ends(ends: Sequence[Numbers]) -> Numbers:
    before = 0
    joined = []
    for of_part in ends:
        joined.append(np.asarray(of_part, dtype=np.int64) + before)
        before += int(of_part[-1]) if len(of_part) else 0
    return np.concatenate(joined)


def _check_ends(ends: Numbers, total: int, of_what: str, among: str) -> None:
    last = int(ends[-1]) if len(ends) else 0
    if last != total:
        raise ValueError(f"the last of the {of_what} ends at {last}, but there are {total} {among}")
    if np.any(np.diff(np.asarray(ends, dtype=np.int64)) < 0):
        raise ValueError(f"the ends of {of_what} descend")
