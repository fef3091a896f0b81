"""How far the captions of an image agree within an arm: each against the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cutline import native
from cutline.core.metric import Floats
from cutline.metrics.cider import CiderD
from cutline.scoring.priming.arms import ArmCaptions

METRIC = CiderD()


def leave_one_out(arms: ArmCaptions, jobs: int) -> Floats:
    """CIDEr-D of each caption against the others of its image and arm; NaN where there are none.

    It is a mean over the references, so arms with more captions an image have no advantage. The
    frequencies of n-grams are those of all captions, the same for all arms.
    """
    texts = [" ".join(words) for words in arms.words]
    weights = native.count_frequencies(_all_references(arms, texts, jobs), METRIC.n, jobs)
    groups: dict[tuple[int, int], list[int]] = {}
    for place, key in enumerate(zip(arms.arm_of.tolist(), arms.image_of.tolist(), strict=True)):
        groups.setdefault(key, []).append(place)
    several = [places for places in groups.values() if len(places) > 1]
    values = np.full(len(texts), np.nan)
    for position in range(max(map(len, several), default=0)):
        chosen = [places for places in several if len(places) > position]
        values[[places[position] for places in chosen]] = _scores(
            texts, chosen, position, weights, jobs
        )
    return values


def _all_references(arms: ArmCaptions, texts: Sequence[str], jobs: int) -> native.References:
    by_image: list[list[str]] = [[] for _ in arms.image_ids]
    for image, text in zip(arms.image_of.tolist(), texts, strict=True):
        by_image[image].append(text)
    return native.make_references(by_image, "none", jobs)


def _scores(
    texts: Sequence[str],
    groups: Sequence[Sequence[int]],
    position: int,
    weights: native.Frequencies,
    jobs: int,
) -> Floats:
    """The score of the caption at this position of each group."""
    others = [[texts[p] for n, p in enumerate(places) if n != position] for places in groups]
    references = native.make_references(others, "none", jobs)
    said = [texts[places[position]] for places in groups]
    candidates = native.make_candidates(
        references, said, np.arange(len(groups), dtype=np.uint32), "none", jobs
    )
    prepared = native.prepare_cider(references, weights, METRIC.n, jobs)
    found: Floats = native.cider_scores(
        prepared, candidates, True, METRIC.sigma, METRIC.length == "bigrams", jobs
    )
    return found
