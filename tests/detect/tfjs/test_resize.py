"""Resizing as an operation of a graph."""

from __future__ import annotations

import numpy as np

from tests.detect.tfjs import restated
from tests.detect.tfjs.graphs import graph, one, random, run


def test_the_operation_is_the_same_in_a_graph() -> None:
    x = 255 * random(2, 31, 17, 3)
    of = graph(one("ResizeBilinear", "x", "size", align_corners={"b": False}), size=[20, 40])
    expected = [restated.resized(picture, 20, 40) for picture in x]
    np.testing.assert_allclose(run(of, x, known=(None, None, None, 3)), expected, atol=2e-3)


def test_aligned_corners_stay_where_they_are() -> None:
    x = random(1, 5, 7, 2)
    of = graph(one("ResizeBilinear", "x", "size", align_corners={"b": True}), size=[9, 13])
    np.testing.assert_allclose(run(of, x)[:, ::2, ::2], x, atol=1e-6)
