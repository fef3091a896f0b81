"""Candidate pools: an image's own captions among those of others that have half of a pair."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import UsageError
from cutline.core.types import Benchmark
from cutline.text.concepts import ConceptPair
from cutline.text.pair_matching import PairMatcher, match_all
from cutline.text.pair_words import concepts_in

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: How many other images give captions to a pool, as in the paper.
OTHERS = 1000


@dataclass(frozen=True)
class Pool:
    """Captions to be ranked for one image and one pair.

    `captions` are places among all captions of the benchmark, the image's own first; `holds_pair`
    marks those that have the pair.
    """

    image: int
    pair: int
    captions: Numbers
    holds_pair: Mask


@dataclass(frozen=True, eq=False)
class RankingPools:
    """The pools of every image that asks for a pair (Nikolaus et al. 2019, footnote 8).

    A pool has all captions of the image, and of a number of other images, drawn at random, those
    captions that have a word of one of the pair's two concepts and none of the other. Which images
    are drawn depends on the seed, the pair and the image alone, not on the order of the benchmark.
    """

    benchmark: Benchmark
    pairs: tuple[ConceptPair, ...]
    matcher: str
    others: int
    seed: int
    captions: tuple[str, ...]
    image_of_caption: Numbers
    holds_pair: Mask
    holds_one: Mask

    @classmethod
    def of(
        cls,
        benchmark: Benchmark,
        pairs: tuple[ConceptPair, ...],
        matcher: PairMatcher,
        *,
        others: int = OTHERS,
        seed: int = 1,
        jobs: int | None = None,
    ) -> RankingPools:
        """The pools of a benchmark's references.

        Raises:
            UsageError: when there is no other image to draw.
        """
        if others < 1:
            raise UsageError(f"a pool has captions of at least one other image, not of {others}")
        captions = tuple(text for texts in benchmark.references for text in texts)
        sizes = [len(texts) for texts in benchmark.references]
        concepts = list(dict.fromkeys(c for pair in pairs for c in (pair.other, pair.noun)))
        has = concepts_in(captions, concepts, jobs)
        columns = [(concepts.index(pair.other), concepts.index(pair.noun)) for pair in pairs]
        one = [has[:, other] ^ has[:, noun] for other, noun in columns]
        return cls(
            benchmark=benchmark,
            pairs=pairs,
            matcher=matcher.signature,
            others=others,
            seed=seed,
            captions=captions,
            image_of_caption=np.repeat(np.arange(len(sizes)), sizes),
            holds_pair=match_all(matcher, captions, jobs),
            holds_one=np.stack(one, axis=1) if one else np.empty((len(captions), 0), bool),
        )

    @cached_property
    def drawn(self) -> tuple[int, int]:
        """Of how many other images pools have captions, at least and at most.

        Fewer than `others` where no more images have a caption to draw: ranking is easier then.
        """
        wanted = self.agreeing() > 0
        sizes = [
            min(self.others, len(of_pair.candidates(image)))
            for pair in np.flatnonzero(wanted.any(axis=0)).tolist()
            for of_pair in (_Drawn(self, pair),)
            for image in np.flatnonzero(wanted[:, pair]).tolist()
        ]
        return min(sizes, default=self.others), max(sizes, default=self.others)

    @property
    def signature(self) -> str:
        """How the pools came about."""
        low, high = self.drawn
        drawn = f"{low}" if low == high else f"{low}-{high}"
        others = f"{self.others}" if low == self.others else f"{drawn} of {self.others}"
        return f"pools(others={others},seed={self.seed},matcher={self.matcher})"

    def agreeing(self) -> Numbers:
        """How many captions of each image (row) have each pair (column)."""
        counts = np.zeros((len(self.benchmark), len(self.pairs)), dtype=np.int64)
        np.add.at(counts, self.image_of_caption, self.holds_pair)
        return counts

    def __iter__(self) -> Iterator[Pool]:
        wanted = self.agreeing() > 0
        for pair in range(len(self.pairs)):
            of_pair = _Drawn(self, pair)
            for image in np.flatnonzero(wanted[:, pair]).tolist():
                yield of_pair.pool(image)


class _Drawn:
    """Pools of one pair."""

    def __init__(self, pools: RankingPools, pair: int) -> None:
        self._pools, self._pair = pools, pair
        usable = np.flatnonzero(pools.holds_one[:, pair])
        # In the order of their ids, so that another order of images draws the same ones.
        ids = list(map(repr, pools.benchmark.image_ids))
        order = {image: rank for rank, image in enumerate(np.argsort(np.array(ids)).tolist())}
        images = np.unique(pools.image_of_caption[usable])
        self._images = np.array(sorted(images.tolist(), key=order.__getitem__), dtype=np.int64)
        self._usable = usable
        self._starts = np.searchsorted(pools.image_of_caption[usable], self._images, "left")
        self._ends = np.searchsorted(pools.image_of_caption[usable], self._images, "right")

    def candidates(self, image: int) -> Numbers:
        """The places of images that a pool of this one may draw from."""
        return np.flatnonzero(self._images != image)

    def pool(self, image: int) -> Pool:
        pools = self._pools
        candidates = self.candidates(image)
        size = min(pools.others, len(candidates))
        drawn = self._generator(image).choice(candidates, size, replace=False)
        own = np.flatnonzero(pools.image_of_caption == image)
        parts = [self._usable[self._starts[at] : self._ends[at]] for at in np.sort(drawn).tolist()]
        captions = np.concatenate([own, *parts])
        return Pool(image, self._pair, captions, pools.holds_pair[captions, self._pair])

    def _generator(self, image: int) -> np.random.Generator:
        pools = self._pools
        pair, image_id = pools.pairs[self._pair].name, pools.benchmark.image_ids[image]
        text = f"{pools.seed}\0{pair}\0{image_id!r}".encode("utf-8", "surrogatepass")
        return np.random.default_rng(int.from_bytes(hashlib.sha256(text).digest()[:16], "big"))
