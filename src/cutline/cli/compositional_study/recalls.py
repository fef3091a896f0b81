"""Pair recall of several runs, for all pairs or some, from captions that were searched once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cutline.core.metric import Floats
from cutline.core.score import Score, Scores
from cutline.core.types import Run
from cutline.metrics.pair_recall import PairRecall
from cutline.reports.statistics import Comparison, Resampling, compare
from cutline.reports.statistics.comparison import MetricComparison
from cutline.scoring.corpus import Corpus
from cutline.text.concepts import ConceptPair
from cutline.text.pair_matching import PairMatcher, match_all

Numbers = NDArray[np.int64]

#: The rank of a pair that no caption has.
NEVER = int(np.iinfo(np.int64).max)


def first_ranks(
    run: Run, corpus: Corpus, wanted: Numbers, matcher: PairMatcher, most: int
) -> Numbers:
    """The first of each image's captions that has a pair, counted from 1; `NEVER` if none has it.

    Args:
        run: captions of all images of the corpus.
        corpus: the images.
        wanted: how many references of each image (row) have each pair (column). Captions of images
            without any are not looked at.
        matcher: what tells pairs, in the order of the columns.
        most: how many captions of each image to look at.
    """
    rows = np.flatnonzero(wanted.any(axis=1))
    ids = corpus.benchmark.image_ids
    said = [run.captions[ids[row]][:most] for row in rows.tolist()]
    found = match_all(matcher, [text for texts in said for text in texts], corpus.jobs)
    sizes = [len(texts) for texts in said]
    image_of = np.repeat(rows, sizes)
    ranks = np.concatenate([np.arange(1, size + 1) for size in sizes]) if sizes else rows
    first = np.full(wanted.shape, NEVER, dtype=np.int64)
    np.minimum.at(first, image_of, np.where(found, ranks[:, None], NEVER))
    return first


@dataclass(frozen=True)
class Part:
    """All runs on some of the pairs, or of the images: how many of both there are."""

    label: str
    pairs: int
    images: int
    comparison: Comparison

    @property
    def recall(self) -> MetricComparison:
        """The runs by pair recall at the study's K."""
        [metric] = self.comparison.metrics
        return metric


@dataclass(frozen=True, eq=False)
class Recalls:
    """What images ask for, and when each run first says it.

    `wanted` and `ranks` have a row for each image of the corpus and a column for each pair of the
    metric. `source` tells where the images come from, for signatures.
    """

    metric: PairRecall
    corpus: Corpus
    systems: tuple[str, ...]
    wanted: Numbers
    ranks: tuple[Numbers, ...]
    resampling: Resampling
    source: str = ""

    @property
    def pairs(self) -> tuple[ConceptPair, ...]:
        """The pairs, in the order of columns."""
        return self.metric.chosen.pairs

    @property
    def asking(self) -> int:
        """How many images ask for a pair."""
        return int(np.count_nonzero(self.wanted.any(axis=1)))

    def occurring(self) -> list[ConceptPair]:
        """The pairs that any image asks for."""
        return [pair for pair, n in zip(self.pairs, self.wanted.T, strict=True) if n.any()]

    def at(self, metrics: Sequence[PairRecall]) -> Comparison:
        """Runs compared by pair recall with these settings, on the images that ask for a pair.

        All of the metrics have the same pairs and ask for the same agreement.
        """
        columns = self._columns(metrics[0])
        places = np.flatnonzero((self.wanted[:, columns] >= metrics[0].agreeing).any(axis=1))
        runs = [
            Scores(
                system,
                tuple(self._score(metric, columns, ranks).rows(places) for metric in metrics),
            )
            for system, ranks in zip(self.systems, self.ranks, strict=True)
        ]
        return compare(runs, self.resampling)

    def part(
        self, label: str, pairs: Iterable[ConceptPair] | None = None, agreeing: int = 1
    ) -> Part | None:
        """All runs on some pairs; None where no image asks for any of them."""
        metric = replace(self.metric, agreeing=agreeing)
        if pairs is not None:
            metric = replace(metric, pairs=",".join(pair.name for pair in pairs))
        asked = self.wanted[:, self._columns(metric)] >= agreeing
        images = int(np.count_nonzero(asked.any(axis=1)))
        if not images:
            return None
        found = int(np.count_nonzero(asked.any(axis=0)))
        return Part(label, found, images, self.at([metric]))

    def _columns(self, metric: PairRecall) -> list[int]:
        place_of = {pair: place for place, pair in enumerate(self.pairs)}
        return [place_of[pair] for pair in metric.chosen.pairs]

    def _score(self, metric: PairRecall, columns: list[int], ranks: Numbers) -> Score:
        wanted = self.wanted[:, columns]
        hits = (ranks[:, columns] <= metric.k) & (wanted > 0)
        statistics: Floats = np.stack([wanted, hits], axis=2).reshape(len(wanted), -1).astype(float)
        ids, signature = self.corpus.benchmark.image_ids, self.corpus.signature(metric)
        if self.source:
            signature = replace(signature, files=f"{signature.files},{self.source}")
        return Score(metric, ids, statistics, signature)
