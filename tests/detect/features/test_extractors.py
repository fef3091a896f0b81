"""Features of grids and of regions, with a network whose answers are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import ContentError, FileError, MissingPartError
from cutline.core.types import Detection
from cutline.datasets.pictures import PictureFile
from cutline.detect import ready
from cutline.detect.features import GridExtractor, RegionExtractor, extract_files
from cutline.detect.features.pooling import cell_boxes, pooled
from cutline.detect.run import Unseen
from tests.datasets.pictures.made_pictures import quarters, save
from tests.detect.features.made_network import write_network
from tests.detect.made_detector import MadeDetector
from tests.detect.made_pictures import picture
from tests.detect.onnx.made_models import describe, write_grid

#: Red and green above, blue and black below.
COLOURS = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]


@pytest.fixture
def grid(tmp_path: Path) -> GridExtractor:
    return GridExtractor(write_network(tmp_path / "network"), jobs=1)


def quartered(width: int = 8, height: int = 8, name: str = "a.jpg") -> object:
    half = width // 2, height // 2
    return picture(
        width,
        height,
        name,
        red=(0, 0, *half),
        green=(half[0], 0, width, half[1]),
        blue=(0, half[1], half[0], height),
    )


def test_a_grid_covers_the_whole_picture(grid: GridExtractor) -> None:
    assert (grid.size, grid.rows, grid.columns, grid.classes) == (3, 2, 2, ())
    # Of a long picture nothing is cropped, although the network's own use would.
    for shape in ((8, 8), (32, 8)):
        (found,) = grid.extract([quartered(*shape)])  # type: ignore[list-item]
        np.testing.assert_allclose(found.features, COLOURS, atol=1e-6)
        np.testing.assert_array_equal(found.boxes, cell_boxes(2, 2))
    assert grid.signature.startswith("grid(2x2)|made|model:")


def test_pictures_in_batches_are_as_one_by_one(tmp_path: Path) -> None:
    pictures = [quartered(8 + n, 8 + n % 3) for n in range(19)]
    single = GridExtractor(write_network(tmp_path / "single", batch=1), jobs=2)
    many = GridExtractor(write_network(tmp_path / "many"), jobs=2)
    for one, other in zip(single.extract(pictures), many.extract(pictures), strict=True):  # type: ignore[arg-type]
        np.testing.assert_allclose(one.features, other.features, atol=1e-6)


def test_regions_are_means_of_what_lies_in_them(grid: GridExtractor) -> None:
    boxes = {"left": (0, 0, 4, 8), "dot": (6, 1, 0, 0), "out": (4, 4, 100, 100)}
    detector = MadeDetector(
        {"a.jpg": tuple(Detection(label, 0.5, box) for label, box in boxes.items())}
    )
    extractor = RegionExtractor(grid, detector)
    (found,) = extractor.extract([quartered()])  # type: ignore[list-item]
    assert extractor.classes == ("left", "dot", "out")
    assert found.labels is not None
    assert found.labels.tolist() == [-1, 0, 1, 2]
    assert found.scores is not None
    assert found.scores.tolist() == [1.0, 0.5, 0.5, 0.5]
    assert found.boxes is not None
    assert found.boxes[0].tolist() == [0, 0, 1, 1]
    assert found.boxes[3].tolist() == [0.5, 0.5, 1, 1]
    expected = [[0.25] * 3, [0.5, 0, 0.5], [0, 1, 0], [0, 0, 0]]
    np.testing.assert_allclose(found.features, expected, atol=1e-6)


def test_labels_without_boxes_have_no_region(grid: GridExtractor) -> None:
    extractor = RegionExtractor(grid, MadeDetector({"a.jpg": (Detection("dog"),)}))
    (found,) = extractor.extract([quartered()])  # type: ignore[list-item]
    assert len(found) == 1
    assert "boxes:made|..." in extractor.signature


def test_pooling_weighs_cells_by_their_share() -> None:
    random = np.random.default_rng(1)
    grid = random.random((5, 7, 3))
    boxes = np.sort(random.random((20, 2, 2)), axis=1).reshape(20, 4)
    fine = grid.repeat(60, axis=0).repeat(60, axis=1)  # 300 x 420 x 3
    for box, found in zip(boxes, pooled(grid, boxes), strict=True):
        left, right = np.rint(box[[0, 2]] * 420).astype(int)
        top, bottom = np.rint(box[[1, 3]] * 300).astype(int)
        if right > left and bottom > top:
            exact = pooled(grid, np.array([[left / 420, top / 300, right / 420, bottom / 300]]))
            np.testing.assert_allclose(
                exact[0], fine[top:bottom, left:right].mean(axis=(0, 1)), rtol=1e-5
            )
        assert found.shape == (3,)
    np.testing.assert_allclose(pooled(grid, cell_boxes(5, 7)), grid.reshape(35, 3), rtol=1e-6)


def test_what_cannot_be_opened_is_told_and_passed_over(grid: GridExtractor, tmp_path: Path) -> None:
    save(tmp_path / "a.png", quarters())
    (tmp_path / "b.png").write_bytes(b"no picture")
    save(tmp_path / "c.png", quarters())
    files = [PictureFile(name, tmp_path / name) for name in ("a.png", "b.png", "c.png")]
    found = list(extract_files(grid, files, jobs=1))
    assert isinstance(found[1], Unseen)
    assert "b.png" in found[1].reason
    # A detector that fails with one picture does not keep the others from being described.
    picky = RegionExtractor(grid, MadeDetector({"a.png": ()}))
    found = list(extract_files(picky, files, jobs=1))
    assert [isinstance(one, Unseen) for one in found] == [False, True, True]
    assert isinstance(found[2], Unseen)
    assert "c.png: image 'c.png': nobody knows" in found[2].reason


def test_models_without_features_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_grid(tmp_path)
    describe(tmp_path)
    with pytest.raises(FileError, match="names no output of features"):
        GridExtractor(tmp_path)
    describe(tmp_path, outputs={"boxes": "boxes", "scores": "scores", "features": "scores"})
    with pytest.raises(FileError, match="its features are 1 x 16 x 3, expected pictures x size"):
        GridExtractor(tmp_path)
    monkeypatch.setattr(ready, "ready_folder", lambda name: None)
    with pytest.raises(MissingPartError, match="cutline detect get imagenet"):
        GridExtractor()


def test_a_detectors_error_names_the_picture(grid: GridExtractor) -> None:
    with pytest.raises(ContentError, match="nobody knows"):
        RegionExtractor(grid, MadeDetector({})).extract([quartered()])  # type: ignore[list-item]
