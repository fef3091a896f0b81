"""What the network sees of a token: its word, its ends and its shape, as numbers.

The numbers are `features_of`'s, which the trained parser calls too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cutline.text.parser_features import AFFIXES, UNKNOWN, affix_of, features_of

from .corpus import Sentence


@dataclass(frozen=True)
class Vocabulary:
    """Words and affixes that are frequent enough to have a vector, tags and relations."""

    words: tuple[str, ...]
    counts: tuple[int, ...]
    affixes: tuple[tuple[str, ...], ...]
    tags: tuple[str, ...]
    relations: tuple[str, ...]

    @classmethod
    def of(cls, sentences: Iterable[Sentence], least_word: int, least_affix: int) -> Vocabulary:
        """The vocabulary of sentences; rare words and affixes share one entry each, the first."""
        words: Counter[str] = Counter()
        tags: Counter[str] = Counter()
        relations: Counter[str] = Counter()
        for sentence in sentences:
            words.update(token.lower() for token in sentence.tokens)
            tags.update(sentence.tags)
            relations.update(sentence.relations)
        affixes: list[Counter[str]] = [Counter() for _ in AFFIXES]
        for word in words:
            for number, counter in enumerate(affixes):
                counter[affix_of(word, number)] += 1
        kept = [word for word, count in words.most_common() if count >= least_word]
        return cls(
            (UNKNOWN, *kept),
            (0, *(words[word] for word in kept)),
            tuple(
                (UNKNOWN, *(a for a, count in counter.most_common() if count >= least_affix))
                for counter in affixes
            ),
            tuple(tag for tag, _ in tags.most_common()),
            tuple(relation for relation, _ in relations.most_common()),
        )


class Encoder:
    """Turns sentences into rows of numbers, each different token once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = {word: n for n, word in enumerate(vocabulary.words)}
        self._affixes = [{a: n for n, a in enumerate(known)} for known in vocabulary.affixes]
        self._tags = {tag: n for n, tag in enumerate(vocabulary.tags)}
        self._relations = {relation: n for n, relation in enumerate(vocabulary.relations)}
        self._seen: dict[str, tuple[int, ...]] = {}

    def token(self, token: str) -> tuple[int, ...]:
        """Word, affixes, shape."""
        if (known := self._seen.get(token)) is not None:
            return known
        self._seen[token] = numbers = features_of(token, self._words, self._affixes)
        return numbers

    def targets(self, sentence: Sentence) -> Sequence[tuple[int, int, int]]:
        """Tag, head and relation of each token."""
        return [
            (self._tags.get(tag, 0), head, self._relations.get(relation, 0))
            for tag, head, relation in zip(
                sentence.tags, sentence.heads, sentence.relations, strict=True
            )
        ]
