"""The entropy that is kept up to date equals the one computed anew."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.selection.entropy import ClassEntropy
from tests.benchmarks.selection.slow_selection import slow_entropy

CLASSES = 7

rows = st.dictionaries(
    st.integers(0, CLASSES - 1), st.integers(1, 50), min_size=1, max_size=CLASSES
)


def arrays(row: dict[int, int], width: int = CLASSES) -> tuple[np.ndarray, np.ndarray]:
    """A row filled up with padding."""
    spare = width - len(row)
    return np.array([*row, *[CLASSES] * spare]), np.array([*row.values(), *[0] * spare])


def named(counts: np.ndarray) -> dict[str, int]:
    return {str(place): int(count) for place, count in enumerate(counts)}


@given(st.lists(rows, min_size=1, max_size=30))
def test_every_step_equals_the_entropy_computed_anew(added: list[dict[int, int]]) -> None:
    entropy = ClassEntropy(CLASSES)
    expected = np.zeros(CLASSES, np.int64)
    for row in added:
        entropy.add(*arrays(row))
        for number, count in row.items():
            expected[number] += count
        assert entropy.counts.tolist() == expected.tolist()
        assert entropy.total == expected.sum()
        assert entropy.value == pytest.approx(slow_entropy(named(expected)), abs=1e-12)


@given(st.lists(rows, max_size=5), st.lists(rows, min_size=1, max_size=6))
def test_gains_are_differences_times_the_total(
    before: list[dict[int, int]], candidates: list[dict[int, int]]
) -> None:
    entropy = ClassEntropy(CLASSES)
    for row in before:
        entropy.add(*arrays(row))
    classes, counts = map(np.array, zip(*map(arrays, candidates), strict=True))
    gains = entropy.gains(classes, counts)
    for row, gain in zip(candidates, gains.tolist(), strict=True):
        after = entropy.counts
        for number, count in row.items():
            after[number] += count
        difference = slow_entropy(named(after)) - entropy.value
        assert gain == pytest.approx(difference * max(1, entropy.total), abs=1e-9)


def test_a_hundred_thousand_images_leave_no_drift() -> None:
    draw = np.random.default_rng(5)
    entropy = ClassEntropy(CLASSES)
    for size in draw.integers(1, CLASSES + 1, 100_000).tolist():
        entropy.add(draw.permutation(CLASSES)[:size], draw.integers(1, 9, size))
    expected = slow_entropy(named(entropy.counts))
    assert abs(entropy.value - expected) < 1e-13


def test_nothing_counted_has_no_entropy() -> None:
    assert ClassEntropy(3).value == 0.0


def test_one_class_alone_has_no_entropy_and_never_less() -> None:
    entropy = ClassEntropy(2)
    for count in (3, 7, 1, 5):
        entropy.add(np.array([1]), np.array([count]))
        assert 0.0 <= entropy.value < 1e-14


def test_padding_counts_nothing() -> None:
    padded, plain = ClassEntropy(CLASSES), ClassEntropy(CLASSES)
    padded.add(*arrays({0: 2, 4: 1}))
    plain.add(*arrays({0: 2, 4: 1}, width=2))
    assert padded.value == plain.value == pytest.approx(math.log2(3) - 2 / 3)
    assert padded.total == 3
