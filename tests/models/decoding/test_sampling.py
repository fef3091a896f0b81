"""Sampling: drawn by the right probabilities, and the same whatever else is in the batch."""

from __future__ import annotations

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import torch  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import settings as hypothesis_settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from cutline.core.errors import ContentError, UsageError  # noqa: E402
from cutline.models.decoding import Sampling, greedy, sample  # noqa: E402
from cutline.models.vocabulary import UNKNOWN  # noqa: E402
from tests.models.decoding.toys import Markov, all_captions, rescored  # noqa: E402

TIMES = 4000


def shares(captioner: Markov, sampling: Sampling, most: int = 2) -> dict[tuple[int, ...], float]:
    """How often each caption of the first image is drawn."""
    found = sample(captioner, captioner.images().rows([0]), TIMES, 1, sampling, most)[0]
    counts: dict[tuple[int, ...], float] = {}
    for one in found:
        counts[one.tokens] = counts.get(one.tokens, 0) + 1 / TIMES
    return counts


def test_captions_come_as_often_as_they_are_likely() -> None:
    drawn = Markov.random(1, 2, seed=4, spread=1.0).tables
    drawn[:, :, UNKNOWN] = -torch.inf  # it is never said, and here nothing is lost by that
    captioner = Markov(drawn.log_softmax(-1))
    found = shares(captioner, Sampling())
    for score, tokens in all_captions(captioner, captioner.images(), 0, 2):
        expected = torch.tensor(score).exp().item()
        assert found.get(tokens, 0) == pytest.approx(expected, abs=4 * (expected / TIMES) ** 0.5)


def test_scores_are_the_captioners_own() -> None:
    captioner = Markov.random(3, 4, seed=0)
    batch = captioner.images()
    for row, captions in enumerate(sample(captioner, batch, 3, sampling=Sampling(0.5, 3, 0.9))):
        assert len(captions) == 3
        for one in captions:
            assert one.score == pytest.approx(rescored(captioner, batch, row, one.tokens))
            assert one.attention is not None
            assert len(one.attention) == len(one.tokens)


@hypothesis_settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(1, 3))
def test_what_else_is_in_the_batch_changes_nothing(seed: int, times: int) -> None:
    captioner = Markov.random(4, 4, seed, spread=1.0)
    batch = captioner.images()
    together = sample(captioner, batch, times, seed)
    alone = [sample(captioner, batch.rows([row]), times, seed)[0] for row in range(4)]
    assert together == alone


def test_another_seed_draws_others_and_an_image_given_twice_too() -> None:
    captioner = Markov.random(1, 30, seed=0, spread=0.1)
    batch = captioner.images()
    assert sample(captioner, batch, 3, seed=1) == sample(captioner, batch, 3, seed=1)
    assert sample(captioner, batch, 3, seed=1) != sample(captioner, batch, 3, seed=2)
    first, second = sample(captioner, batch.rows([0, 0]), 3)
    assert first != second


def test_the_draws_of_others_are_left_alone() -> None:
    captioner = Markov.random(1, 3, seed=0)
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    sample(captioner, captioner.images(), 4)
    assert torch.equal(torch.rand(3), expected)


@pytest.mark.parametrize(
    "sampling", [Sampling(temperature=1e-4), Sampling(top_k=1), Sampling(nucleus=1e-9)]
)
def test_with_no_freedom_it_is_greedy(sampling: Sampling) -> None:
    captioner = Markov.random(5, 6, seed=2)
    batch = captioner.images()
    found = sample(captioner, batch, sampling=sampling)
    assert [one[0].tokens for one in found] == [one.tokens for one in greedy(captioner, batch)]


def test_only_the_likeliest_can_be_drawn() -> None:
    log_probabilities = torch.tensor([[0.1, 0.4, 0.2, 0.3], [0.25, 0.25, 0.25, 0.25]]).log()
    by_count = Sampling(top_k=2).probabilities(log_probabilities)
    assert by_count.numpy() == pytest.approx(
        torch.tensor([[0, 4 / 7, 0, 3 / 7], [0.5, 0.5, 0, 0]]).numpy()
    )
    by_share = Sampling(nucleus=0.6).probabilities(log_probabilities)
    assert by_share.numpy() == pytest.approx(
        torch.tensor([[0, 4 / 7, 0, 3 / 7], [1 / 3, 1 / 3, 1 / 3, 0]]).numpy()
    )
    hotter = Sampling(temperature=2.0).probabilities(log_probabilities)[0]
    expected = torch.tensor([0.1, 0.4, 0.2, 0.3]).sqrt()
    assert hotter.numpy() == pytest.approx((expected / expected.sum()).numpy())


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"temperature": 0}, "temperature is 0, expected a number above 0"),
        ({"top_k": 0}, "top_k is 0"),
        ({"nucleus": 1.5}, "nucleus is 1.5"),
    ],
)
def test_what_cannot_be_asked_for(values: dict[str, float], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Sampling(**values)  # type: ignore[arg-type]


def test_probabilities_that_are_no_numbers_are_named() -> None:
    captioner = Markov(torch.full((1, 6, 6), torch.nan))
    with pytest.raises(ContentError, match="no numbers"):
        sample(captioner, captioner.images())
