"""The model: what simulated people do is found again."""

from __future__ import annotations

import numpy as np
import pytest

from cutline.benchmarks.word_agreement import (
    count_words,
    model_precision,
    simulate,
    word_agreement,
)
from cutline.benchmarks.word_agreement.model import FittedWords, fit_of_curve, fit_words
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark

IMAGES = 10_000
SEEDS = range(1, 6)


def fitted(p: float, q: float, captions: int, seed: int, images: int = IMAGES) -> FittedWords:
    return fit_words(count_words(simulate(images, p, q, captions, seed), ["thing"]))


@pytest.mark.parametrize(
    ("p", "q", "k"),
    [(0.9, 0.1, 4), (0.9, 0.3, 1), (0.7, 0.3, 4), (0.7, 0.8, 2), (0.5, 0.3, 4), (0.5, 0.8, 4)],
)
def test_p_is_found_within_two_hundredths_of_itself(p: float, q: float, k: int) -> None:
    for seed in SEEDS:
        found = fitted(p, q, k + 1, seed)
        assert found.p[0] == pytest.approx(p, rel=0.02)
        assert found.likelihood[0] == pytest.approx(p, rel=0.02)
        assert found.q[0] == pytest.approx(q, rel=0.1)


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("q", [0.1, 0.5])
def test_p_is_found_within_two_points(p: float, q: float) -> None:
    for seed in SEEDS:
        found = fitted(p, q, 5, seed)
        assert found.p[0] == pytest.approx(p, abs=0.02)
        assert found.likelihood[0] == pytest.approx(p, abs=0.02)


@pytest.mark.parametrize(("p", "q", "captions"), [(0.2, 0.5, 5), (0.6, 0.2, 3), (0.95, 0.3, 5)])
def test_nineteen_of_twenty_intervals_hold_p(p: float, q: float, captions: int) -> None:
    found = [fitted(p, q, captions, seed, images=400) for seed in range(200)]
    share = np.mean([float(f.low[0]) <= p <= float(f.high[0]) for f in found])
    assert 0.91 <= share <= 0.99


@pytest.mark.parametrize("p", [0.2, 0.5, 0.8])
def test_simulated_people_lie_on_the_curve(p: float) -> None:
    agreement = word_agreement(count_words(simulate(IMAGES, p, 0.5, 5), ["thing"]))
    for row, k in enumerate((1, 2, 3, 4)):
        assert agreement.precision[row, 0] == pytest.approx(model_precision(p, k), abs=0.02)


def test_the_formula() -> None:
    assert model_precision(0.5, 1) == 0.5
    assert model_precision(0.25, 2) == pytest.approx(0.5 / (0.5 + 0.5625))
    assert model_precision([0, 1], 3).tolist() == [0, 1]


def test_the_likelihood_has_its_peak_there() -> None:
    use = count_words(simulate(500, 0.35, 0.4, 5, seed=3), ["thing"])
    p = float(fit_words(use).likelihood[0])
    having = use.in_images.counts

    def likelihood(at: float) -> float:
        chances = at**having * (1 - at) ** (5 - having) / (1 - (1 - at) ** 5)
        return float(np.log(chances).sum())

    assert likelihood(p) > max(likelihood(p - 1e-3), likelihood(p + 1e-3))


def test_words_that_all_agree_on_or_nobody_twice() -> None:
    captions = (["owl here", "owl", "owl"], ["owl ant", "owl", "owl"])
    found = fit_words(count_words(Benchmark("mine", (1, 2), captions), ["owl", "ant", "here"]))
    assert found.p.tolist() == [1, 0, 0]
    assert found.likelihood.tolist() == [1, 0, 0]
    assert found.q.tolist() == [1, 1, 1]
    assert found.high[0] == 1
    assert 0 < found.low[0] < 1
    assert found.low[1] == 0
    assert 0 < found.high[1] < 1


def test_images_of_different_sizes() -> None:
    captions = (["owl", "owl", "it"], ["owl", "it"], ["it"] * 5 + ["owl"] * 2)
    found = fit_words(count_words(Benchmark("mine", (1, 2, 3), captions), ["owl"]))
    # Each image counts by the share of its captions, and of its pairs of captions.
    agreed, mentions = 2 / 6 + 0 + 2 / 42, 2 / 3 + 1 / 2 + 2 / 7
    assert found.p[0] == pytest.approx(agreed / mentions)


def test_how_well_a_curve_fits() -> None:
    recall = np.array([0.2, 0.4, 0.6, np.nan])
    exact = fit_of_curve(model_precision(recall, 3), recall, 3)
    assert (exact.words, exact.bias, exact.error, exact.explained) == (3, 0, 0, 1)
    above = fit_of_curve(model_precision(recall, 3) + 0.01, recall, 3)
    assert above.bias == pytest.approx(0.01)
    assert above.error == pytest.approx(0.01)
    assert above.explained is not None
    assert above.explained < 1
    nothing = fit_of_curve(np.array([np.nan]), np.array([np.nan]), 3)
    assert (nothing.words, nothing.bias, nothing.explained) == (0, None, None)


def test_simulations_follow_their_seed() -> None:
    assert simulate(50, 0.5, 0.5, seed=2) == simulate(50, 0.5, 0.5, seed=2)
    assert simulate(50, 0.5, 0.5, seed=2) != simulate(50, 0.5, 0.5, seed=3)
    with pytest.raises(UsageError, match=r"probabilities, from 0 to 1, not 1.5 and 0.5"):
        simulate(5, 1.5, 0.5)
    with pytest.raises(UsageError, match="-1 images"):
        simulate(-1, 0.5, 0.5)
