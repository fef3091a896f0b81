"""The class that collects sentences for CIDEr-D, under its old names.

`precook`, `cook_refs` and `cook_test` are here for scripts that call them; the scorer does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, MutableMapping
from typing import Any

import numpy as np

from cutline.compat.pycocoevalcap._entries import Entries
from cutline.compat.pycocoevalcap._errors import CaptionsError
from cutline.compat.pycocoevalcap._ngrams import Ngram, count_ngrams
from cutline.compat.pycocoevalcap.cider._document_frequency import DocumentFrequency
from cutline.compat.pycocoevalcap.cider._values import (
    check_settings,
    cider_values,
    has_words,
    no_words,
)
from cutline.core.metric import Floats

__all__ = ["CiderScorer", "cook_refs", "cook_test", "precook"]

Counts = defaultdict[Ngram, int]


def precook(s: str, n: int = 4, out: bool = False) -> Counts:
    """How often each n-gram of 1 to n words occurs."""
    return count_ngrams(s, n)[1]


def cook_refs(refs: Iterable[str], n: int = 4) -> list[Counts]:
    """The counts of each reference."""
    return [precook(reference, n) for reference in refs]


def cook_test(test: str, n: int = 4) -> Counts:
    """The counts of a candidate."""
    return precook(test, n)


class CiderScorer:
    """Collects candidates with their references, then computes CIDEr-D.

    Args:
        test: a first candidate.
        refs: its references.
        n: the longest n-gram, 1 to 4.
        sigma: how many words a candidate's length may be off before the penalty bites.

    >>> scorer = CiderScorer()
    >>> scorer += ("a dog runs home now", ["a dog runs home now"])
    >>> scorer += ("two cats sleep", ["two cats sleep on a bed"])
    >>> scorer.compute_score()[1]
    array([10.        ,  4.20741915])
    """

    def __init__(
        self,
        test: str | None = None,
        refs: Iterable[str] | None = None,
        n: int = 4,
        sigma: float = 6.0,
    ) -> None:
        check_settings(n, sigma)
        self.n = n
        self.sigma = sigma
        self.ref_len: Any = None
        self._entries = Entries()
        self._document_frequency = DocumentFrequency()
        self.cook_append(test, refs)

    @property
    def crefs(self) -> tuple[list[Counts], ...]:
        """The references' counts, made anew at each call; to read, not to append to."""
        return tuple(cook_refs(references) for references in self._entries.references)

    @property
    def ctest(self) -> tuple[Counts | None, ...]:
        """The candidates' counts, made anew at each call; to read, not to append to."""
        candidates = self._entries.candidates
        return tuple(None if test is None else cook_test(test) for test in candidates)

    @property
    def document_frequency(self) -> MutableMapping[Ngram, float]:
        """In how many sentences' references each n-gram occurs; may be replaced."""
        return self._document_frequency.table()

    @document_frequency.setter
    def document_frequency(self, table: MutableMapping[Ngram, float]) -> None:
        self._document_frequency.replace(table)

    def cook_append(self, test: str | None, refs: Iterable[str] | None) -> None:
        """Add a sentence. Without references nothing is added.

        Raises:
            CaptionsError: when either is not text.
        """
        if refs is not None:
            self._entries.append(test, refs)

    def __iadd__(self, other: tuple[str | None, Iterable[str] | None] | CiderScorer) -> CiderScorer:
        """Add a (candidate, references) tuple, or all that another scorer has."""
        if isinstance(other, tuple):
            self.cook_append(other[0], other[1])
        elif isinstance(other, CiderScorer):
            self._entries.extend(other._entries)
        else:
            raise CaptionsError("only a tuple or a CiderScorer can be added")
        return self

    def copy(self) -> CiderScorer:
        """Another scorer with the same sentences and n, but the usual sigma, as it always was."""
        new = CiderScorer(n=self.n)
        new._entries = self._entries.copy()
        return new

    def size(self) -> int:
        """How many sentences there are."""
        return len(self._entries)

    def compute_doc_freq(self) -> None:
        """Count the n-grams of all references into `document_frequency`."""
        self._document_frequency.count(self._entries.encoded_references())

    def compute_cider(self) -> list[np.float64]:
        """The value of each sentence, with `document_frequency` as it stands.

        Raises:
            CaptionsError: when a candidate or references are missing.
        """
        self.ref_len = np.log(float(self.size()))
        pairs = self._entries.encoded()
        frequencies = self._document_frequency.frequencies(pairs.references)
        return list(cider_values(pairs, frequencies, self.n, self.sigma))

    def compute_score(
        self, option: Any = None, verbose: int = 0
    ) -> tuple[np.floating[Any], Floats]:
        """The mean over sentences, and the value of each.

        Every call counts the references into `document_frequency` once more, so a second call
        gives other values or fails; that is what the old package does. For a second score make a
        second scorer, or call `compute_cider`.

        Args:
            option: not used; the old package has it.
            verbose: not used either.

        Raises:
            CaptionsError: when a candidate or references are missing, no reference has a word, or
                an n-gram was counted more often than there are sentences.
        """
        self.compute_doc_freq()
        if not has_words(self._entries.references) and not self.document_frequency:
            raise no_words(self.size())
        if most := self._document_frequency.most_above(self.size()):
            raise CaptionsError(
                f"an n-gram was counted {most:g} times in {self.size()} sentences: "
                f"compute_score() was called before on this scorer, or document_frequency replaced"
            )
        values = np.array(self.compute_cider())
        return np.mean(values), values
