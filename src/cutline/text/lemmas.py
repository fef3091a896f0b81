"""Lemmas by word and tag: words that are listed, and rules on endings for all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: Names keep their case; everything else is lower-cased first.
NAMES = frozenset({"NNP", "NNPS"})

#: An ending to cut off, by its length, and what to put in its place.
Change = tuple[int, str]


@dataclass(frozen=True)
class Lemmas:
    """Exceptions and rules for each tag, learnt from the parses that the parser was trained on.

    >>> lemmas = Lemmas({"NNS": {"people": "people"}}, {"NNS": {"s": (1, ""), "men": (2, "an")}})
    >>> [lemmas.of(word, "NNS") for word in ("Dogs", "people", "firemen")], lemmas.of("dogs", "NN")
    (['dog', 'people', 'fireman'], 'dogs')
    """

    exceptions: Mapping[str, Mapping[str, str]]
    rules: Mapping[str, Mapping[str, Change]]

    def of(self, token: str, tag: str) -> str:
        """The lemma of a token; of several rules the one on the longest ending counts."""
        word = token if tag in NAMES else token.lower()
        exceptions = self.exceptions.get(tag)
        if exceptions is not None and (listed := exceptions.get(word)) is not None:
            return listed
        return self._by_rule(word, self.rules.get(tag))

    @staticmethod
    def _by_rule(word: str, rules: Mapping[str, Change] | None) -> str:
        if rules is None:
            return word
        # A rule never takes the whole word: "s" is no plural of nothing.
        for length in range(min(LONGEST_ENDING, len(word) - 1), -1, -1):
            if (change := rules.get(word[len(word) - length :])) is not None:
                cut, added = change
                return word[: len(word) - cut] + added
        return word


LONGEST_ENDING = 5
