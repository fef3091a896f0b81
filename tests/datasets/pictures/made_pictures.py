"""Pictures made for tests: four quarters that tell which way up they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image")

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)


def quarters(width: int = 40, height: int = 20) -> np.ndarray:
    """Red and green above, blue and black below."""
    pixels = np.zeros((height, width, 3), dtype=np.uint8)
    pixels[: height // 2, : width // 2] = RED
    pixels[: height // 2, width // 2 :] = GREEN
    pixels[height // 2 :, : width // 2] = BLUE
    return pixels


def save(path: Path, pixels: np.ndarray | None = None, **options: object) -> Path:
    """Write a picture in the format that its name says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(quarters() if pixels is None else pixels).save(path, **options)
    return path


def corners(pixels: np.ndarray) -> list[tuple[int, ...]]:
    """The colours of the four quarters, as clearly as a lossy format keeps them."""
    height, width = pixels.shape[:2]
    places = [(0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)]
    found = [pixels[int(y * height), int(x * width)] for y, x in places]
    return [tuple(255 if value > 127 else 0 for value in pixel.tolist()) for pixel in found]
