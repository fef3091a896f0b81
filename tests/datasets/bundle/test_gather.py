"""From a spec and files of any format to the content of a bundle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.core.types import LabelledBox
from cutline.datasets.bundle import BundleContent, BundleImage
from cutline.datasets.bundle.gather import gather
from cutline.datasets.bundle.image_lists import read_image_list
from cutline.datasets.bundle.spec import BundleSpec, SliceSpec, SplitSpec, read_spec
from tests.datasets.caption_files import CAPTIONS, DOMAINS, REFERENCES, coco_annotations, karpathy

HEAD = """
name = "otters"
version = "2.1"
licence = "CC-BY-4.0"
"""
SPEC = f"""{HEAD}
title = "Otters and others"
metrics = ["bleu-4", "cider-d"]

[splits.val]
references = "references.json"
images = "references.json"
human = "human.json"
objects = "objects.json"

[splits.test]
references = "references.json"
private = true

[slices.domain]
description = "how far from home"
file = "domains.csv"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files: dict[str, Any] = {
        "references.json": coco_annotations(),
        "human.json": {str(i): captions[0] for i, captions in CAPTIONS.items()},
        "objects.json": {"31": ["otter", "river"], "4": []},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    rows = [f"{image_id},{domain}\n" for image_id, domain in DOMAINS.items()]
    (tmp_path / "domains.csv").write_text("".join(rows))
    (tmp_path / "bundle.toml").write_text(SPEC)
    return tmp_path


def gathered(**changes: Any) -> BundleContent:
    return gather(BundleSpec(**{"name": "x", "version": "1", "licence": "MIT", **changes}))


def test_a_spec_names_files_beside_it(folder: Path) -> None:
    spec = read_spec(folder / "bundle.toml")
    assert (spec.name, spec.version, spec.metrics) == ("otters", "2.1", ["bleu-4", "cider-d"])
    assert spec.splits[0].references == str(folder / "references.json")
    assert [split.visibility for split in spec.splits] == ["public", "private"]
    assert spec.slices == (SliceSpec("domain", str(folder / "domains.csv"), "how far from home"),)
    assert len(spec.files) == 6


def test_files_become_content(folder: Path) -> None:
    content = gather(read_spec(folder / "bundle.toml"))
    val, test = content.splits
    assert val.image_ids == tuple(REFERENCES)
    assert [list(of) for of in val.references or ()] == list(REFERENCES.values())
    assert val.images[0] == BundleImage(31, f"{31:012}.jpg", height=480)
    assert val.human is not None
    assert val.human.system == "human"
    assert val.human.captions[31] == ("two otters in a river",)
    assert val.objects == {31: ("otter", "river"), 4: ()}
    assert val.labels == test.labels == {"domain": DOMAINS}
    assert test.images[0] == BundleImage(31)
    assert content.slices == {"domain": "how far from home"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("name =", "nome ="), "nome: is no field (did you mean name?)"),
        (('"otters"', "3"), "name: found the number 3, expected text"),
        (('licence = "CC-BY-4.0"', ""), "licence: found nothing, expected text"),
        (('["bleu-4", "cider-d"]', "[1]"), "metrics: found a list of 1, expected specs"),
        (("private = true", 'private = "yes"'), "splits.test.private: found the text 'yes'"),
        (("human =", "humans ="), "splits.val.humans: is no field (did you mean human?)"),
        (("file =", "files ="), "slices.domain.files: is no field (did you mean file?)"),
        (("[slices.domain]", "[slices.domain"), "not TOML"),
        (('"otters"', "9" * 5000), "holds a number that is too long"),
        (('"otters"', "[" * 5000), "nested too deep"),
        ((SPEC, f"splits = 3{HEAD}"), "splits: found the number 3, expected tables"),
        ((SPEC, f"splits.val = 3{HEAD}"), "splits.val: found the number 3, expected a table"),
    ],
)
def test_a_wrong_spec_is_named(change: tuple[str, str], expected: str, folder: Path) -> None:
    path = folder / "bundle.toml"
    path.write_text(SPEC.replace(*change))
    with pytest.raises(FileError) as caught:
        read_spec(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert expected in str(caught.value)


def test_a_spec_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_spec(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(FileError, match="not TOML"):
        read_spec(tmp_path / "bad.toml")


def test_tags_of_references_become_slices(folder: Path) -> None:
    (folder / "karpathy.json").write_bytes(karpathy())
    [split] = gathered(
        splits=(SplitSpec("test", str(folder / "karpathy.json"), only="split=test"),)
    ).splits
    assert len(split.images) == 2
    assert split.labels == {}
    records = [
        {"image_id": i, "references": of, "domain": DOMAINS[i]} for i, of in REFERENCES.items()
    ]
    lines = folder / "lines.jsonl"
    lines.write_text("\n".join(map(json.dumps, records)))
    content = gathered(splits=(SplitSpec("val", str(lines)),))
    assert content.splits[0].labels == {"domain": DOMAINS}
    assert content.slices == {"domain": ""}


def test_boxes_of_objects_are_kept(folder: Path) -> None:
    path = folder / "objects.jsonl"
    path.write_text('{"image_id": "31", "objects": [{"label": "otter", "box": [1, 2, 3, 4]}]}')
    references = str(folder / "references.json")
    content = gathered(splits=(SplitSpec("val", references, objects=str(path)),))
    assert content.splits[0].objects == {31: (LabelledBox("otter", 1, 2, 3, 4),)}


@pytest.mark.parametrize(
    "text",
    [
        '{"31": ["otter", "river", "otter"]}',
        '{"image_id": 31, "objects": {"otter": 2, "river": 1}}',
        "ImageID,LabelName\n31,otter\n31,river\n31,otter\n",
    ],
)
def test_every_object_counts_in_all_forms(text: str, folder: Path) -> None:
    (folder / "objects").write_text(text)
    given = SplitSpec("val", str(folder / "references.json"), objects=str(folder / "objects"))
    [split] = gathered(splits=(given,)).splits
    assert sorted(map(str, split.objects[31])) == ["otter", "otter", "river"]


@pytest.mark.parametrize("box", ["[1, 2, 3]", '["1", "2", "3", "4"]', "7"])
def test_a_wrong_box_is_no_label_alone(box: str, folder: Path) -> None:
    path = folder / "objects.jsonl"
    sound = '{"image_id": 31, "objects": ["otter"]}\n'
    path.write_text(f'{sound}{{"image_id": 8, "objects": [{{"label": "eel", "box": {box}}}]}}\n')
    given = SplitSpec("val", str(folder / "references.json"), objects=str(path))
    with pytest.raises(FileError, match=r"line 2: .*expected a box of four numbers"):
        gathered(splits=(given,))


@pytest.mark.parametrize(
    "text",
    [
        '[{"image_id": 31, "objects": [{"label": "otter", "box": [1, 2, 3, 4]}]}]',
        '{"image_id": 31, "objects": [{"label": "otter", "bbox": [1, 2, 3, 4]}]}',
    ],
)
def test_boxes_that_are_left_out_are_told(text: str, folder: Path) -> None:
    path = folder / "objects"
    path.write_text(text)
    given = SplitSpec("val", str(folder / "references.json"), objects=str(path))
    notes: list[str] = []
    content = gather(BundleSpec("otters", "1", "CC0", (given,)), note=notes.append)
    assert content.splits[0].objects == {31: ("otter",)}
    assert [f"cutline: {path}: boxes are left out" in note for note in notes] == [True]


@pytest.mark.parametrize(
    ("name", "text", "split", "error", "expected"),
    [
        ("x.csv", "31,a; b\n", {}, ContentError, "has the labels a, b; in a bundle"),
        ("x.csv", "77,a\n", {}, ContentError, "labels none of the 3 images"),
        ("x", '[{"image_id": 31}]', {"images": "x"}, ContentError, "lists 1 of the 3 images"),
        ("x", '[{"name": 31}]', {"images": "x"}, FileError, "expected an image id"),
        ("x", "[3]", {"images": "x"}, FileError, "found the number 3, expected a record"),
        ("x", "[{", {"images": "x"}, FileError, "not JSON"),
        ("x", "{}", {"images": "x"}, FileError, 'expected "images"'),
        ("x", "[]", {"images": "x"}, FileError, "lists no images"),
        ("x", '[{"id": 1, "width": "3"}]', {"images": "x"}, FileError, 'record 1: "width": found'),
        ("x", '[{"id": 1, "height": 2.5}]', {"images": "x"}, FileError, "a number of pixels"),
        ("x", '[{"id": 1, "filename": 7}]', {"images": "x"}, FileError, '"file_name": found the'),
        ("x", '{"id": 1}\n{"id": 2\n', {"images": "x"}, FileError, "x, line 2, column 9: not JSON"),
        ("x", '[{"id": 1}, {"id": 1}]', {"images": "x"}, FileError, "image 1 stands twice"),
        ("x", '{"31": "an otter"}', {"human": "x"}, ContentError, "no caption for this image"),
        ("x", '{"image_id": 8, "objects": []}', {"objects": "x"}, ContentError, "lists none"),
        ("x", '{"31": 3}', {"objects": "x"}, FileError, "expected a list of labels"),
        ("x", '{"31": {"otter": 99999}}', {"objects": "x"}, ContentError, "99,999 objects"),
        ("x", "", {"only": "split=val"}, UsageError, "has 'split=val'; there are: no tags"),
        ("x", "", {"references": None}, UsageError, "needs references, or at least images"),
    ],
)
def test_what_cannot_be_used(
    name: str,
    text: str,
    split: dict[str, Any],
    error: type[CutlineError],
    expected: str,
    folder: Path,
) -> None:
    (folder / name).write_text(text)
    given = {"references": str(folder / "references.json"), **split}
    files = ("images", "human", "objects")
    given = {key: str(folder / value) if key in files else value for key, value in given.items()}
    slices = (SliceSpec("kind", str(folder / name)),) if name.endswith("csv") else ()
    with pytest.raises(error) as caught:
        gathered(splits=(SplitSpec("val", **given),), slices=slices)
    assert expected in str(caught.value)


def test_a_slice_needs_a_file_or_a_tag(folder: Path) -> None:
    references = str(folder / "references.json")
    with pytest.raises(UsageError, match="no file is given, and the references have no such tag"):
        gathered(splits=(SplitSpec("val", references),), slices=(SliceSpec("light"),))


def test_lists_of_images_in_all_forms(tmp_path: Path) -> None:
    expected = [BundleImage(1, "a.jpg", "https://e.org/a", 3, 4), BundleImage("b")]
    first = {"image_id": 1, "file_name": "a.jpg", "url": "https://e.org/a", "width": 3, "height": 4}
    coco = {"id": 1, "file_name": "a.jpg", "coco_url": "https://e.org/a", "width": 3, "height": 4}
    header = {"cutline": "images", "version": 1}
    forms = {
        "array": json.dumps([first, {"image_id": "b", "width": None, "height": 0}]),
        "coco": json.dumps({"images": [coco, {"id": "b"}], "annotations": []}, indent=1),
        "lines": "\n".join(map(json.dumps, [header, first, {"image_id": "b"}])),
        "karpathy": json.dumps({"images": [{**first, "cocoid": 7}, {"cocoid": "b"}]}),
    }
    for name, text in forms.items():
        (tmp_path / name).write_text(text)
        assert read_image_list(tmp_path / name) == expected, name
    (tmp_path / "one").write_text('{"image_id": 1, "width": 3.0}\n')
    assert read_image_list(tmp_path / "one") == [BundleImage(1, width=3)]
