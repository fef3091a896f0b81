"""Invented images with objects."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from cutline.datasets.object_annotations import ImageObjects

LABELS = [f"class {letter}" for letter in "abcdefghijkl"]

_counts = st.dictionaries(st.sampled_from(LABELS), st.integers(1, 4), max_size=10)
_rotations = st.sampled_from([0.0, 0.0, 0.0, 0.0, 90.0, 270.0, None])
_ids = st.one_of(st.integers(0, 10**6), st.text("abc0123", min_size=1, max_size=5))

#: Collections of images with ids of both kinds, turned and upright, of none to ten classes.
collections = st.lists(
    st.builds(ImageObjects, _ids, _counts, _rotations),
    min_size=1,
    max_size=40,
    unique_by=lambda image: str(image.image_id),
)


def zipf_images(count: int, classes: int, seed: int = 1) -> list[ImageObjects]:
    """Upright images with classes whose frequencies fall as 1/rank."""
    draw = random.Random(seed)
    labels = [f"class {rank}" for rank in range(1, classes + 1)]
    weights = [1 / rank for rank in range(1, classes + 1)]
    images = []
    for number in range(count):
        size = draw.choices([1, 2, 3, 4, 5, 6, 7, 9], [30, 25, 18, 12, 8, 4, 2, 1])[0]
        chosen: set[str] = set()
        while len(chosen) < size:
            chosen.update(draw.choices(labels, weights, k=size - len(chosen)))
        counts = {label: draw.randint(1, 5) for label in sorted(chosen)}
        images.append(ImageObjects(f"image {number}", counts))
    return images
