"""Runs whose true scores are known: images drawn from a population that is known whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cutline.core.metric import Floats, Metric
from cutline.core.score import Score
from cutline.core.signature import Signature
from cutline.core.spec import parse_spec

SIGNATURE = Signature(metric="simulated", tokenizer="none", references="1", images=0, data="0")


def bleu_population(size: int, random: np.random.Generator) -> Floats:
    """Counts such as captions of 6 to 14 words have, good ones and bad ones."""
    length = random.integers(6, 15, size)
    quality = random.beta(2, 2, size)
    guesses = [length - k for k in range(4)]
    correct = [guesses[0] - random.binomial(guesses[0], 1 - quality)]
    for k in range(1, 4):
        correct.append(random.binomial(np.minimum(correct[-1], guesses[k]), quality))
    reference = length + random.integers(-2, 3, size)
    return np.stack([length, reference, *guesses, *correct], axis=1).astype(float)


def skewed_population(size: int, random: np.random.Generator) -> Floats:
    """Values such as CIDEr-D has: most are low, some high."""
    return np.minimum(random.gamma(1.2, 0.8, size), 10)[:, None]


def score_of(metric: Metric, statistics: Floats) -> Score:
    return Score(metric, range(len(statistics)), statistics, SIGNATURE)


def drawn_runs(
    spec: str, population: Floats, images: int, runs: int, random: np.random.Generator
) -> Iterator[Score]:
    metric = parse_spec(spec)
    for _ in range(runs):
        yield score_of(metric, population[random.integers(0, len(population), images)])
