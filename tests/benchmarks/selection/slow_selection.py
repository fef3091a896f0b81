"""The selection once more, written to be read: every entropy is computed from all counts."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cutline.core.types import ImageId
from cutline.datasets.object_annotations import ImageObjects


def slow_entropy(counts: Mapping[str, int]) -> float:
    """In bits, from shares that sum to one."""
    total = sum(counts.values())
    return -math.fsum(n / total * math.log2(n / total) for n in counts.values() if n)


def slow_selection(
    images: Iterable[ImageObjects],
    target: int,
    *,
    sample: int,
    seed: int,
    high: int = 6,
    instances: bool = False,
) -> list[tuple[ImageId, float]]:
    """The ids in the order of selection, each with the entropy then."""
    objects = {
        str(image.image_id): dict(image.counts) if instances else dict.fromkeys(image.counts, 1)
        for image in images
        if image.rotation == 0 and len(image.counts) > 1
    }
    original = {str(image.image_id): image.image_id for image in images}
    totals: Counter[str] = Counter()
    selected: list[tuple[ImageId, float]] = []

    def take(name: str) -> None:
        totals.update(objects[name])
        selected.append((original[name], slow_entropy(totals)))

    for name in sorted(objects):
        if len(objects[name]) > high:
            take(name)
    pools = [[n for n in sorted(objects) if len(objects[n]) == size] for size in range(2, high + 1)]
    draw = random.Random(f"select {seed}").random
    while len(selected) < target:
        for pool in pools:
            if pool and len(selected) < target:
                drawn = _shuffle_front(pool, sample, draw)
                best = _best([totals + Counter(objects[name]) for name in pool[:drawn]])
                take(pool[best])
                pool[best] = pool[-1]
                pool.pop()
    return selected


def _best(possible: Sequence[Counter[str]]) -> int:
    """The first of those with the highest entropy, as far as rounding lets it be told."""
    entropies = [slow_entropy(counts) for counts in possible]
    return next(
        place for place, entropy in enumerate(entropies) if entropy > max(entropies) - 1e-13
    )


def _shuffle_front(pool: list[str], sample: int, draw: object) -> int:
    assert callable(draw)
    drawn = min(sample, len(pool))
    for place in range(drawn):
        other = place + int(draw() * (len(pool) - place))
        pool[place], pool[other] = pool[other], pool[place]
    return drawn
