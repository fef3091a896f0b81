"""The words that a captioner knows, taken from the captions it is trained on and from no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cutline.core.errors import UsageError

#: The first tokens of every vocabulary: filling up, the start and the end of a caption, and all
#: words that are not in it. A caption cannot hold these texts: tokens of captions have no brackets.
SPECIAL = ("<pad>", "<start>", "<end>", "<unknown>")
PAD, START, END, UNKNOWN = range(len(SPECIAL))


@dataclass(frozen=True)
class Vocabulary:
    """Words by number.

    >>> vocabulary = Vocabulary.of([["a", "dog"], ["a", "cat"]])
    >>> vocabulary.words[4:]
    ('a', 'cat', 'dog')
    >>> vocabulary.numbers(["a", "mouse"])
    [4, 3]
    """

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.words[: len(SPECIAL)] != SPECIAL:
            raise UsageError(f"a vocabulary begins with {' '.join(SPECIAL)}")
        if len(set(self.words)) < len(self.words):
            twice = next(word for word, count in Counter(self.words).items() if count > 1)
            raise UsageError(f"a vocabulary has each word once, but it has {twice!r} twice")

    @classmethod
    def of(
        cls,
        captions: Iterable[Sequence[str]],
        *,
        most: int | None = None,
        least_count: int = 1,
        always: Iterable[str] = (),
    ) -> Vocabulary:
        """The words of tokenized captions, the most frequent first, ties by the alphabet.

        Args:
            captions: the training captions.
            most: how many words at most, beside the special ones.
            least_count: how often a word must occur.
            always: words to have whatever their count, as every form of a constraint.
        """
        counts = Counter(word for caption in captions for word in caption)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        chosen = [word for word, count in ordered if count >= least_count][:most]
        known = set(chosen)
        more = sorted({word for word in always if word not in known})
        return cls((*SPECIAL, *chosen, *more))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._numbers

    def number(self, word: str) -> int:
        """The number of a word, that of the unknown word if it is not known."""
        return self._numbers.get(word, UNKNOWN)

    def numbers(self, words: Iterable[str]) -> list[int]:
        """The numbers of words."""
        return [self.number(word) for word in words]

    def text(self, numbers: Iterable[int]) -> str:
        """The words of numbers up to the end, without the special ones."""
        words = []
        for number in numbers:
            if number == END:
                break
            if number >= len(SPECIAL):
                words.append(self.words[number])
        return " ".join(words)
