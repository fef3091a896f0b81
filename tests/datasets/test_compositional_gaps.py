"""Reading gaps: a folder of Cutline's, or a file of the published layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.datasets.compositional_gaps import Suspect, read_gaps
from tests.shared_data import shared_data

MANIFEST: dict[str, Any] = {
    "cutline": "gaps",
    "version": 1,
    "layout": "cutline",
    "image_ids": "numbers",
    "gap": "related",
    "matcher": "words(reach=5)",
    "groups": [{"name": "one", "folder": "1", "pairs": [{"name": "black cat"}]}],
}
PUBLISHED = {
    "train_images_split": ["12", "7"],
    "val_images_split": ["3"],
    "test_images_split": [],
    "heldout_pairs": ["black_cat", "eat_man"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "gaps"
    (place / "1").mkdir(parents=True)
    (place / "gaps.json").write_text(json.dumps(MANIFEST))
    for name, text in {
        "train.txt": "7\n8\n",
        "val.txt": "5\n",
        "eval.txt": "21\n",
        "left_out.txt": "",
        "eval_pairs.jsonl": '{"cutline": "eval-pairs", "version": 1}\n'
        '{"image_id": 21, "pair": "black cat", "references": 3}\n',
        "suspects.jsonl": '{"cutline": "gap-suspects", "version": 1}\n'
        '{"image_id": 7, "caption": "a black cat bed", "pairs": ["black cat"]}\n',
    }.items():
        (place / "1" / name).write_text(text)
    return place


def test_a_folder_of_gaps_is_read(folder: Path) -> None:
    [split] = read_gaps(folder)
    assert (split.name, split.pairs) == ("one", ("black cat",))
    assert (split.train, split.val, split.evaluation, split.left_out) == ((7, 8), (5,), (21,), ())
    assert split.agreeing == {21: {"black cat": 3}}
    assert split.suspects == (Suspect(7, "a black cat bed", ("black cat",)),)
    assert read_gaps(folder / "gaps.json") == (split,)


def test_a_file_of_the_published_layout_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dataset_splits_4.json"
    path.write_text(json.dumps(PUBLISHED))
    [split] = read_gaps(path)
    assert (split.name, split.pairs) == ("4", ("black cat", "eat man"))
    assert (split.train, split.val, split.evaluation) == ((12, 7), (3,), ())


def test_ids_of_one_group_are_all_numbers_or_all_text(tmp_path: Path) -> None:
    path = tmp_path / "splits.json"
    path.write_text(json.dumps({**PUBLISHED, "test_images_split": ["a.jpg"]}))
    [split] = read_gaps(path)
    assert (split.train, split.evaluation) == (("12", "7"), ("a.jpg",))


@pytest.mark.parametrize("pairs", [None, []])
def test_a_file_that_holds_nothing_out_has_no_pairs(pairs: Any, tmp_path: Path) -> None:
    path = tmp_path / "splits.json"
    path.write_text(json.dumps({**PUBLISHED, "heldout_pairs": pairs}))
    assert read_gaps(path)[0].pairs == ()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"train_images_split": "12"}, "found the text '12', expected a list of image ids"),
        ({"val_images_split": [1.5]}, '"val_images_split": found a list of 1'),
        ({"val_images_split": ["3", "3"]}, "image '3' stands twice"),
        ({"test_images_split": None}, "found null"),
        ({"heldout_pairs": "black_cat"}, r'expected a list such as \["black_cat"\]'),
    ],
)
def test_a_bad_published_file_is_named(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "splits.json"
    path.write_text(json.dumps({**PUBLISHED, **changes}))
    with pytest.raises(FileError, match=f"splits.json: .*{message}"):
        read_gaps(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "found a list of 1, expected an object"),
        ("{", "line 1, column 2: not JSON"),
        ("{}", "found nothing, expected a list of image ids"),
        ("", "the file is empty"),
    ],
)
def test_a_file_of_another_kind_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "splits.json").write_text(text)
    with pytest.raises(FileError, match=message):
        read_gaps(tmp_path / "splits.json")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cutline": "run"}, "expected an object|expected a list|has the text 'run'"),
        ({"version": 2}, "version the number 2; this Cutline reads version 1"),
        ({"gap": "apart"}, 'expected "gap", together or related'),
        ({"matcher": 3}, 'and a "matcher"'),
        ({"groups": "one"}, 'expected "groups"'),
        ({"groups": [{"name": "1", "folder": "../1", "pairs": []}]}, 'expected "groups"'),
        ({"groups": [{"name": "1", "folder": "..", "pairs": []}]}, 'expected "groups"'),
        ({"groups": [{"name": "1", "folder": "1", "pairs": ["black cat"]}]}, 'expected "groups"'),
    ],
)
def test_a_bad_manifest_is_named(changes: dict[str, Any], message: str, folder: Path) -> None:
    (folder / "gaps.json").write_text(json.dumps({**MANIFEST, **changes}))
    with pytest.raises(FileError, match=message):
        read_gaps(folder)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("train.txt", None, r"train\.txt: cannot be read"),
        ("train.txt", b"7\n8", "the last line has no end"),
        ("train.txt", b"7\n7\n", "image '7' stands twice"),
        ("val.txt", b"\xff\n", "expected UTF-8 text"),
        ("eval_pairs.jsonl", b'{"image_id": 21}\n', "line 1: expected the header"),
        ("eval_pairs.jsonl", b'{"cutline": "eval-pairs"}\n{"image_id": 21}\n', 'line 2: "pair"'),
        ("eval_pairs.jsonl", b'{"cutline": "eval-pairs"}\n[]\n', "line 2: .*a list of 0"),
        ("suspects.jsonl", b'{"cutline": "gap-suspects"}\n{\n', "line 2, column 2: not JSON"),
    ],
)
def test_a_bad_list_is_named(name: str, content: bytes | None, message: str, folder: Path) -> None:
    path = folder / "1" / name
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    with pytest.raises(FileError, match=message):
        read_gaps(folder)


def test_a_folder_without_gaps_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"is no folder of gaps: it has no gaps\.json"):
        read_gaps(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        read_gaps(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("name", "counts", "pairs"),
    [
        ("1", (79836, 2947, 1354), 6),
        ("2", (79858, 2925, 1342), 6),
        ("3", (79940, 2843, 1455), 6),
        ("4", (79627, 3156, 1503), 6),
        ("full_data", (82783, 40504, 40775), 0),
    ],
)
def test_the_published_splits_are_read(name: str, counts: tuple[int, ...], pairs: int) -> None:
    path = shared_data("compositional/dataset_splits") / f"dataset_splits_{name}.json"
    [split] = read_gaps(path)
    assert split.name == name
    assert (len(split.train), len(split.val), len(split.evaluation)) == counts
    assert len(split.pairs) == pairs
    assert {type(image_id) for image_id in split.train} == {int}
