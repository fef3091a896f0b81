"""Decoders in their plainest form: one image, one caption at a time, nothing stopped early."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import torch

from cutline.models.captioner import Captioner, State
from cutline.models.images import Images
from cutline.models.vocabulary import END, START, UNKNOWN


@dataclass(frozen=True)
class Hypothesis:
    """A caption under way; `key` decides, `score` is its log-probability."""

    said: tuple[int, ...]
    score: float
    key: float
    state: State

    @property
    def has_ended(self) -> bool:
        return self.said[-1:] == (END,)


def first(captioner: Captioner, image: Images) -> Hypothesis:
    return Hypothesis((), 0.0, 0.0, captioner.start(image))


def grown(
    captioner: Captioner,
    before: list[Hypothesis],
    beam: int,
    *,
    by_mean: bool = False,
    losses: Counter[int] | None = None,
    penalty: float = 0.0,
) -> list[Hypothesis]:
    """All continuations in the order of what they come from and of tokens; the best stay."""
    after = []
    for one in before:
        if one.has_ended:
            after.append(one)
            continue
        last = torch.tensor([one.said[-1] if one.said else START])
        scores, state = captioner.step(last, one.state)
        for token, more in enumerate(scores[0].tolist()):
            if more == -math.inf or token == UNKNOWN:
                continue
            score = one.score + more
            key = one.key + more - penalty * (losses or Counter())[token]
            if by_mean:
                key = score / (len(one.said) + 1)
            after.append(Hypothesis((*one.said, token), score, key, state))
    return sorted(after, key=lambda one: -one.key)[:beam]


def beam_search(
    captioner: Captioner, image: Images, beam: int, most: int, *, by_mean: bool = False
) -> list[tuple[tuple[int, ...], float]]:
    found = [first(captioner, image)]
    for _ in range(most):
        found = grown(captioner, found, beam, by_mean=by_mean)
    return [(one.said, one.score) for one in found]


def diverse_beam_search(
    captioner: Captioner, image: Images, beam: int, groups: int, penalty: float, most: int
) -> list[tuple[tuple[int, ...], float]]:
    found = [[first(captioner, image)] for _ in range(groups)]
    for place in range(most):
        used: Counter[int] = Counter()
        for number, group in enumerate(found):
            new = grown(captioner, group, beam // groups, losses=used, penalty=penalty)
            used.update(one.said[place] for one in new if len(one.said) == place + 1)
            found[number] = new
    captions = {one.said: one.score for group in found for one in group}
    return sorted(captions.items(), key=lambda item: -item[1])
