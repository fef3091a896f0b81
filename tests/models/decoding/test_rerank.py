"""Another order of captions."""

from __future__ import annotations

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

from cutline.core.errors import UsageError  # noqa: E402
from cutline.models.decoding import random_order, rerank  # noqa: E402


def test_the_highest_comes_first_and_equal_ones_stay() -> None:
    assert rerank(["a", "b", "c", "d"], [1, 2, 2, 3]) == ["d", "b", "c", "a"]
    assert rerank([], []) == []


def test_scores_fit_their_captions() -> None:
    with pytest.raises(UsageError, match="1 scores for 2 captions"):
        rerank(["a", "b"], [1.0])
    with pytest.raises(UsageError, match="caption 2 is no number"):
        rerank(["a", "b"], [1.0, float("nan")])


def test_random_order_is_of_the_seed_and_the_image() -> None:
    captions = list(range(50))
    one = random_order(captions, image_id=7, seed=1)
    assert sorted(one) == captions
    assert one == random_order(captions, image_id=7, seed=1)
    assert one not in (captions, random_order(captions, 8, 1), random_order(captions, 7, 2))


def test_every_place_is_as_likely() -> None:
    firsts = [random_order(["a", "b", "c", "d"], image)[0] for image in range(4000)]
    assert all(800 < firsts.count(name) < 1200 for name in "abcd")
