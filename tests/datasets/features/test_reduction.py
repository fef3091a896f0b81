"""Fewer numbers a region: what is kept, and that others are made smaller in the same way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.features import FeatureStore, FeatureWriter, Regions
from cutline.datasets.features.reduction import find_reduction, read_reduction, write_reduced
from tests.datasets.features.made_regions import made


def flat_store(path: Path, seed: int, made_by: str = "test") -> FeatureStore:
    """Vectors of 6 numbers that differ along two directions alone."""
    chance = np.random.default_rng(seed)
    directions = np.random.default_rng(0).normal(size=(2, 6))
    with FeatureWriter(path, 6, ("dog", "cat"), made_by) as writer:
        for image_id in range(20):
            regions = made(image_id, 12)
            features = 5 + chance.normal(size=(12, 2)) @ directions
            writer.add(image_id, Regions(features, regions.boxes, regions.labels, regions.scores))  # type: ignore[arg-type]
    return FeatureStore.open(path)


def distances(features: np.ndarray) -> np.ndarray:
    return np.linalg.norm(features[:, None] - features[None], axis=-1)


def test_what_differs_is_kept(tmp_path: Path) -> None:
    store = flat_store(tmp_path / "large", 1)
    reduction = find_reduction(store, 2, [1, 2, 3, 4, 5])
    write_reduced(store, tmp_path / "small", reduction, precision="float32")
    small = FeatureStore.open(tmp_path / "small")
    assert (small.size, small.ids, small.classes) == (2, store.ids, store.classes)
    found, before = small.regions(9), store.regions(9)
    ratio = distances(found.features) / np.maximum(distances(before.features), 1e-9)
    is_other = ~np.eye(12, dtype=bool)
    np.testing.assert_allclose(ratio[is_other], ratio[0, 1], rtol=1e-3)
    np.testing.assert_array_equal(found.boxes, before.boxes)
    np.testing.assert_array_equal(found.labels, before.labels)
    every = np.concatenate([small.regions(image_id).features for image_id in small.ids])
    assert np.abs(every.mean()) < 0.3
    assert 0.7 < every.std() < 1.3


def test_other_pictures_are_made_smaller_alike(tmp_path: Path) -> None:
    store, other = flat_store(tmp_path / "one", 1), flat_store(tmp_path / "other", 2)
    write_reduced(store, tmp_path / "small", find_reduction(store, 2))
    again = read_reduction(tmp_path / "small")
    write_reduced(other, tmp_path / "small other", again)
    stores = [FeatureStore.open(tmp_path / name) for name in ("small", "small other")]
    assert stores[0].made_by == stores[1].made_by
    assert stores[0].made_by.startswith("test|components(2):")
    np.testing.assert_allclose(
        stores[1].regions(3).features, again.of(other.regions(3).features), atol=5e-3
    )
    strange = flat_store(tmp_path / "strange", 3, made_by="another network")
    with pytest.raises(UsageError, match="made by 'another network', and the directions are for"):
        write_reduced(strange, tmp_path / "no", again)


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    store = flat_store(tmp_path / "large", 1)
    with pytest.raises(UsageError, match="features of 6 numbers are reduced to 1 to 5, not 6"):
        find_reduction(store, 6)
    with pytest.raises(FileError, match=r"were not reduced: there is no reduction\.npz"):
        read_reduction(tmp_path / "large")
    write_reduced(store, tmp_path / "small", find_reduction(store, 2))
    (tmp_path / "small" / "reduction.npz").write_bytes(b"nothing")
    with pytest.raises(FileError, match="is damaged"):
        read_reduction(tmp_path / "small")
    with FeatureWriter(tmp_path / "few", 6) as writer:
        writer.add(1, made(1, 2))
    with pytest.raises(ContentError, match="2 regions are too few to find 3 directions with"):
        find_reduction(FeatureStore.open(tmp_path / "few"), 3)
