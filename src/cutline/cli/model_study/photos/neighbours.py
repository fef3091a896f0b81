"""A control that writes nothing itself: the caption of the training image that is most alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.cli.model_study.photos.inputs import Photos
from cutline.core.types import ImageId, Run
from cutline.datasets.features import FeatureStore

NAME = "nearest-neighbour"


def neighbour_run(photos: Photos, store: FeatureStore) -> Run:
    """For each test image the first caption of the nearest training image.

    Near is the angle between the mean vectors of two images. What a captioner adds to remembering
    is what it scores above this.
    """
    train = photos.parts["train"]
    known = _means(store, train.image_ids)
    asked = _means(store, photos.test.image_ids)
    nearest = (asked @ known.T).argmax(axis=1)
    captions = {
        image_id: [train.references[place][0]]
        for image_id, place in zip(photos.test.image_ids, nearest.tolist(), strict=True)
    }
    return Run(NAME, captions)


def _means(store: FeatureStore, ids: Sequence[ImageId]) -> NDArray[np.float32]:
    means = np.stack([store.regions(image_id).features.mean(axis=0) for image_id in ids])
    return np.asarray(means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9))
