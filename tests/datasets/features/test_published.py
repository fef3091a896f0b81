"""Published features: each layout gives the same store, and what is damaged is passed over."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.features import FeatureStore
from cutline.datasets.features.published import convert
from tests.datasets.features.made_regions import made

WIDTH, HEIGHT = 200, 100
PIXELS = np.array([[0, 0, 100, 100], [50, 25, 200, 50], [10, 10, 20, 20]], np.float32)
SHARES = PIXELS / [WIDTH, HEIGHT, WIDTH, HEIGHT]


def encoded(array: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def six_columns(image_id: object, seed: int) -> str:
    row = [image_id, WIDTH, HEIGHT, 3, encoded(PIXELS), encoded(made(seed).features)]
    return "\t".join(map(str, row)) + "\n"


def check(store: FeatureStore, ids: tuple[object, ...]) -> None:
    """That the images are those of seeds 1 and 2."""
    assert store.ids == ids
    for image_id, seed in zip(store.ids, (1, 2), strict=True):
        found = store.regions(image_id)
        np.testing.assert_array_equal(found.features, made(seed).features)
        np.testing.assert_allclose(found.boxes, SHARES, rtol=1e-6)


def test_bottom_up_attention(tmp_path: Path) -> None:
    text = six_columns(42, 1) + six_columns("a.jpg", 2)
    (tmp_path / "a.tsv").write_text(text)
    (tmp_path / "b.tsv.gz").write_bytes(gzip.compress(text.encode()))
    steps: list[float] = []
    for name in ("a.tsv", "b.tsv.gz"):
        done = convert("tsv", [str(tmp_path / name)], tmp_path / "out", step=steps.append)
        assert (done.images, done.unread) == (2, ())
        store = FeatureStore.open(tmp_path / "out")
        check(store, (42, "a.jpg"))
        assert store.made_by == f"tsv:{name}"
    assert steps[1] == steps[-1] == 1.0


def test_lxmert_has_labels_too(tmp_path: Path) -> None:
    regions = made(1)
    numbers = np.array([3, 1, 0], np.int64)
    row = [
        "COCO_val2014_000000000042",
        HEIGHT,
        WIDTH,
        encoded(numbers),
        encoded(regions.scores),
        encoded(numbers),
        encoded(regions.scores),
        3,
        encoded(PIXELS),
        encoded(regions.features),
    ]
    (tmp_path / "a.tsv").write_text("\t".join(map(str, row)) + "\n")
    convert("tsv", [str(tmp_path / "a.tsv")], tmp_path / "out", classes=["a", "b", "c", "d"])
    found = FeatureStore.open(tmp_path / "out")
    assert found.ids == ("COCO_val2014_000000000042",)
    assert found.regions(found.ids[0]).labels.tolist() == [3, 1, 0]  # type: ignore[union-attr]
    np.testing.assert_array_equal(found.regions(found.ids[0]).scores, regions.scores)


def test_damaged_lines_are_passed_over(tmp_path: Path) -> None:
    whole = six_columns(1, 1)
    short = whole[:-9] + "\n"
    bad = whole.replace(f"\t{WIDTH}\t", "\twide\t")
    twice = whole
    (tmp_path / "a.tsv").write_text(short + whole + bad + twice + six_columns(2, 2))
    done = convert("tsv", [str(tmp_path / "a.tsv")], tmp_path / "out")
    check(FeatureStore.open(tmp_path / "out"), (1, 2))
    assert [reason.rpartition("a.tsv, ")[2][:42] for reason in done.unread] == [
        "line 1: features are no numbers in base64:",
        "line 3: image_w is b'wide', expected a who",
        "line 4: image 1: was added before: a store",
    ]


def test_other_tables_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("1\tthe dog\n")
    with pytest.raises(FileError, match="line 1: has 2 columns, expected the 6 of bottom-up"):
        convert("tsv", [str(tmp_path / "a.tsv")], tmp_path / "out")
    with pytest.raises(FileError, match=r"no.tsv: cannot be read"):
        convert("tsv", [str(tmp_path / "no.tsv")], tmp_path / "out")
    (tmp_path / "empty.tsv").touch()
    with pytest.raises(ContentError, match="holds no image's features"):
        convert("tsv", [str(tmp_path / "empty.tsv")], tmp_path / "out")
    with pytest.raises(UsageError, match=r"no layout 'tvs' .did you mean tsv"):
        convert("tvs", [str(tmp_path / "empty.tsv")], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def write_h5(path: Path, **arrays: Any) -> str:
    h5py = pytest.importorskip("h5py")
    with h5py.File(path, "w") as file:
        for name, value in arrays.items():
            if isinstance(value, list):
                kind = h5py.vlen_dtype(np.dtype("float32"))
                file.create_dataset(name, (len(value),), dtype=kind)
                for row, one in enumerate(value):
                    file[name][row] = one
            else:
                file.create_dataset(name, data=value)
    return str(path)


def test_h5_of_equal_lengths_and_of_different_ones(tmp_path: Path) -> None:
    sizes = {"width": np.array([WIDTH] * 2), "height": np.array([HEIGHT] * 2)}
    both = [made(1).features, made(2).features]
    filled = np.zeros((2, 5, 6), np.float32)
    filled[:, :3] = both
    boxes = np.zeros((2, 5, 4), np.float32)
    boxes[:, :3] = PIXELS
    common = {"image_id": np.array([42, 7]), "num_boxes": np.array([3, 3]), **sizes}
    paths = [
        write_h5(tmp_path / "a.h5", features=filled, boxes=boxes, **common),
        write_h5(
            tmp_path / "b.h5",
            features=[one.ravel() for one in both],
            boxes=[PIXELS.ravel()] * 2,
            **common,
        ),
    ]
    for path in paths:
        done = convert("h5", [path], tmp_path / "out")
        assert done.unread == ()
        check(FeatureStore.open(tmp_path / "out"), (42, 7))


def test_h5_with_classes_and_ids_of_text(tmp_path: Path) -> None:
    path = write_h5(
        tmp_path / "a.h5",
        image_id=np.array([b"abc", b"42"]),
        features=np.stack([made(1).features, made(2).features]),
        classes=np.array([[1, 0, 1]] * 2),
        scores=np.array([[0.5, 0.25, 1.0]] * 2),
        boxes=np.stack([SHARES, SHARES]),
    )
    convert("h5", [path], tmp_path / "out", classes=("dog", "cat"))
    store = FeatureStore.open(tmp_path / "out")
    check(store, ("abc", 42))
    assert store.regions(42).labels.tolist() == [1, 0, 1]  # type: ignore[union-attr]


def test_h5_that_lacks_something_is_told(tmp_path: Path) -> None:
    features = np.stack([made(1).features, made(2).features])
    path = write_h5(tmp_path / "a.h5", ids=np.array([1, 2]), features=features)
    with pytest.raises(FileError, match=r"no array 'image_id'; .* found features, ids"):
        convert("h5", [path], tmp_path / "out")
    path = write_h5(tmp_path / "b.h5", image_id=np.array([1, 2, 3]), features=features)
    with pytest.raises(FileError, match="different lengths: image_id 3, features 2"):
        convert("h5", [path], tmp_path / "out")
    path = write_h5(
        tmp_path / "c.h5",
        image_id=np.array([1, 2]),
        features=features,
        boxes=np.stack([PIXELS] * 2),
    )
    with pytest.raises(ContentError, match="boxes are in pixels, and no width"):
        convert("h5", [path], tmp_path / "out")
    (tmp_path / "d.h5").write_bytes(b"no HDF5")
    with pytest.raises(FileError, match=r"d.h5: is damaged, or not HDF5"):
        convert("h5", [str(tmp_path / "d.h5")], tmp_path / "out")


def test_folders_of_numpy_files(tmp_path: Path) -> None:
    size = {"image_w": WIDTH, "image_h": HEIGHT}
    folder = tmp_path / "npz"
    folder.mkdir()
    # As openvqa has it: size x regions.
    np.savez(folder / "COCO_val2014_000000000007.npz", x=made(1).features.T, bbox=PIXELS, **size)
    np.savez(folder / "000000000042.npz", feat=made(2).features, boxes=SHARES)
    done = convert("npz", [str(folder)], tmp_path / "out")
    assert done.unread == ()
    store = FeatureStore.open(tmp_path / "out")
    assert store.ids == (42, 7)
    np.testing.assert_array_equal(store.regions(7).features, made(1).features)
    np.testing.assert_allclose(store.regions(7).boxes, SHARES, rtol=1e-6)


def test_damaged_numpy_files_are_passed_over(tmp_path: Path) -> None:
    np.savez(tmp_path / "dog.npz", features=made(1).features.reshape(1, 3, 6))
    np.savez(tmp_path / "other.npz", vectors=made(1).features)
    (tmp_path / "text.npz").write_text("no numbers")
    done = convert("npz", [str(tmp_path)], tmp_path / "out")
    assert FeatureStore.open(tmp_path / "out").ids == ("dog",)
    assert len(done.unread) == 2
    assert "found vectors, expected one of x, feat, features" in done.unread[0]
    assert "it is no zip file of arrays, or is cut short" in done.unread[1]
    with pytest.raises(FileError, match=r"holds no .npz files"):
        convert("npz", [str(tmp_path / "out")], tmp_path / "other")
