"""Sums that do not depend on order, and sums in numpy's order."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.scale import ordered_sum as ordered
from cutline.scale.exact_sum import ExactSums
from cutline.scale.ordered_sum import ordered_sum

FINITE = st.floats(allow_nan=False, allow_infinity=False, width=64)


@given(st.lists(FINITE, max_size=40), st.integers(0, 40))
def test_sums_are_exact_however_they_are_divided(numbers: list[float], cut: int) -> None:
    column = np.array(numbers, dtype=np.float64).reshape(-1, 1)
    exact = sum(map(Fraction, numbers), Fraction(0))
    try:
        expected = float(exact)
    except OverflowError:
        return
    whole = ExactSums.of(column)
    in_two = ExactSums.total([ExactSums.of(column[cut:]), ExactSums.of(column[:cut])])
    assert whole.rounded().tolist() == [expected]
    assert in_two == whole
    assert ExactSums.from_text(whole.to_text()) == whole


def test_what_is_no_number_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="finite"):
        ExactSums.of(np.array([[np.nan]]))


@pytest.mark.parametrize("count", [0, 1, 127, 128, 129, 1000, 4096, 4099, 20_011])
def test_sums_are_numpys_own(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordered, "_AT_ONCE", 256)
    numbers = np.random.default_rng(count).lognormal(0, 4, count)
    for pieces in (1, 3, 17):
        found = ordered_sum(np.array_split(numbers, pieces), count)
        assert found == float(np.sum(numbers))
        assert found / max(count, 1) == (float(np.mean(numbers)) if count else 0.0)


def test_too_few_numbers_are_told() -> None:
    with pytest.raises(ValueError, match="2 numbers fewer"):
        ordered_sum([np.ones(3)], 5)
