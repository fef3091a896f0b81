"""Pair recall: whether captions say the pairs of concepts that people said."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats, Metric
from cutline.core.registry import metric

# Concepts and matchers are imported where they are used: every command loads this file, and few of
# them look for pairs.
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cutline.text.concepts import Concepts
    from cutline.text.pair_matching import PairMatcher

#: The pairs that the concepts hold out.
HELD_OUT = "held-out"


@metric("pair-recall", numbered_by="k", number_mark="@")
@dataclass(frozen=True)
class PairRecall(Metric):
    """Recall@K of pairs of concepts such as "black cat" (Nikolaus et al. 2019).

    An image asks for a pair where a reference has it, the adjective or verb belonging to the noun
    in the parse. It is a hit when any of the run's first K captions for it has the pair too. The
    recall of a pair is its share of hits; the value is the mean over all pairs that any image asks
    for, however many images each has. The value of one image is the share of its pairs that were
    said; images that ask for none have no value.

    Args:
        k: how many captions of each image count, best first.
        pairs: `held-out`, those that the concepts hold out (the paper's 24), or any pairs of
            concepts, comma-separated.
        concepts: the words: `published`, as the paper's splits were made, `corrected`, or a file
            of your own concepts.
        agreeing: how many references have to have the pair before an image asks for it.
        matcher: `parse`, or `words`, which knows patterns of words only and needs no parser.
        parser: of `parse`: `cutline`, or `spacy/MODEL`.

    >>> import cutline
    >>> references = {1: ["a black cat sleeps", "a cat"], 2: ["the cat is black"], 3: ["a red bus"]}
    >>> said = {1: ["a cat", "a black cat on a bed"], 2: ["a white cat"], 3: ["a red and blue bus"]}
    >>> scores = cutline.score(said, references, "pair-recall@1,pair-recall@2")
    >>> scores["pair-recall@1"].value, scores["pair-recall@2"].value
    (0.5, 0.75)
    >>> scores["pair-recall@2"].parts["black cat"]
    0.5
    """

    k: int = 5
    pairs: str = HELD_OUT
    concepts: str = "published"
    agreeing: int = 1
    matcher: Literal["parse", "words"] = "parse"
    parser: str = "cutline"

    summary: ClassVar[str] = "pairs such as black cat that a caption says where references do"
    is_for_all_images: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for setting in ("k", "agreeing"):
            if getattr(self, setting) < 1:
                raise UsageError(
                    f"pair-recall: {setting} is a whole number from 1 on, not "
                    f"{getattr(self, setting)}"
                )

    @property
    def chosen(self) -> Concepts:
        """The concepts, with the pairs that are looked for.

        Raises:
            UsageError, FileError, ContentError: when there are no such concepts or pairs.
        """
        return _chosen_concepts(self.concepts, self.pairs)

    @property
    def columns(self) -> tuple[str, ...]:
        """For each pair, how many references have it, and whether the captions do."""
        return tuple(
            f"{pair.name} {what}" for pair in self.chosen.pairs for what in ("references", "hit")
        )

    def missing(self) -> str | None:
        """Whether the parser is not installed."""
        if self.matcher == "words":
            return None
        from cutline.text.parsers import missing_parser

        reason = missing_parser(self.parser)
        return f"{reason}; or use pair-recall(matcher=words)" if reason else None

    def data_digests(self) -> dict[str, str]:
        """The concepts, and how pairs are told."""
        return {"concepts": self.chosen.digest, "matcher": self._matcher.signature}

    def statistics_key(self) -> Hashable:
        """Statistics do not depend on how many references have to agree."""
        return replace(self, agreeing=1)

    def preparation_key(self) -> Hashable:
        """References are searched once for all K."""
        return replace(self, k=1, agreeing=1)

    def prepare_captions(
        self, captions: Sequence[Sequence[str]], jobs: int = 1
    ) -> NDArray[np.int64]:
        """How many references of each image have each pair."""
        from cutline.text.pair_matching import agreeing_references

        return agreeing_references(self._matcher, captions, jobs)

    def statistics(self, batch: Batch, prepared: NDArray[np.int64]) -> Floats:
        """Of each image and pair the number of references, and 1 for a hit, else 0.

        Captions of images that ask for no pair are not looked at.
        """
        from cutline.text.pair_matching import agreeing_references

        wanted = prepared[batch.places]
        rows = np.flatnonzero(wanted.any(axis=1))
        said = [batch.top(row, self.k) for row in rows.tolist()]
        hits = np.zeros_like(wanted)
        hits[rows] = agreeing_references(self._matcher, said, batch.jobs) > 0
        return np.stack([wanted, hits], axis=2).reshape(len(wanted), -1).astype(np.float64)

    def values(self, statistics: Floats) -> Floats:
        """The share of an image's pairs that were said; NaN where it asks for none."""
        asked, hits = self._asked(statistics)
        total = asked.sum(axis=1)
        values: Floats = np.full(len(statistics), np.nan)
        np.divide(hits.sum(axis=1), total, out=values, where=total > 0)
        return values

    def summands(self, statistics: Floats) -> Floats:
        """Of each pair whether the image asks for it, and whether it was said."""
        return np.concatenate(self._asked(statistics), axis=1)

    def score_of_sums(self, sums: Floats, images: int) -> Floats:
        """The mean over pairs of the share of hits; pairs that no image asks for do not count."""
        asked, hits = np.split(sums, 2, axis=1)
        recalls = np.divide(hits, asked, out=np.zeros_like(hits), where=asked > 0)
        pairs = np.count_nonzero(asked > 0, axis=1)
        values: Floats = np.full(len(sums), np.nan)
        np.divide(recalls.sum(axis=1), pairs, out=values, where=pairs > 0)
        return values

    def score(self, statistics: Floats) -> float:
        """The mean over pairs of the share of hits."""
        sums = self.summands(statistics).sum(axis=0, keepdims=True)
        return float(self.score_of_sums(sums, len(statistics))[0])

    def parts(self, statistics: Floats) -> dict[str, float]:
        """The recall of each pair, the mean of each category, and by how many references agree.

        `agreeing 2` is the value where at least two references have to have the pair.
        """
        recalls = dict(self._recalls(statistics))
        parts = dict(recalls)
        categories: dict[str, list[float]] = {}
        for pair in self.chosen.pairs:
            categories.setdefault(pair.category, []).append(recalls[pair.name])
        for category, values in categories.items():
            known = [value for value in values if not np.isnan(value)]
            parts[category] = float(np.mean(known)) if known else float("nan")
        for least in range(1, int(statistics[:, ::2].max(initial=0)) + 1):
            parts[f"agreeing {least}"] = replace(self, agreeing=least).score(statistics)
        return parts

    def _recalls(self, statistics: Floats) -> Iterator[tuple[str, float]]:
        asked, hits = (part.sum(axis=0) for part in self._asked(statistics))
        for pair, of_pair, hit in zip(self.chosen.pairs, asked, hits, strict=True):
            yield pair.name, float(hit / of_pair) if of_pair else float("nan")

    def _asked(self, statistics: Floats) -> tuple[Floats, Floats]:
        """Whether each image asks for each pair, and whether it was said where it does."""
        asked = (statistics[:, ::2] >= self.agreeing).astype(np.float64)
        return asked, asked * statistics[:, 1::2]

    @property
    def _matcher(self) -> PairMatcher:
        from cutline.text.pair_matching import pair_matcher

        return pair_matcher(self.matcher, self.chosen.pairs, parser=self.parser)


# A file is read once: what is asked for in one run is about one state of it.
@cache
def _chosen_concepts(words: str, pairs: str) -> Concepts:
    from cutline.text.concept_file import read_concepts
    from cutline.text.concepts import WORDINGS, compositional_concepts

    if words in WORDINGS:
        concepts = compositional_concepts(words)
    else:
        concepts = read_concepts(words, compositional_concepts())
    if pairs == HELD_OUT:
        return concepts
    names = [name for name in pairs.split(",") if name.strip()]
    if not names:
        raise UsageError('pair-recall: pairs is a list of pairs: pairs="black cat,eat man"')
    return concepts.with_pairs(concepts.pair(name) for name in names)
