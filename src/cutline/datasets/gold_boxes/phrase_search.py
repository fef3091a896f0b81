"""Where tokens of a phrase stand in a sentence that was not cut into tokens."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from cutline.datasets.gold_boxes.head_words import stripped

_TOKEN = re.compile(r"\w+(?:[-.]\w+)*|'\w+|[^\w\s]")


class PhraseSearch:
    """Looks for phrases in a sentence: letters must agree, spaces and capitals need not.

    Punctuation around a phrase is passed over.

    >>> search = PhraseSearch("A man's hat, and a hat.")
    >>> search.find("a hat", 6), search.find("A man 's hat", 0), search.find("a cat", 0)
    ((4, 6), (0, 3), None)
    """

    def __init__(self, text: str) -> None:
        self.words = text.split()
        lowered = [word.lower() for word in self.words]
        self._letters = "".join(lowered)
        #: Where words and tokens begin among the letters.
        self._word_starts: list[int] = []
        self._token_starts: list[int] = []
        at = 0
        for word in lowered:
            self._word_starts.append(at)
            self._token_starts += [at + token.start() for token in _TOKEN.finditer(word)]
            at += len(word)
        self._bounds = {*self._word_starts, at}

    def find(self, phrase: str, token: int) -> tuple[int, int] | None:
        """From which word to before which the phrase stands: of several places the nearest.

        Args:
            phrase: words with spaces between.
            token: how many tokens stand before the phrase.
        """
        wanted = stripped("".join(phrase.lower().split()))
        places = list(self._occurrences(wanted)) if wanted else []
        if not places:
            return None
        start = min(places, key=lambda at: abs(bisect_right(self._token_starts, at) - 1 - token))
        first = bisect_right(self._word_starts, start) - 1
        last = bisect_right(self._word_starts, start + len(wanted) - 1) - 1
        return first, last + 1

    def _occurrences(self, wanted: str) -> Iterator[int]:
        at = self._letters.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if self._is_bound(at, at - 1) and self._is_bound(end, end):
                yield at
            at = self._letters.find(wanted, at + 1)

    def _is_bound(self, place: int, neighbour: int) -> bool:
        """Whether no letter of the same word is next to what begins or ends at a place."""
        return place in self._bounds or not self._letters[neighbour].isalnum()
