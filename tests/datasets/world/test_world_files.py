"""A world on disk: the same bytes each time, and read by all that reads such files."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from cutline.core.errors import FileError
from cutline.datasets.detections.read import read_detections
from cutline.datasets.features import FeatureStore
from cutline.datasets.object_lists import read_object_lists
from cutline.datasets.read import read_references
from cutline.datasets.world import WorldSettings, make_world, read_world, write_world
from cutline.datasets.world.words import THINGS

SETTINGS = WorldSettings(scenes=100, novel=("penguin", "tent"), seed=7)
SPLITS = ("train", "held_out", "val", "test")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("worlds") / "world"
    write_world(make_world(SETTINGS), folder)
    return folder


def digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def test_files_are_the_same_to_the_byte(folder: Path, tmp_path: Path) -> None:
    write_world(make_world(SETTINGS), tmp_path / "again")
    assert digests(tmp_path / "again") == digests(folder)


def test_bytes_stay_the_same_from_version_to_version() -> None:
    """Change `GENERATOR` with this digest: figures name the generator that made their scenes."""
    content = json.dumps([scene.captions for scene in make_world(WorldSettings(scenes=200))])
    assert hashlib.sha256(content.encode()).hexdigest()[:16] == "aa308cfca2e3ef5b"


def test_features_are_a_store_of_all_scenes(folder: Path) -> None:
    store = FeatureStore.open(folder / "features")
    world = make_world(SETTINGS)
    assert store.ids == tuple(scene.image_id for scene in world)
    assert store.classes == tuple(THINGS)
    assert store.made_by == SETTINGS.made_by
    assert "novel=penguin+tent" in store.made_by
    for scene in world:
        assert len(store.regions(scene.image_id)) == len(scene.objects) + 1


def test_captions_are_coco_files_without_problems(folder: Path) -> None:
    world = make_world(SETTINGS)
    seen: list[int] = []
    for split in SPLITS:
        path = folder / f"captions_{split}.json"
        benchmark = read_references(path)[0]
        scenes = world.of(split.replace("_", "-"))  # type: ignore[arg-type]
        assert list(benchmark.image_ids) == [scene.image_id for scene in scenes]
        assert [tuple(texts) for texts in benchmark.references] == [s.captions for s in scenes]
        assert [benchmark.tags["domain"][s.image_id] for s in scenes] == [s.domain for s in scenes]
        seen += benchmark.image_ids  # type: ignore[arg-type]
    assert sorted(seen) == list(range(1, 101))
    numbers = [
        record["id"]
        for split in SPLITS
        for record in json.loads((folder / f"captions_{split}.json").read_text())["annotations"]
    ]
    assert sorted(numbers) == list(range(1, 501))


def test_objects_are_read_by_what_reads_detections(folder: Path) -> None:
    world = make_world(SETTINGS)
    found = read_detections(folder / "objects.jsonl")
    listed = read_object_lists(str(folder / "objects.jsonl"), [s.image_id for s in world])
    for scene in world:
        assert [d.label for d in found.images[scene.image_id]] == [o.label for o in scene.objects]
        assert [d.box for d in found.images[scene.image_id]] == [o.box for o in scene.objects]
        assert set(listed[scene.image_id]) == {item.label for item in scene.objects}


def test_a_world_is_read_back(folder: Path, tmp_path: Path) -> None:
    assert read_world(folder) == make_world(SETTINGS)
    text = (folder / "world.json").read_text()
    (tmp_path / "world.json").write_text(text.replace('"seed": 7', '"seed": 8'))
    with pytest.raises(FileError, match="not those that its settings give"):
        read_world(tmp_path)
    (tmp_path / "world.json").write_text(text.replace('"black cat"', "3"))
    with pytest.raises(FileError, match='"settings": held_out is'):
        read_world(tmp_path)
    (tmp_path / "world.json").write_text("{}")
    with pytest.raises(FileError, match="is no world"):
        read_world(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        read_world(tmp_path / "nowhere")


def test_a_world_is_replaced_and_nothing_else_is(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "world"
    write_world(make_world(WorldSettings(scenes=3)), place)
    write_world(make_world(WorldSettings(scenes=4)), place)
    assert len(read_world(place)) == 4
    (place / "letter.txt").write_text("dear")
    with pytest.raises(FileError, match=r"holds 'letter.txt'.*would be deleted"):
        write_world(make_world(WorldSettings(scenes=5)), place)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="is a file"):
        write_world(make_world(WorldSettings(scenes=5)), tmp_path / "file")
    with pytest.raises(FileError, match="there is no folder"):
        write_world(make_world(WorldSettings(scenes=5)), tmp_path / "no" / "where")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "world"]
