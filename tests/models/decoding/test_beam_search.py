"""Beam search: exact where the beam is wide, the plain algorithm where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import torch  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import settings as hypothesis_settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from cutline.core.errors import ContentError, UsageError  # noqa: E402
from cutline.models.decoding import Decoded, beam_search, greedy  # noqa: E402
from cutline.models.vocabulary import END, SPECIAL  # noqa: E402
from tests.models.decoding import plain  # noqa: E402
from tests.models.decoding.toys import (  # noqa: E402
    Markov,
    Slotted,
    all_captions,
    images,
    padded,
    rescored,
    steps,
)

FEW = hypothesis_settings(max_examples=30)
SEEDS = st.integers(0, 10_000)


def tied(seed: int, count: int = 3, words: int = 3) -> Markov:
    """Tables of few different numbers, so that most captions have rivals of the same score."""
    numbers = torch.Generator().manual_seed(seed)
    tokens = 4 + words
    tables = -torch.randint(0, 4, (count, tokens, tokens), generator=numbers).float()
    tables[tables == -3] = -torch.inf
    tables[:, :, [0, 1]] = -torch.inf
    tables[:, :, len(SPECIAL)] = -1  # something can always be said
    return Markov(tables)


@FEW
@given(SEEDS, st.integers(1, 3), st.integers(1, 4), st.sampled_from([0.5, 2.0, 5.0]))
def test_a_wide_beam_finds_what_trying_all_finds(
    seed: int, words: int, most: int, spread: float
) -> None:
    captioner = Markov.random(3, words, seed, spread)
    batch = captioner.images()
    expected = [all_captions(captioner, batch, row, most) for row in range(3)]
    found = beam_search(captioner, batch, beam=len(expected[0]), most=most)
    for ours, all_of_them in zip(found, expected, strict=True):
        assert_all_found(ours, all_of_them)


def assert_all_found(ours: list[Decoded], all_of_them: list[tuple[float, tuple[int, ...]]]) -> None:
    """All captions in the order of their scores; those whose scores differ by rounding, in any."""
    assert [one.score for one in ours] == approx([score for score, _ in all_of_them])
    known = {tokens: score for score, tokens in all_of_them}
    assert len({one.tokens for one in ours}) == len(known)
    for one in ours:
        assert known[one.tokens] == approx(one.score)


def approx(expected: Any) -> Any:
    return pytest.approx(expected, abs=1e-5)


@FEW
@given(SEEDS, st.integers(1, 12), st.integers(1, 5), st.booleans(), st.integers(1, 12))
def test_any_beam_is_the_plain_algorithm_with_ties_and_without_stopping_early(
    seed: int, beam: int, most: int, by_mean: bool, keep: int
) -> None:
    captioner = tied(seed)
    batch = captioner.images()
    rule = "mean" if by_mean else "none"
    found = beam_search(captioner, batch, beam, most, min(keep, beam), rule)
    for row, ours in enumerate(found):
        expected = plain.beam_search(captioner, batch.rows([row]), beam, most, by_mean=by_mean)
        assert [(one.tokens, one.score) for one in ours] == expected[:keep]


@FEW
@given(SEEDS, st.integers(1, 3))
def test_slots_are_tokens_like_others_however_many_regions_fill_up(seed: int, most: int) -> None:
    captioner = Slotted.random(1, 1, seed)
    batch = images(3, [1, 3, 2], seed=seed)
    batch.features[:, :, 0] = 0
    expected = [all_captions(captioner, batch, row, most) for row in range(3)]
    beam = max(map(len, expected))
    for given_images in (batch, padded(batch, 2)):
        found = beam_search(captioner, given_images, beam, most)
        for ours, all_of_them in zip(found, expected, strict=True):
            assert_all_found(ours, all_of_them)


@FEW
@given(SEEDS, st.integers(1, 6), st.booleans())
def test_greedy_is_a_beam_of_one(seed: int, most: int, has_ties: bool) -> None:
    captioner = tied(seed) if has_ties else Markov.random(3, 4, seed)
    batch = captioner.images()
    assert [[one] for one in greedy(captioner, batch, most)] == beam_search(
        captioner, batch, 1, most
    )


@FEW
@given(SEEDS, st.integers(1, 7))
def test_what_else_is_in_the_batch_changes_nothing(seed: int, beam: int) -> None:
    captioner = tied(seed, count=6)
    batch = captioner.images()
    together = beam_search(captioner, batch, beam, 6)
    alone = [beam_search(captioner, batch.rows([row]), beam, 6)[0] for row in range(6)]
    assert together == alone


def test_attention_and_scores_belong_to_their_captions() -> None:
    captioner = Markov.random(4, 5, seed=3, spread=1.0)
    batch = captioner.images()
    for row, found in enumerate(beam_search(captioner, batch, 4, 5)):
        for one in found:
            assert one.score == pytest.approx(rescored(captioner, batch, row, one.tokens))
            assert one.attention is not None
            expected = [
                [last + 100 * (place + 1)] for place, (last, _) in enumerate(steps(one.tokens))
            ]
            assert one.attention.tolist() == expected


def test_attention_has_no_columns_for_regions_that_fill_up() -> None:
    captioner = Slotted.random(1, 1, seed=0)
    batch = images(2, [3, 1])
    batch.features[:, :, 0] = 0
    found = beam_search(captioner, padded(batch, 2), 2, 3)
    shapes = [
        [one.attention.shape[1] for one in ours if one.attention is not None] for ours in found
    ]
    assert shapes == [[3, 3], [1, 1]]


def test_the_mean_prefers_longer_captions() -> None:
    tables = torch.full((1, 6, 6), -torch.inf)
    tables[0, 1, END], tables[0, 1, 4] = -1.0, -1.0
    tables[0, 4, END] = -0.5
    captioner = Markov(tables)
    first = {
        rule: beam_search(captioner, captioner.images(), 2, 5, 1, rule)[0][0]
        for rule in ("none", "mean")
    }
    assert first["none"].tokens == (END,)
    assert first["mean"].tokens == (4, END)
    assert first["mean"].score == -1.5


def test_what_cannot_be_said_is_not_given() -> None:
    tables = torch.full((1, 5, 5), -torch.inf)
    tables[0, :, END] = 0.0
    captioner = Markov(tables)
    assert [one.tokens for one in beam_search(captioner, captioner.images(), 4)[0]] == [(END,)]


def test_no_images_have_no_captions() -> None:
    captioner = Markov.random(2, 2, seed=0)
    assert beam_search(captioner, captioner.images().rows([])) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"beam": 0}, "beam is 0, expected at least 1"),
        ({"most": 0}, "most is 0, expected at least 1"),
        ({"keep": 0}, "keep is 0, expected at least 1"),
        ({"keep": 6}, "a beam of 5 has no 6 captions to keep"),
        ({"length_rule": "men"}, "length counts by none or mean, not 'men' .did you mean mean"),
    ],
)
def test_what_cannot_be_asked_for(arguments: dict[str, int], said: str) -> None:
    captioner = Markov.random(1, 2, seed=0)
    with pytest.raises(UsageError, match=said):
        beam_search(captioner, captioner.images(), **arguments)


def test_probabilities_that_are_no_numbers_are_named() -> None:
    captioner = Markov(torch.full((1, 6, 6), torch.nan))
    with pytest.raises(ContentError, match=r"no numbers \(NaN\)"):
        beam_search(captioner, captioner.images())
    with pytest.raises(ContentError, match=r"no numbers \(NaN\)"):
        greedy(captioner, captioner.images())


def test_a_captioner_in_training_goes_on_with_it() -> None:
    captioner = Markov.random(1, 2, seed=0).train()
    beam_search(captioner, captioner.images())
    assert captioner.training
