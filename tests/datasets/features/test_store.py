"""Stores of features: what is written is read, and what is damaged is told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.features import FeatureStore, FeatureWriter, Regions
from tests.datasets.features.made_regions import SIZE, made, same


def written(path: Path, **settings: object) -> Path:
    with FeatureWriter(path, SIZE, ("dog", "cat"), "test", **settings) as writer:  # type: ignore[arg-type]
        writer.add(7, made(1))
        writer.add("7", made(2, 1))
        writer.add("a/b.jpg", made(3, 0))
        writer.add(np.int64(9), made(4, 5))  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("precision", ["float32", "float16"])
def test_what_is_written_is_read(tmp_path: Path, precision: str) -> None:
    store = FeatureStore.open(written(tmp_path / "store", precision=precision))
    assert store.ids == (7, "7", "a/b.jpg", 9)
    assert [type(image_id) for image_id in store.ids] == [int, str, str, int]
    assert (store.size, store.classes, store.made_by) == (SIZE, ("dog", "cat"), "test")
    assert (len(store), store.count(9)) == (4, 5)
    for image_id, expected in ((7, made(1)), ("7", made(2, 1)), (9, made(4, 5))):
        found = store.regions(image_id)  # type: ignore[arg-type]
        same(found, expected, exact=precision == "float32")
        assert found.features.dtype == np.float32
    assert store.regions("a/b.jpg").features.shape == (0, SIZE)


def test_half_precision_takes_half_the_place(tmp_path: Path) -> None:
    sizes = [
        (written(tmp_path / kind, precision=kind) / "features.bin").stat().st_size
        for kind in ("float32", "float16")
    ]
    assert sizes == [9 * SIZE * 4, 9 * SIZE * 2]


def test_numbers_and_texts_are_different_ids(tmp_path: Path) -> None:
    store = FeatureStore.open(written(tmp_path / "store"))
    assert 9 in store
    assert "9" not in store
    assert True not in store
    with pytest.raises(ContentError, match="no features of image '9'; it has the number 9"):
        store.regions("9")
    with pytest.raises(ContentError, match="has no features of 1 of 2 images, the first of them 8"):
        store.check_ids((7, 8))
    with pytest.raises(ContentError, match="ids such as '7'"):
        store.check_ids(("x", "y"))


def test_features_may_stand_alone(tmp_path: Path) -> None:
    with FeatureWriter(tmp_path / "store", 2) as writer:
        writer.add(1, Regions(np.ones((2, 2), np.float32)))
    found = FeatureStore.open(tmp_path / "store")
    assert found.parts == ()
    assert found.regions(1).boxes is None


def test_a_store_may_be_empty(tmp_path: Path) -> None:
    with FeatureWriter(tmp_path / "store", 2):
        pass
    assert len(FeatureStore.open(tmp_path / "store")) == 0


def test_the_signature_tells_contents_apart(tmp_path: Path) -> None:
    signatures = []
    for seed in (1, 1, 2):
        with FeatureWriter(tmp_path / "store", SIZE, made_by="test") as writer:
            writer.add(1, made(seed))
        signatures.append(FeatureStore.open(tmp_path / "store").signature)
    assert signatures[0] == signatures[1] != signatures[2]
    assert signatures[0].startswith("test|data:")


WRONG: list[tuple[Regions, str]] = [
    (Regions(np.zeros((2, SIZE + 1), np.float32)), rf"2 x {SIZE + 1} .* regions x {SIZE}"),
    (Regions(np.full((2, SIZE), np.nan, np.float32)), "region 0 hold what is no finite number"),
    (Regions(made(1).features, np.zeros((2, 4), np.float32)), "boxes are of shape 2 x 4"),
    (Regions(made(1).features, labels=np.array([0, 5, -1])), "from -1 to 5, expected -1 for none"),
    (Regions(made(1).features, labels=np.array([0.5, 1, 1])), "expected whole numbers"),  # type: ignore[arg-type]
    (Regions(made(1).features, scores=np.array([0, np.inf, 1])), "scores of region 1"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("regions", "told"), WRONG)
def test_regions_that_do_not_fit_are_refused(tmp_path: Path, regions: Regions, told: str) -> None:
    with (
        pytest.raises(ContentError, match=f"image 'x.jpg': .*{told}"),
        FeatureWriter(tmp_path / "store", SIZE, ("dog", "cat")) as writer,
    ):
        writer.add("x.jpg", regions)
    assert list(tmp_path.iterdir()) == []


def test_images_come_once_and_have_the_same_parts(tmp_path: Path) -> None:
    with FeatureWriter(tmp_path / "store", SIZE) as writer:
        writer.add(1, made(1))
        with pytest.raises(ContentError, match="image 1: was added before"):
            writer.add(1, made(1))
        with pytest.raises(ContentError, match="has boxes, and the images before have boxes and"):
            writer.add(2, Regions(made(2).features, made(2).boxes))
        with pytest.raises(ContentError, match="whole number or text, not True"):
            writer.add(True, made(3))
    assert FeatureStore.open(tmp_path / "store").ids == (1,)


def test_what_half_precision_cannot_hold_is_refused(tmp_path: Path) -> None:
    large = Regions(np.full((1, 1), 70000, np.float32))
    with (
        pytest.raises(ContentError, match="the feature 70000, and float16 reaches to 65504"),
        FeatureWriter(tmp_path / "store", 1, precision="float16") as writer,
    ):
        writer.add(1, large)
    with pytest.raises(UsageError, match="float32 or float16, not 'int8'"):
        FeatureWriter(tmp_path / "other", 1, precision="int8")


def test_a_store_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    written(tmp_path / "store")
    with FeatureWriter(tmp_path / "store", 1) as writer:
        writer.add(5, Regions(np.ones((1, 1), np.float32)))
    assert FeatureStore.open(tmp_path / "store").ids == (5,)
    (tmp_path / "store" / "thesis.tex").touch()
    with pytest.raises(FileError, match=r"holds 'thesis.tex', which is no part of a store"):
        FeatureWriter(tmp_path / "store", 1)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="is a file"):
        FeatureWriter(tmp_path / "file", 1)
    with pytest.raises(FileError, match="there is no folder"):
        FeatureWriter(tmp_path / "no" / "store", 1)


def test_what_fails_leaves_nothing_and_the_old_store(tmp_path: Path) -> None:
    written(tmp_path / "store")
    fail(FeatureWriter(tmp_path / "store", SIZE))
    assert len(FeatureStore.open(tmp_path / "store")) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def fail(writer: FeatureWriter) -> None:
    """Add one image to what has none, and come to nothing."""

    def begin_and_fail() -> None:
        with writer:
            assert writer.ids == ()
            writer.add(1, made(1))
            raise KeyError

    with pytest.raises(KeyError):
        begin_and_fail()


def change_manifest(store: Path, **changes: object) -> None:
    path = store / "features.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def cut(store: Path, name: str, by: int = 1) -> None:
    path = store / name
    path.write_bytes(path.read_bytes()[:-by])


DAMAGE: list[tuple[Callable[[Path], object], str]] = [
    (lambda store: cut(store, "features.bin"), r"features.bin: has 215 bytes, expected 216 for 9"),
    (lambda store: cut(store, "labels.bin", 4), "labels.bin: has 32 bytes"),
    (lambda store: cut(store, "images.jsonl"), "images.jsonl: has the SHA-256"),
    (lambda store: (store / "boxes.bin").unlink(), "boxes.bin: cannot be read: No such file"),
    (lambda store: cut(store, "features.json", 10), "features.json: is damaged, or no JSON"),
    (lambda store: change_manifest(store, cutline="gaps"), "of the text 'gaps', expected"),
    (lambda store: change_manifest(store, version=2), "version the number 2; this Cutline reads 1"),
    (lambda store: change_manifest(store, size="6"), '"size" is the text .6., expected a whole'),
    (lambda store: change_manifest(store, parts=["faces"]), "some of boxes, labels, scores"),
    (lambda store: change_manifest(store, precision="int8"), "float32 or float16"),
    (lambda store: change_manifest(store, images=5), "has 4 images, and the manifest says 5"),
    (lambda store: (store / "features.json").unlink(), "is no store of features: it has no"),
]


@pytest.mark.parametrize(("damage", "told"), DAMAGE)
def test_damaged_stores_are_told(
    tmp_path: Path, damage: Callable[[Path], object], told: str
) -> None:
    store = written(tmp_path / "store")
    damage(store)
    with pytest.raises(FileError, match=told.replace("reads 1", "reads version 1")):
        FeatureStore.open(store)


def test_other_places_are_no_stores(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such folder"):
        FeatureStore.open(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="is a file"):
        FeatureStore.open(tmp_path / "file")


def test_a_flipped_bit_is_found_where_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "store") / "features.bin"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    store = FeatureStore.open(tmp_path / "store")
    same(store.regions(7), made(1))
    with pytest.raises(FileError, match="the regions of image 9 are damaged"):
        store.regions(9)


KILLED = """
import os, signal, sys
from tests.datasets.features.made_regions import SIZE, made
from cutline.datasets.features import FeatureWriter
with FeatureWriter(sys.argv[1], SIZE, made_by="test", resume=True) as writer:
    writer.add(1, made(1))
    writer.add("2", made(2))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_writer_is_gone_on_from(tmp_path: Path) -> None:
    place = tmp_path / "store"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(place)],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PYTHONPATH": "."},
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    assert not place.exists()
    # As a kill within a line leaves it.
    with (tmp_path / ".store.part" / "images.jsonl").open("ab") as file:
        file.write(b'{"image_id": 3, "reg')
    with (tmp_path / ".store.part" / "features.bin").open("ab") as file:
        file.write(b"half a vector")
    with FeatureWriter(place, SIZE, made_by="test", resume=True) as writer:
        assert (writer.ids, writer.discarded) == ((1, "2"), "")
        writer.add(3, made(3))
    store = FeatureStore.open(place)
    for image_id, seed in ((1, 1), ("2", 2), (3, 3)):
        same(store.regions(image_id), made(seed))  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def test_other_settings_start_anew(tmp_path: Path) -> None:
    for made_by in ("one", "other"):
        writer = FeatureWriter(tmp_path / "store", SIZE, made_by=made_by, resume=True)
        fail(writer)
    assert writer.discarded == "made_by"
    with FeatureWriter(tmp_path / "store", SIZE, made_by="other", resume=True) as writer:
        assert writer.ids == (1,)
