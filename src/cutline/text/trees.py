"""The trees of many captions in flat arrays, with the few relations that concepts need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.text.parse import Numbers, Parses

Places = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: Relations that are told apart here, by their number; all others are one.
RELATIONS = (
    *("other", "acl", "acl:relcl", "amod", "case", "cc", "ccomp", "compound", "conj", "dep"),
    *("dobj", "nmod", "nsubj", "punct"),
)
NUMBER_OF = {name: number for number, name in enumerate(RELATIONS)}


@dataclass
class Trees:
    """The words of captions, one after another, each with the place of the word it depends on.

    Words and lemmas are in lower case. `heads` are places among all words, and -1 for a root;
    `starts` and `ends` bound the sentence of each word.
    """

    words: list[str]
    lemmas: list[str]
    heads: Places
    relations: NDArray[np.int8]
    is_noun: Mask
    is_adjective: Mask
    is_verb: Mask
    starts: Places
    ends: Places
    captions: Places
    is_first_sentence: Mask

    def __len__(self) -> int:
        return len(self.words)

    def has_relation(self, *names: str) -> Mask:
        """Where a word has one of these relations to its head."""
        return np.isin(self.relations, [NUMBER_OF[name] for name in names])

    def heads_with(self, mask: Mask) -> Mask:
        """Where the head of a word is one of these."""
        return mask[np.maximum(self.heads, 0)] & (self.heads >= 0)

    def children(self, place: int) -> list[int]:
        """The words that depend on one, in their order."""
        start, end = int(self.starts[place]), int(self.ends[place])
        return (np.flatnonzero(self.heads[start:end] == place) + start).tolist()


def trees_of(parses: Parses) -> Trees:
    """Parses as trees."""
    sentence_ends = np.asarray(parses.sentence_ends, dtype=np.int64)
    sizes = np.diff(sentence_ends, prepend=0)
    starts = np.repeat(sentence_ends - sizes, sizes)
    caption_ends = np.asarray(parses.caption_ends, dtype=np.int64)
    sentences = np.diff(caption_ends, prepend=0)
    is_first = np.zeros(len(sentence_ends), dtype=bool)
    is_first[(caption_ends - sentences)[sentences > 0]] = True
    heads = np.asarray(parses.heads, dtype=np.int64)
    tags = np.asarray(parses.tags)
    number_of = np.array([NUMBER_OF.get(name, 0) for name in parses.relation_names], dtype=np.int8)
    return Trees(
        words=[text.lower() for text in parses.texts],
        lemmas=[lemma.lower() for lemma in parses.lemmas],
        heads=np.where(heads > 0, starts + heads - 1, -1),
        relations=number_of[np.asarray(parses.relations)] if len(tags) else np.empty(0, np.int8),
        is_noun=_tagged(tags, parses, "NN"),
        is_adjective=_tagged(tags, parses, "JJ"),
        is_verb=_tagged(tags, parses, "VB"),
        starts=starts,
        ends=np.repeat(sentence_ends, sizes),
        captions=np.repeat(np.repeat(np.arange(len(caption_ends)), sentences), sizes),
        is_first_sentence=np.repeat(is_first, sizes),
    )


def _tagged(tags: Numbers, parses: Parses, beginning: str) -> Mask:
    kept = [n for n, name in enumerate(parses.tag_names) if name.startswith(beginning)]
    return np.isin(tags, kept)
