"""The middle of a picture, as large as fits: what the whole would have there, and no more."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cutline.detect.onnx.description import InputDescription, Interpolation
from cutline.detect.onnx.prepare import prepared
from tests.detect.onnx.naive_resize import naive_resize

Image = pytest.importorskip("PIL.Image")

WAYS: list[Interpolation] = ["bilinear-tf", "bilinear", "bicubic"]


def described(
    size: tuple[int, int], interpolation: Interpolation, resize: Any = "crop"
) -> InputDescription:
    return InputDescription(
        "images", size, "nhwc", "float32", resize=resize, interpolation=interpolation
    )


def middle(
    pixels: NDArray[np.uint8], size: tuple[int, int], interpolation: Interpolation
) -> NDArray[np.float32]:
    """The whole resized, and then cut."""
    height, width = pixels.shape[:2]
    ratio = max(size[0] / height, size[1] / width)
    inner = round(height * ratio), round(width * ratio)
    whole = naive_resize(pixels, inner, interpolation)
    top, left = (size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2
    return whole[-top : size[0] - top, -left : size[1] - left]


@given(
    st.tuples(st.integers(1, 60), st.integers(1, 60)),
    st.tuples(st.integers(1, 40), st.integers(1, 40)),
    st.sampled_from(WAYS),
    st.integers(0, 99),
)
def test_the_middle_is_what_the_whole_has_there(
    old: tuple[int, int], size: tuple[int, int], interpolation: Interpolation, seed: int
) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (*old, 3), np.uint8)
    found, placement = prepared(pixels, described(size, interpolation))
    assert found.shape == (*size, 3)
    difference = np.abs(found - middle(pixels, size, interpolation)).max()
    # TensorFlow's to the bit; Pillow rounds to bytes in both directions.
    assert difference <= (0 if interpolation == "bilinear-tf" else 2)
    assert (placement.input_height, placement.input_width) == size
    assert placement.offset_x <= 0
    assert placement.offset_y <= 0


@pytest.mark.parametrize("shape", [(1, 3000), (3000, 1)])
@pytest.mark.parametrize("interpolation", ["bilinear", "bicubic"])
def test_of_a_strip_only_the_middle_is_enlarged(
    shape: tuple[int, int], interpolation: Interpolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    resize = Image.Image.resize

    def watched(self: Any, size: tuple[int, int], *rest: Any) -> Any:
        assert size[0] * size[1] < 1_000_000
        return resize(self, size, *rest)

    monkeypatch.setattr(Image.Image, "resize", watched)
    pixels = np.zeros((*shape, 3), np.uint8)
    along = pixels.reshape(3000, 3)
    along[1490:1510] = (10, 20, 30)
    found, placement = prepared(pixels, described((224, 224), interpolation))
    # A single pixel of the strip is as large as the model's input.
    assert (found == np.array([10, 20, 30])).all()
    assert (placement.scale_x, placement.scale_y) == (224, 224)


@pytest.mark.parametrize("shape", [(1, 3000), (3000, 1)])
def test_tensorflows_way_needs_no_more_memory(shape: tuple[int, int]) -> None:
    pixels = np.full((*shape, 3), 50, np.uint8)
    tracemalloc.start()
    try:
        found, _ = prepared(pixels, described((64, 64), "bilinear-tf"))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (found == 50).all()
    # The whole would be 64 x 192,000, some 150 MB.
    assert most < 5_000_000


@pytest.mark.parametrize("shape", [(30, 50), (50, 30), (70, 20), (20, 70)])
@pytest.mark.parametrize("interpolation", ["bilinear", "bicubic"])
def test_pillow_goes_across_first_whatever_its_version(
    shape: tuple[int, int], interpolation: Interpolation
) -> None:
    """Newer versions go down first where that is faster, and have other pixels then."""
    pixels = np.random.default_rng(0).integers(0, 2, (*shape, 3), np.uint8) * 255
    for size in ((24, 24), (40, 12), (12, 40), (90, 90)):
        found, _ = prepared(pixels, described(size, interpolation, "stretch"))
        assert np.array_equal(found, naive_resize(pixels, size, interpolation))


def test_a_long_upright_strip_is_not_made_wide_first() -> None:
    pixels = np.full((20_000, 1, 3), 77, np.uint8)
    seen: list[tuple[int, int]] = []
    resize = Image.Image.resize

    def watched(self: Any, size: tuple[int, int], *rest: Any) -> Any:
        seen.append(size)
        return resize(self, size, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Image.Image, "resize", watched)
        found, _ = prepared(pixels, described((32, 32), "bilinear", "stretch"))
    assert seen == [(1, 32), (32, 32)]
    assert (found == 77).all()
