"""The class that collects sentences for BLEU, under its old names.

`precook`, `cook_refs` and `cook_test` are here for scripts that call them; the scorer does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cutline.compat.pycocoevalcap._entries import Entries
from cutline.compat.pycocoevalcap._errors import CaptionsError
from cutline.compat.pycocoevalcap.bleu._cook import (
    CookedReferences,
    cook_refs,
    cook_test,
    precook,
)
from cutline.compat.pycocoevalcap.bleu._result import check_n, compute_bleu

__all__ = ["BleuScorer", "cook_refs", "cook_test", "precook"]

_OPTIONS = ("closest", "shortest", "average")

Scores = list[float]


class BleuScorer:
    """Collects candidates with their references, then computes BLEU-1 to BLEU-n.

    Args:
        test: a first candidate.
        refs: its references.
        n: the longest n-gram, 1 to 4.
        special_reflen: a reference length to use for every sentence.

    >>> scorer = BleuScorer(n=1)
    >>> scorer += ("a dog runs", ["a dog runs home", "the dog runs"])
    >>> scorer += ("a cat", ["a cat sleeps"])
    >>> scorer.compute_score(option="shortest")
    ([0.8187307527504899], [[0.9999999993333338, 0.6065306591061034]])
    """

    def __init__(
        self,
        test: str | None = None,
        refs: Iterable[str] | None = None,
        n: int = 4,
        special_reflen: float | None = None,
    ) -> None:
        self.n = check_n(n)
        self.special_reflen = special_reflen
        self._entries = Entries()
        self._score: Scores | None = None
        self._testlen: int = 0
        self._reflen: float = 0
        self.cook_append(test, refs)

    @property
    def crefs(self) -> tuple[CookedReferences, ...]:
        """The references' counts, made anew at each call; to read, not to append to."""
        return tuple(cook_refs(references) for references in self._entries.references)

    @property
    def ctest(self) -> tuple[dict[str, Any] | None, ...]:
        """The candidates' counts, made anew at each call; to read, not to append to."""
        return tuple(
            None if test is None else cook_test(test, refs)
            for test, refs in zip(self._entries.candidates, self.crefs, strict=True)
        )

    def cook_append(self, test: str | None, refs: Iterable[str] | None) -> None:
        """Add a sentence. Without references nothing is added; the candidate may come later.

        Raises:
            CaptionsError: when either is not text.
        """
        if refs is not None:
            self._entries.append(test, refs)
        self._score = None

    def __iadd__(self, other: tuple[str | None, Iterable[str] | None] | BleuScorer) -> BleuScorer:
        """Add a (candidate, references) tuple, or all that another scorer has."""
        if isinstance(other, tuple):
            self.cook_append(other[0], other[1])
            return self
        if not self.compatible(other):
            raise CaptionsError(f"only a tuple or a BleuScorer of n={self.n} can be added")
        self._entries.extend(other._entries)
        self._score = None
        return self

    def compatible(self, other: object) -> bool:
        """Whether another scorer's sentences can be added."""
        return isinstance(other, BleuScorer) and self.n == other.n

    def copy(self) -> BleuScorer:
        """Another scorer with the same sentences."""
        new = BleuScorer(n=self.n)
        new._entries = self._entries.copy()
        return new

    def size(self) -> int:
        """How many sentences there are."""
        return len(self._entries)

    def retest(self, new_test: str | Sequence[str]) -> BleuScorer:
        """Replace all candidates.

        Raises:
            CaptionsError: when there are more or fewer than before, or one is not a string.
        """
        self._entries.replace_candidates([new_test] if isinstance(new_test, str) else new_test)
        self._score = None
        return self

    def rescore(self, new_test: str | Sequence[str]) -> Any:
        """Replace all candidates and compute again."""
        return self.retest(new_test).compute_score()

    def recompute_score(self, option: str | None = None, verbose: int = 0) -> Any:
        """Compute even if nothing has changed, with another option perhaps."""
        self._score = None
        return self.compute_score(option, verbose)

    def compute_score(self, option: str | None = None, verbose: int = 0) -> Any:
        """For each n, the value of all sentences, and a list of the values of each.

        A second call without new sentences in between returns the former alone, whatever the
        option; that is odd, but what the old package does. `recompute_score` returns both.

        Args:
            option: `closest`, `shortest` or `average` reference length; by default `average` for
                one sentence and `closest` for more.
            verbose: 0 prints nothing, 1 the totals, 2 also the counts of each sentence.

        Raises:
            CaptionsError: when a candidate or references are missing, or for another option.
        """
        if self._score is not None:
            return self._score
        option = option or ("average" if self.size() == 1 else "closest")
        if option not in _OPTIONS:
            raise CaptionsError(f"option is {' or '.join(_OPTIONS)}, not {option!r}")
        entries = self._entries
        result = compute_bleu(entries.encoded(), self.n, option, self.special_reflen)
        if verbose > 1:
            result.show_images(zip(entries.candidates, entries.references, strict=True))
        if verbose > 0:
            result.show_totals()
        self._testlen, self._reflen = result.candidate_length, result.reference_length
        self._score = result.scores()
        return self._score, result.image_scores()

    def testlen(self, option: str | None = None) -> int:
        """The words of all candidates."""
        self.compute_score(option)
        return self._testlen

    def reflen(self, option: str | None = None) -> float:
        """The reference lengths of all sentences, added up."""
        self.compute_score(option)
        return self._reflen
