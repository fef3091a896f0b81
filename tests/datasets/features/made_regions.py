"""Regions made for tests."""

from __future__ import annotations

import numpy as np

from cutline.datasets.features import Regions

SIZE = 6


def made(seed: int, count: int = 3, size: int = SIZE) -> Regions:
    """Regions with everything that can be known of them."""
    random = np.random.default_rng(seed)
    return Regions(
        random.normal(size=(count, size)).astype(np.float32),
        np.sort(random.random((count, 4)), axis=1).astype(np.float32),
        random.integers(-1, 2, count).astype(np.int32),
        random.random(count).astype(np.float32),
    )


def same(found: Regions, expected: Regions, exact: bool = True) -> None:
    """Fail where two differ."""
    assert found.parts == expected.parts
    tolerance = 0.0 if exact else 2e-3
    np.testing.assert_allclose(found.features, expected.features, rtol=tolerance, atol=tolerance)
    for part in ("boxes", "labels", "scores"):
        one, other = getattr(found, part), getattr(expected, part)
        if other is not None:
            np.testing.assert_array_equal(one, other)
