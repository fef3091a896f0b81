"""Systems that rank captions in place of writing them, asked for the same pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from cutline.benchmarks.compositional.ranking import rank_pairs
from cutline.benchmarks.compositional.ranking_pools import RankingPools
from cutline.cli.compositional_study.recalls import Recalls
from cutline.cli.terminal import note
from cutline.core.metric import Floats
from cutline.core.score import Scores
from cutline.datasets.embeddings import Embeddings
from cutline.reports.statistics import Comparison, compare
from cutline.text.pair_matching import pair_matcher


def rankings_of(
    recalls: Recalls, embeddings: Mapping[str, Embeddings], others: int
) -> Comparison | None:
    """Pair recall of rankings at every k up to K; None where there are no embeddings.

    Raises:
        ContentError: when a file has no vector for an image or a caption.
        UsageError: when pools would have captions of no other image.
    """
    if not embeddings:
        return None
    metric = recalls.metric
    matcher = pair_matcher(metric.matcher, recalls.pairs, parser=metric.parser)
    pools = RankingPools.of(
        recalls.corpus.benchmark,
        recalls.pairs,
        matcher,
        others=others,
        seed=recalls.resampling.seed,
        jobs=recalls.corpus.jobs,
    )
    fewest, _ = pools.drawn
    if fewest < others:
        note(
            f"cutline: for some pairs only {fewest:,} of the images that are studied have captions "
            f"to rank, not {others:,}: ranking among fewer is easier"
        )
    metrics = [replace(metric, k=k) for k in range(1, metric.k + 1)]
    runs = [
        _asked(rank_pairs(pools, found.similarity, metrics, system=name), recalls)
        for name, found in embeddings.items()
    ]
    return compare(runs, recalls.resampling)


def _asked(scores: Scores, recalls: Recalls) -> Scores:
    """The same on the images that ask for pairs, each for those that it is asked for."""
    is_asked = np.repeat(recalls.wanted > 0, 2, axis=1)
    places = np.flatnonzero(recalls.wanted.any(axis=1))
    kept = []
    for score in scores.scores:
        statistics: Floats = score.statistics * is_asked
        signature = score.signature
        if recalls.source:
            signature = replace(signature, files=f"{signature.files},{recalls.source}")
        kept.append(replace(score, statistics=statistics, signature=signature).rows(places))
    return Scores(scores.system, tuple(kept))
