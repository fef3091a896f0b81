"""The ready-made models themselves, fetched with the registries' clients once."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.detect.ready import get_ready, ready_folder, ready_models
from cutline.detect.tensorflow_resize import resize_bilinear
from tests.detect.photos import pictures
from tests.detect.ready.make_golden import GOLDEN, chosen, golden_picture
from tests.shared_data import shared_data

KEYS = {
    *("cutline", "version", "name", "model", "sha256", "kind", "input", "outputs", "box_format"),
    *("score_activation", "background", "labels", "threshold", "nms_iou", "max_objects"),
    *("licence", "source"),
}


def obtained(name: str) -> tuple[dict[str, Any], Any]:
    """A model's description, and a session that runs it; skips where it cannot be had."""
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    try:
        folder = get_ready(name)
    except (FileError, MissingPartError) as error:
        if "could not fetch" in str(error) or "is not installed" in str(error):
            pytest.skip(str(error))
        raise
    assert ready_folder(name) == folder
    description = json.loads((folder / "detector.json").read_text(encoding="utf-8"))
    session = onnxruntime.InferenceSession(
        str(folder / description["model"]), providers=["CPUExecutionProvider"]
    )
    return description, session


@pytest.mark.parametrize("name", [model.name for model in ready_models()])
def test_a_description_fits_its_model(name: str) -> None:
    description, session = obtained(name)
    # Where no boxes are, none can be left out for another.
    assert set(description) == (KEYS if name == "imagenet" else {*KEYS, "nms_labels"})
    assert (description["name"], description["version"]) == (name, 1)
    [given] = session.get_inputs()
    assert given.name == description["input"]["name"]
    side, *_ = description["input"]["size"]
    sizes = {"nhwc": ["batch", side, side, 3], "nchw": ["batch", 3, side, side]}
    assert given.shape == sizes[description["input"]["layout"]]
    outputs = {output.name: output.shape for output in session.get_outputs()}
    assert set(outputs) == set(description["outputs"].values())
    assert outputs[description["outputs"]["scores"]][-1] == len(description["labels"])


def test_coco_ssd_sees_what_people_annotated() -> None:
    description, session = obtained("coco-ssd")
    annotations = shared_data("coco_mini/instances_val2017.json")
    image = pytest.importorskip("PIL.Image")
    content = json.loads(annotations.read_text(encoding="utf-8"))
    people = {record["image_id"] for record in content["annotations"] if record["category_id"] == 1}
    folder = shared_data("coco_mini/val2017_320px")
    right = 0
    # The folder has more pictures than were annotated.
    annotated = {record["id"] for record in content["images"]}
    files = [file for file in sorted(folder.glob("*.jpg")) if int(file.stem) in annotated][:30]
    for file in files:
        pixels = np.asarray(image.open(file).convert("RGB"))
        batch = resize_bilinear(pixels, *description["input"]["size"])[None]
        [scores] = session.run(["scores"], {"images": batch})
        best = scores[0, :, description["labels"].index("person")].max()
        right += (best > 0.4) == (int(file.stem) in people)
    assert right >= 0.8 * len(files)


def whole_picture(pixels: Any) -> Any:
    batch = resize_bilinear(pixels, 224, 224)[None].transpose(0, 3, 1, 2)
    return (batch - 127) / 128


def test_imagenet_gives_probabilities_and_features() -> None:
    _, session = obtained("imagenet")
    batch = np.concatenate([whole_picture(pixels) for pixels in pictures(3)]).astype(np.float32)
    probabilities, features = session.run(["probabilities", "features"], {"images": batch})
    assert (probabilities.shape, features.shape) == ((3, 1000), (3, 1280, 7, 7))
    np.testing.assert_allclose(probabilities.sum(1), 1, atol=1e-5)
    assert 0 <= features.min() < features.max() <= 6


def test_imagenet_gives_what_the_official_program_gives() -> None:
    _, session = obtained("imagenet")
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    found = chosen(*session.run(["probabilities", "features"], {"images": golden_picture()}))
    assert found["classes"] == golden["classes"]
    for name in ("probabilities", "features"):
        np.testing.assert_allclose(found[name], golden[name], atol=1e-4)


@pytest.mark.parametrize(
    ("photo", "label"),
    [("000000019221", "broccoli"), ("000000011813", "tripod"), ("000000018575", "plate")],
)
def test_imagenet_knows_what_a_photo_shows(photo: str, label: str) -> None:
    description, session = obtained("imagenet")
    image = pytest.importorskip("PIL.Image")
    file = shared_data(f"coco_mini/val2017_320px/{photo}.jpg")
    pixels = np.asarray(image.open(file).convert("RGB"))
    batch = whole_picture(pixels).astype(np.float32)
    [probabilities] = session.run(["probabilities"], {"images": batch})
    assert description["labels"][int(probabilities[0].argmax())] == label
