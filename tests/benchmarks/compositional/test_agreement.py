"""How far references agree on pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.compositional.agreement import PairAgreement, agreement_on
from cutline.benchmarks.compositional.found_pairs import find_pairs
from tests.benchmarks.compositional.small_benchmarks import benchmark, pair

SAYS, OTHER = "a black cat", "a dog"


def on_black_cat(references: Sequence[Sequence[str]]) -> PairAgreement:
    [found] = agreement_on(find_pairs(benchmark(*references), [pair("black cat")], "words")).pairs
    return found


def fleiss_kappa(counts: Sequence[int], raters: int) -> float:
    """By its definition, for two categories."""
    images = len(counts)
    agreed = [
        (n * (n - 1) + (raters - n) * (raters - n - 1)) / (raters * (raters - 1)) for n in counts
    ]
    share = sum(counts) / (images * raters)
    by_chance = share**2 + (1 - share) ** 2
    return (sum(agreed) / images - by_chance) / (1 - by_chance)


def test_a_known_answer() -> None:
    found = on_black_cat([[SAYS, SAYS, OTHER], [SAYS, OTHER, OTHER], [OTHER] * 3])
    assert (found.images, found.by_agreement, found.mean) == (2, (1, 1, 0), 1.5)
    # Three references have it, each beside two others; two of the six do.
    assert found.another == pytest.approx(2 / 6)
    assert found.base_rate == pytest.approx(3 / 9)
    assert found.kappa == pytest.approx(0)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.integers(2, 4))
def test_kappa_is_that_of_fleiss(counts: list[int], raters: int) -> None:
    counts = [min(count, raters) for count in counts]
    found = on_black_cat([[SAYS] * n + [OTHER] * (raters - n) for n in counts])
    if 0 < sum(counts) < raters * len(counts):
        assert found.kappa == pytest.approx(fleiss_kappa(counts, raters))
    else:
        assert found.kappa is None


def test_one_reference_agrees_with_nobody() -> None:
    found = on_black_cat([[SAYS], [OTHER]])
    assert (found.mean, found.another, found.kappa) == (1.0, None, None)


def test_a_pair_that_does_not_occur() -> None:
    found = on_black_cat([[OTHER, OTHER]])
    assert (found.images, found.mean, found.another, found.base_rate) == (0, None, None, 0.0)


def test_means_over_pairs_and_over_images() -> None:
    references = (
        ["a black cat", "a black cat", "a black cat"],
        ["a red bus", "a dog", "a dog"],
        ["a red bus", "a dog", "a dog"],
    )
    pairs = [pair("black cat"), pair("red bus"), pair("small plane")]
    found = agreement_on(find_pairs(benchmark(*references), pairs))
    assert found.mean_over_pairs == pytest.approx((3 + 1) / 2)
    assert found.mean_over_images == pytest.approx((3 + 1 + 1) / 3)
    assert found.table()["images"] == [1, 2, 0]
    assert json.loads(json.dumps(found.to_dict()))["mean_over_pairs"] == 2.0
    assert [
        p.pair.name
        for p in agreement_on(find_pairs(benchmark(*references), pairs), pairs[1:2]).pairs
    ] == ["red bus"]


def test_nothing_to_agree_on() -> None:
    found = agreement_on(find_pairs(benchmark(["a dog"]), [pair("black cat")]))
    assert (found.mean_over_pairs, found.mean_over_images, found.mean_kappa) == (None, None, None)
