"""Captions that come from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.annotate.captioners import NoCaption, captioner_named
from cutline.annotate.captioners.matching_ids import matched_ids
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.pictures import PictureFile
from tests.annotate.captioners.subjects import subject


def pictures(*names: str) -> list[PictureFile]:
    return [PictureFile(name, Path("photos") / name) for name in names]


@pytest.mark.parametrize(
    ("names", "ids", "found"),
    [
        (["1.jpg", "2.jpg"], ["2.jpg", "1.jpg"], {"1.jpg": "1.jpg", "2.jpg": "2.jpg"}),
        (["1.jpg", "2.jpg"], [1, 2, 3], {"1.jpg": 1, "2.jpg": 2}),
        (["a.jpg", "b.png"], ["a", "b", "c"], {"a.jpg": "a", "b.png": "b"}),
        (["a.jpg"], ["a.png", "c"], {"a.jpg": "a.png"}),
        (["a.jpg"], ["other/a.jpg"], {"a.jpg": "other/a.jpg"}),
        (["a.jpg"], ["photos/a.jpg"], {"a.jpg": "photos/a.jpg"}),
        (["000000000042.jpg"], ["COCO_val2014_000000000042.jpg"], None),
        (["COCO_val2014_000000000042.jpg"], [42], None),
        (["IMG_12.jpg"], [12], None),
        (["IMG_12.jpg"], ["DSC_12.jpg"], {}),
        (["x_12.jpg", "y_12.jpg", "7.jpg"], [12, 7], {"7.jpg": 7}),
        (["a.jpg", "b.jpg"], ["a", "one/b", "two/b"], {"a.jpg": "a"}),
        (["a.jpg"], [], {}),
    ],
)
def test_ids_are_matched_by_name_stem_or_number(
    names: list[str], ids: list[int | str], found: dict[str, int | str] | None
) -> None:
    expected = {names[0]: ids[0]} if found is None else found
    assert matched_ids(pictures(*names), ids) == expected


def test_a_run_of_any_format_is_a_captioner(tmp_path: Path) -> None:
    path = tmp_path / "sat.json"
    path.write_text(
        json.dumps([{"image_id": 1, "caption": "a  dog\n"}, {"image_id": 3, "caption": "x"}])
    )
    (captioner,) = captioner_named(str(path))
    assert captioner.name == "sat"
    captioner.prepare(pictures("1.jpg", "2.jpg"))
    one, two = captioner.captions([subject("photos/1.jpg"), subject("photos/2.jpg")])
    assert one == "a dog"
    assert two == NoCaption(f"{path} has no caption for this image")


def test_of_ranked_captions_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "beam.jsonl"
    path.write_text('{"image_id": "a.jpg", "captions": ["best", "second"]}\n')
    (captioner,) = captioner_named(f"mine={path}")
    captioner.prepare(pictures("a.jpg"))
    assert captioner.name == "mine"
    assert captioner.captions([subject("photos/a.jpg")]) == ["best"]


def test_the_signature_follows_the_content(tmp_path: Path) -> None:
    signatures = []
    for caption in ("a dog", "a cat", "a dog"):
        path = tmp_path / "sat.json"
        path.write_text(json.dumps([{"image_id": 1, "caption": caption}]))
        signatures += [captioner_named(str(path))[0].signature]
    assert signatures[0] == signatures[2] != signatures[1]


def test_a_file_about_other_pictures_is_refused_before_the_work(tmp_path: Path) -> None:
    path = tmp_path / "sat.json"
    path.write_text(json.dumps([{"image_id": "zebra", "caption": "a dog"}]))
    (captioner,) = captioner_named(str(path))
    with pytest.raises(
        ContentError, match=r"none of the 1 images: it has ids such as 'zebra', .*a.jpg"
    ):
        captioner.prepare(pictures("a.jpg"))


def test_a_table_with_a_column_for_each_captioner_gives_all_or_one(tmp_path: Path) -> None:
    path = tmp_path / "Captions.csv"
    path.write_text("ImageFiles,Gull,Tern\na.jpg,a dog.,a cat.\nb.jpg,a hat.,a bag.\n")
    found = captioner_named(str(path))
    assert [captioner.name for captioner in found] == ["Gull", "Tern"]
    (tern,) = captioner_named(f"t={path}::Tern")
    tern.prepare(pictures("a.jpg", "b.jpg"))
    assert tern.name == "t"
    assert tern.captions([subject("photos/b.jpg")]) == ["a bag."]
    with pytest.raises(
        UsageError, match=r"no column 'Turn' \(did you mean Tern\?\); it has: Gull, Tern"
    ):
        captioner_named(f"{path}::Turn")
    with pytest.raises(UsageError, match="one name for 2 captioners"):
        captioner_named(f"t={path}")


def test_a_file_of_one_captioner_has_no_columns_to_choose_from(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("image,caption\na.jpg,a dog.\n")
    with pytest.raises(UsageError, match="so it has no column 'caption'; expected the file's name"):
        captioner_named(f"{path}::caption")


@pytest.mark.parametrize(
    ("content", "said"),
    [("[]", "holds no records"), ("", "the file is empty"), ("hello", "none.json")],
)
def test_a_file_without_captions_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "none.json"
    path.write_text(content)
    with pytest.raises(FileError, match=said):
        captioner_named(str(path))
