"""Attention over a photo."""

from __future__ import annotations

import base64
import io

import numpy as np
import pytest

from cutline.cli.model_study.photos.maps import attention_map, veil
from cutline.detect.features.pooling import cell_boxes

Image = pytest.importorskip("PIL.Image")


def test_weight_is_spread_over_the_box() -> None:
    weights = np.array([0.1, 0.2, 0.3, 0.4])
    found = attention_map(weights, cell_boxes(2, 2), 8)
    assert found[0, 0] == pytest.approx(0.25)
    assert found[0, 7] == pytest.approx(0.5)
    assert found[7, 7] == 1
    # A small region with the same weight was looked at more closely than a large one.
    boxes = np.array([[0, 0, 1, 1], [0, 0, 0.5, 0.5]])
    found = attention_map(np.array([0.5, 0.5]), boxes, 4)
    assert found[0, 0] == 1
    assert found[3, 3] == pytest.approx(0.2)
    assert not attention_map(np.zeros(4), cell_boxes(2, 2)).any()


def test_a_veil_is_thin_where_the_captioner_looked() -> None:
    address = veil(np.array([0.0, 0.0, 0.0, 1.0]), cell_boxes(2, 2))
    start = "data:image/png;base64,"
    assert address.startswith(start)
    with Image.open(io.BytesIO(base64.b64decode(address.removeprefix(start)))) as image:
        alpha = np.asarray(image)[..., 1]
    side = len(alpha)
    assert alpha[0, 0] > 190
    assert alpha[3 * side // 4, 3 * side // 4] < 10
