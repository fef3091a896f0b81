"""What the study of photos reads: how images are parted, and where their pictures are."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from cutline.cli.model_study.photos.inputs import PARTS, parted, read_photos
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.types import Benchmark
from tests.cli.model_study.photos.made_photos import write_photos

LISTS = [f"{part}={part}.txt" for part in PARTS]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_photos(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def benchmark(count: int, splits: list[str] | None = None) -> Benchmark:
    ids = tuple(range(count))
    tags = {} if splits is None else {"split": dict(zip(ids, splits, strict=True))}
    return Benchmark("made", ids, tuple(["a dog"] for _ in ids), tags=tags)


def test_lists_part_images(place: Path) -> None:
    found = read_photos("captions.json", "photos", LISTS, place, 1, "default")
    assert [len(found.parts[part]) for part in PARTS] == [42, 6, 12]
    assert found.test.image_ids == tuple(range(49, 61))
    assert found.files[49].path == Path("photos/49.png")
    assert found.references("val")[43][0] == "a green wall"


def test_pictures_may_be_packed(place: Path) -> None:
    with zipfile.ZipFile("photos.zip", "w") as packed:
        for path in sorted(Path("photos").iterdir()):
            packed.write(path)
    (place / "work").mkdir()
    for _ in range(2):
        found = read_photos("captions.json", "photos.zip", LISTS, place / "work", 1, "default")
        assert found.files[1].path.read_bytes() == Path("photos/1.png").read_bytes()
    Path("photos.zip").write_bytes(Path("photos.zip").read_bytes()[:-30])
    with pytest.raises(FileError, match="is damaged, or no zip file"):
        read_photos("captions.json", "photos.zip", LISTS, place / "other", 1, "default")


def test_tags_or_chance_part_images_without_lists() -> None:
    ids, how = parted(benchmark(4, ["train", "restval", "dev", "test"]), (), 1)
    assert (ids, how) == ({"train": {0, 1}, "val": {2}, "test": {3}}, "tags")
    ids, how = parted(benchmark(40), (), 1)
    assert [len(ids[part]) for part in PARTS] == [32, 4, 4]
    assert set.union(*ids.values()) == set(range(40))
    assert parted(benchmark(40), (), 1)[0] == ids != parted(benchmark(40), (), 2)[0]
    assert how == "chance(seed=1)"


def test_what_does_not_fit_is_told(place: Path) -> None:
    def read(*splits: str) -> None:
        read_photos("captions.json", "photos", splits, place, 1, "default")

    with pytest.raises(UsageError, match=r"not 'tset=x' \(did you mean test\?\)"):
        read("tset=x")
    with pytest.raises(UsageError, match="--splits val=FILE is missing"):
        read("train=train.txt", "test=test.txt")
    with pytest.raises(ContentError, match="image 49 is in both val and test"):
        read("train=train.txt", "val=test.txt", "test=test.txt")
    Path("other.txt").write_text("dog.jpg\n49")
    with pytest.raises(ContentError, match=r"1 of 2 images have no captions, such as 'dog\.jpg'"):
        read("train=train.txt", "val=val.txt", "test=other.txt")
    Path("photos/50.png").unlink()
    with pytest.raises(ContentError, match="photos: has no picture of image 50"):
        read(*LISTS)
    with pytest.raises(ContentError, match="no image in the part 'val'"):
        parted(benchmark(2, ["train", "test"]), (), 1)
