"""`cutline features`: pictures or published features in, a store out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cutline.datasets.features import FeatureStore
from cutline.detect import ready
from cutline.detect.features import run as extraction
from tests.command_line import run_cutline
from tests.datasets.pictures.made_pictures import quarters, save
from tests.detect.features.made_network import write_network


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four pictures, and a network that stands for the ready-made one."""
    network = write_network(tmp_path / "network")
    for number in range(1, 5):
        save(tmp_path / "pictures" / f"{number}.png", quarters(40, 40) // number)
    monkeypatch.setattr(ready, "ready_folder", lambda name: network if name == "imagenet" else None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_grid_of_every_picture(place: Path) -> None:
    done = run_cutline("features", "pictures", "-o", "store")
    assert (done.exit_code, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[0] == "4 images, 16 regions"
    assert told[1].startswith("3 numbers a region (float16); boxes; ")
    store = FeatureStore.open("store")
    assert told[2] == store.signature
    assert store.ids == ("1.png", "2.png", "3.png", "4.png")
    np.testing.assert_allclose(store.regions("1.png").features[0], [1, 0, 0])
    np.testing.assert_allclose(store.regions("2.png").features[1], [0, 127 / 255, 0], atol=1e-3)


def test_regions_of_what_people_saw(place: Path) -> None:
    boxes = {
        "image_id": "1.png",
        "objects": [{"label": "dog", "score": 1.0, "box": [0, 0, 20, 20]}],
    }
    header = {"cutline": "objects", "version": 1, "detector": "people", "signature": "x"}
    Path("seen.jsonl").write_text(f"{json.dumps(header)}\n{json.dumps(boxes)}\n")
    done = run_cutline(
        "features",
        "pictures",
        "--regions",
        "--detector",
        "gold:seen.jsonl",
        "-o",
        "store",
        "--json",
    )
    content = json.loads(done.stdout)
    # The three others are not listed by people, which is told of each.
    assert (done.exit_code, content["images"], content["regions"]) == (1, 1, 2)
    assert len(content["failed"]) == len(done.stderr.splitlines()) == 3
    store = FeatureStore.open("store")
    assert (store.classes, store.parts) == (("dog",), ("boxes", "labels", "scores"))
    np.testing.assert_allclose(store.regions("1.png").features, [[0.25] * 3, [1, 0, 0]], atol=1e-3)


def test_what_fails_is_listed_and_the_rest_is_written(place: Path) -> None:
    (place / "pictures" / "bad.jpg").write_bytes(b"no picture")
    done = run_cutline("features", "pictures", "-o", "store")
    assert done.exit_code == 1
    assert done.stdout.startswith("4 images, 16 regions, 1 could not be looked at")
    assert done.stderr.startswith("cutline: pictures/bad.jpg: not a picture of any known format")
    assert len(FeatureStore.open("store")) == 4


def test_an_interrupted_run_is_gone_on_from(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    stops = [3]
    real = extraction.open_picture

    def two_then_stop(file):  # type: ignore[no-untyped-def]
        opened.append(file.path.name)
        if len(opened) in stops:
            raise KeyboardInterrupt
        return real(file)

    monkeypatch.setattr(extraction, "open_picture", two_then_stop)
    monkeypatch.setattr(extraction, "TOGETHER", 1)
    done = run_cutline("features", "pictures", "-o", "store", "--jobs", 1)
    assert done.exit_code == 130
    assert "2 images are kept: the same command goes on from there" in done.stderr
    assert not Path("store").exists()
    other = run_cutline("features", "pictures/1.png", "-o", "store")
    assert other.exit_code == 1
    assert "not asked for now, such as '2.png'" in other.stderr
    opened.clear()
    stops.clear()
    done = run_cutline("features", "pictures", "-o", "store", "--json")
    assert done.exit_code == 0
    assert opened == ["3.png", "4.png"]
    assert "2 of 4 images are there from an earlier run" in done.stderr
    assert json.loads(done.stdout)["resumed"] == 2
    whole = FeatureStore.open("store")
    run_cutline("features", "pictures", "-o", "again")
    assert whole.signature == FeatureStore.open("again").signature


def test_published_features_are_converted(place: Path) -> None:
    np.savez(place / "7.npz", x=np.ones((2, 3), np.float32))
    done = run_cutline(
        "features", "--from", "npz", "7.npz", "-o", "store", "--precision", "float32"
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "1 images, 2 regions\n3 numbers a region (float32); features alone"
    )
    assert FeatureStore.open("store").ids == (7,)


def test_fewer_numbers_a_region(place: Path) -> None:
    run_cutline("features", "pictures", "-o", "store")
    done = run_cutline("features", "store", "--reduce", 2, "-o", "small")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith("2 numbers a region (float16); boxes; ")
    done = run_cutline("features", "store", "--reduce", "small", "-o", "again")
    assert done.exit_code == 0
    stores = [FeatureStore.open(name) for name in ("small", "again")]
    assert stores[0].signature == stores[1].signature
    for more in (["--regions"], ["small"]):
        done = run_cutline("features", "store", *more, "--reduce", 2, "-o", "s")
        assert (done.exit_code, Path("s").exists()) == (2, False)
    assert run_cutline("features", "store", "--reduce", 2, "-o", "store").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["pictures", "-o", "-"], 2, "-o is a folder"),
        (["pictures", "-o", "s", "--precision", "int8"], 2, "float32 or float16, not 'int8'"),
        (["pictures", "-o", "pictures"], 3, "holds '1.png'"),
        (["pictures", "-o", "s", "--detector", "coco-ssd"], 2, "go with --regions"),
        (["pictures", "-o", "s", "--classes", "x"], 2, "--classes goes with --from"),
        (["pictures", "-o", "s", "--regions"], 4, "cutline detect get coco-ssd"),
        (["x.tsv", "-o", "s", "--from", "tsv", "--regions"], 2, "goes without --from"),
        (["x.tsv", "-o", "s", "--from", "tsv"], 3, "x.tsv: cannot be read"),
        (["nowhere", "-o", "s"], 3, "no such file or folder"),
    ],
)
def test_wrong_usage_is_told(place: Path, arguments: list[str], code: int, told: str) -> None:
    done = run_cutline("features", *arguments)
    assert done.exit_code == code
    assert told in done.stderr
    assert not Path("s").exists()
