"""`cutline select`: from annotations to a list of images."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.benchmarks.selection import Procedure, select_images
from cutline.datasets.object_annotations import ImageObjects
from cutline.datasets.selected_images import read_selected_images
from tests.benchmarks.selection.collections_of_images import zipf_images
from tests.command_line import run_cutline

IMAGES = zipf_images(400, 30)


def write_lines(path: Path, images: list[ImageObjects]) -> Path:
    records = ({"image_id": one.image_id, "objects": dict(one.counts)} for one in images)
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lines(tmp_path_factory.mktemp("select") / "objects.jsonl", IMAGES)


def test_what_was_dropped_and_taken_is_told(objects: Path) -> None:
    done = run_cutline("select", objects, "--target", 60)
    assert (done.exit_code, done.stderr) == (0, "")
    found = select_images(IMAGES, Procedure(60))
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == f"400 images, {found.candidates} candidates, 60 selected".split()
    assert ["one", "class", str(found.dropped["one class"])] in lines
    assert ["3", "classes", str(found.taken()["3 classes"])] in lines
    after = found.balance["selected"]
    figures = [f"{after.entropy:.3f}", f"{after.perplexity:.1f}", f"{after.gini:.3f}"]
    share = f"{after.top_share:.1%}"
    assert ["selected", "60", *figures, *f"{after.covered} of 30".split(), share] in lines
    assert lines[-1] == [found.signature]


def test_ids_are_written_and_read_back(objects: Path, tmp_path: Path) -> None:
    expected = select_images(IMAGES, Procedure(60, 7, 3))
    command = ("select", objects, "--target", 60, "-n", 7, "--seed", 3)
    for name in ("ids.txt", "ids.jsonl", "ids.jsonl.gz"):
        done = run_cutline(*command, "-o", tmp_path / name)
        assert (done.exit_code, done.stderr) == (0, "")
        assert read_selected_images(tmp_path / name) == expected.image_ids
    _, first, *_ = (tmp_path / "ids.jsonl").read_text().splitlines()
    assert json.loads(first) == dict(zip(expected.table(), expected.table().rows()[0], strict=True))
    done = run_cutline(*command, "-o", "-")
    assert done.stdout == (tmp_path / "ids.txt").read_text()


def test_json_has_every_figure(objects: Path) -> None:
    done = run_cutline("select", objects, "--target", 60, "--json", "--count", "instances")
    found = select_images(IMAGES, Procedure(60, count="instances"))
    content = json.loads(done.stdout)
    assert (content.pop("cutline"), content.pop("version")) == ("selection", 1)
    assert content == json.loads(json.dumps(found.to_dict()))


def test_the_order_of_lines_changes_nothing(objects: Path, tmp_path: Path) -> None:
    other = write_lines(tmp_path / "other.jsonl", IMAGES[::-1])
    outputs = [
        run_cutline("select", path, "--target", 50, "--json").stdout for path in (objects, other)
    ]
    assert outputs[0] == outputs[1]


def test_standard_input_is_read(objects: Path) -> None:
    done = run_cutline("select", "-", "--target", 50, "-o", "-", stdin=objects.read_bytes())
    assert len(done.stdout.splitlines()) == 50


def test_open_images_are_joined_from_their_tables(tmp_path: Path) -> None:
    boxes = "ImageID,LabelName\n" + "".join(
        f"{image},/m/{label}\n"
        for image, labels in {"a": "123", "b": "12", "c": "13", "d": "1", "e": "14"}.items()
        for label in labels
    )
    hierarchy = {
        "LabelName": "/m/0bl9f",
        "Subcategory": [
            {"LabelName": "/m/1", "Subcategory": [{"LabelName": "/m/2"}]},
            {"LabelName": "/m/3", "Part": [{"LabelName": "/m/4"}]},
        ],
    }
    files = {
        "boxes.csv": boxes,
        "images.csv": "ImageID,Rotation\na,0.0\nb,0.0\nc,0.0\nd,\ne,0.0\n",
        "classes.csv": "/m/1,Person\n/m/2,Woman\n/m/3,Car\n/m/4,Tyre\n",
        "hierarchy.json": json.dumps(hierarchy),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = run_cutline(
        *("select", tmp_path / "boxes.csv", "--images", tmp_path / "images.csv"),
        *("--classes", tmp_path / "classes.csv", "--hierarchy", tmp_path / "hierarchy.json"),
        *("--target", 2, "--json"),
    )
    assert (done.exit_code, done.stderr) == (0, "")
    content = json.loads(done.stdout)
    assert sorted(content["image_ids"]) == ["a", "c"]
    assert content["dropped"] == {"unknown rotation": 1, "one class": 2}
    assert content["parts"]["all images"] == {"Tyre": 1}
    assert content["classes"]["selected"] == {"Car": 2, "Person": 1, "Woman": 1}


def test_parts_are_named_on_the_terminal(objects: Path, tmp_path: Path) -> None:
    (tmp_path / "kinds.txt").write_text("class 1: part of class 2\n")
    done = run_cutline(
        "select",
        objects,
        "--target",
        50,
        "--hierarchy",
        tmp_path / "kinds.txt",
        "--ancestors",
        "add",
    )
    number = sum("class 1" in image.counts for image in IMAGES)
    assert f"parts, listed apart, with their images: class 1 {number}\n" in done.stdout


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--target", "0"], 2, "target is 0"),
        (["--target", "5000"], 2, "fewer than the target of 5,000"),
        (["--target", "2"], 2, "raise the target"),
        (["--target", "9", "--pools", "2to6"], 2, "--pools is '2to6', expected two numbers"),
        (["--target", "9", "--more-than", "3"], 2, "pools cannot reach 6"),
        (["--target", "9", "--count", "boxes"], 2, "count is images or instances"),
        (["--target", "9", "--ancestors", "add"], 2, "--ancestors goes with --hierarchy"),
        (["--target", "9", "--parts", "count"], 2, "--parts goes with --hierarchy"),
        (["--target", "50", "-o", "-", "--json"], 2, "choose one of them"),
        (["--target", "50", "-o", "ids.json"], 2, "expected a name that ends in .txt or .jsonl"),
        (["--target", "50", "--images", "nowhere.csv"], 3, "nowhere.csv: cannot be read"),
        (["--target", "50", "--hierarchy", "nowhere.json"], 3, "nowhere.json: cannot be read"),
    ],
)
def test_wrong_usage_is_told_in_words(
    objects: Path, options: list[str], code: int, said: str
) -> None:
    done = run_cutline("select", objects, *options)
    assert done.exit_code == code
    assert said in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_images_of_many_classes_can_be_chosen_from(objects: Path) -> None:
    done = run_cutline("select", objects, "--target", 3, "--too-many", "choose", "-o", "-")
    sizes = {image.image_id: len(image.counts) for image in IMAGES}
    assert [sizes[line] > 6 for line in done.stdout.splitlines()] == [True] * 3


def test_what_is_left_out_is_noted(objects: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(objects.read_text() + '{"image_id": 5, "objects": 3}\n')
    done = run_cutline("select", broken, "--target", 50)
    assert done.exit_code == 3
    assert 'broken.jsonl, line 401: "objects": found the number 3' in done.stderr
    done = run_cutline("select", broken, "--target", 50, "--lenient", "-o", "-")
    assert done.exit_code == 0
    assert done.stderr.startswith("cutline: left out: 1 records that cannot be used; the first:")
    assert len(done.stdout.splitlines()) == 50


def test_unknown_rotations_point_to_the_table_of_images(tmp_path: Path) -> None:
    (tmp_path / "boxes.csv").write_text("ImageID,LabelName\na,x\na,y\nb,x\nb,z\n")
    done = run_cutline("select", tmp_path / "boxes.csv", "--target", 1)
    assert done.exit_code == 1
    assert "give the table of images with their rotations, or allow any" in done.stderr
    done = run_cutline("select", tmp_path / "boxes.csv", "--target", 1, "--rotation", "any")
    assert done.exit_code == 0


def test_ids_with_line_ends_go_into_json_lines(tmp_path: Path) -> None:
    images = [ImageObjects(f"a\n{n}", {"dog": 1, "cat": 1}) for n in range(3)]
    path = write_lines(tmp_path / "objects.jsonl", images)
    done = run_cutline("select", path, "--target", 1, "-o", tmp_path / "ids.txt")
    assert done.exit_code == 1
    assert "write .jsonl" in done.stderr
    assert not (tmp_path / "ids.txt").exists()
    done = run_cutline("select", path, "--target", 3, "-o", tmp_path / "ids.jsonl")
    assert sorted(map(str, read_selected_images(tmp_path / "ids.jsonl"))) == [
        "a\n0",
        "a\n1",
        "a\n2",
    ]
