"""Recall of pairs for systems that rank captions and write none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from cutline.benchmarks.compositional.ranking_pools import Numbers, Pool, RankingPools
from cutline.core.errors import ContentError
from cutline.core.metric import Floats
from cutline.core.progress import progress
from cutline.core.score import Score, Scores
from cutline.core.types import ImageId
from cutline.metrics.pair_recall import PairRecall
from cutline.scoring.corpus import Corpus

#: How like each caption is to an image: any model of image-caption similarity. More is more alike.
Similarity = Callable[[ImageId, Sequence[str]], Iterable[float]]


def rank_pairs(
    pools: RankingPools,
    similarity: Similarity,
    metrics: Sequence[PairRecall],
    *,
    system: str = "",
) -> Scores:
    """Pair recall of a ranking: an image is a hit when one of its top K captions has the pair.

    Each pool is ranked by similarity to its image. Among equally similar captions those without
    the pair come first, so nothing is gained by finding all alike.

    Args:
        pools: what to rank.
        similarity: of an image and some captions.
        metrics: `pair-recall@K` with the pairs of the pools.
        system: what the ranking system is called.

    Raises:
        ContentError: when a similarity is no number, or their number is not that of the captions.
    """
    wanted = pools.agreeing()
    ranks = np.full(wanted.shape, np.iinfo(np.int64).max, dtype=np.int64)
    total = int(np.count_nonzero(wanted))
    with progress(f"Ranking {total:,} pools") as step:
        for done, pool in enumerate(pools, 1):
            ranks[pool.image, pool.pair] = _best_rank(pools, pool, similarity)
            step(done / total)
    corpus = Corpus(pools.benchmark, metrics)
    scores = (_score(corpus, pools, metric, wanted, ranks) for metric in metrics)
    return Scores(system, tuple(scores))


def _best_rank(pools: RankingPools, pool: Pool, similarity: Similarity) -> int:
    """The rank of the best caption that has the pair, counted from 1."""
    image_id = pools.benchmark.image_ids[pool.image]
    texts = [pools.captions[place] for place in pool.captions.tolist()]
    values = np.fromiter(map(float, similarity(image_id, texts)), np.float64)
    if len(values) != len(texts):
        raise ContentError(
            f"image {image_id!r}: found {len(values)} similarities, expected {len(texts)}, one for "
            f"each caption"
        )
    if np.isnan(values).any():
        text = texts[int(np.flatnonzero(np.isnan(values))[0])]
        raise ContentError(f"image {image_id!r}: the similarity to {text[:60]!r} is not a number")
    best = values[pool.holds_pair].max()
    return 1 + int(np.count_nonzero(values[~pool.holds_pair] >= best))


def _score(
    corpus: Corpus, pools: RankingPools, metric: PairRecall, wanted: Numbers, ranks: Numbers
) -> Score:
    hits = (ranks <= metric.k) & (wanted > 0)
    statistics: Floats = np.stack([wanted, hits], axis=2).reshape(len(wanted), -1).astype(float)
    signature = corpus.signature(metric)
    ranked = replace(signature, metric=f"{signature.metric},ranked by {pools.signature}")
    return Score(metric, pools.benchmark.image_ids, statistics, ranked)
