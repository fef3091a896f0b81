"""Files of constraints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from cutline.cli.caption_constraints import ConstraintFile, read_constraints, unmet_note
from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.models.decoding.constrained import Constrained, mention


def written(folder: Path, *lines: object) -> str:
    path = folder / "constraints.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return str(path)


def names(found: ConstraintFile, *image_ids: int | str) -> list[list[str]]:
    return [[constraint.name for constraint in one] for one in found.of(image_ids)]


def test_classes_and_objects(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"cutline": "constraints", "version": 1},
        {"image_id": 7, "constraints": ["Zebra", "Flying disc", "zebra", "Person"]},
        {
            "image_id": "8.jpg",
            "objects": [
                {"label": "Person", "score": 0.9},
                {"label": "Bear", "score": 0.8, "box": [0, 0, 10, 10]},
                {"label": "Brown bear", "score": 0.3, "box": [0, 0, 10, 10]},
            ],
        },
    )
    # What is asked for by name is asked for; people that a detector saw are not.
    found = read_constraints(path)
    assert names(found, 7, 8, 9) == [["zebra", "frisbee", "Person"], ["bear", "brown bear"], []]
    kinds = tmp_path / "kinds.txt"
    kinds.write_text("brown bear: bear\nbear: animal\n", encoding="utf-8")
    assert names(read_constraints(path, str(kinds)), "8") == [["brown bear"]]


def test_what_a_detector_wrote(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"cutline": "objects", "version": 1, "detector": "d", "signature": "s"},
        {"image_id": 3, "objects": [{"label": "Dog", "score": 0.5, "box": [0, 0, 1, 1]}]},
    )
    assert names(read_constraints(path), 3) == [["dog"]]


@pytest.mark.parametrize(
    ("line", "error", "said"),
    [
        ("[1]", FileError, "expected a record"),
        ("{", FileError, "line 1"),
        ({"constraints": []}, FileError, '"image_id" is nothing'),
        ({"image_id": 1}, FileError, 'found neither, expected "constraints" or "objects"'),
        ({"image_id": 1, "constraints": [], "objects": []}, FileError, "found both"),
        ({"image_id": 1, "constraints": "dog"}, FileError, '"constraints" is the text'),
        ({"image_id": 1, "constraints": [5]}, FileError, "item 1: found the number 5"),
        ({"image_id": 1, "constraints": ["!"]}, FileError, "item 1: nothing to say"),
        ({"image_id": 1, "constraints": list("abcdef")}, ContentError, "6 constraints"),
        ({"image_id": 1, "objects": ["dog"]}, FileError, "item 1: found the text"),
        ({"image_id": 1, "objects": [{"label": ""}]}, FileError, '"label" is'),
        ({"image_id": 1, "objects": [{"label": "a", "score": 2}]}, FileError, '"score" is'),
        ({"image_id": 1, "objects": [{"label": "a", "box": [1, 2, -1, 3]}]}, FileError, '"box"'),
        ({"cutline": "run"}, FileError, "a Cutline file of the text 'run'"),
        ("", ContentError, "holds no image"),
    ],
)
def test_wrong_lines_are_refused(
    tmp_path: Path, line: object, error: type[CutlineError], said: str
) -> None:
    with pytest.raises(error) as raised:
        read_constraints(written(tmp_path, line))
    assert said in str(raised.value)


def test_an_image_stands_once(tmp_path: Path) -> None:
    line = {"image_id": 1, "constraints": ["dog"]}
    with pytest.raises(ContentError, match="line 2: image '1' stands in the file already"):
        read_constraints(written(tmp_path, line, line))


def test_constraints_of_other_images_are_refused(tmp_path: Path) -> None:
    found = read_constraints(written(tmp_path, {"image_id": 1, "constraints": ["dog"]}))
    with pytest.raises(ContentError, match="ids such as '1', expected '2'"):
        found.of([2, 3])


def test_class_names_go_with_a_hierarchy(tmp_path: Path) -> None:
    path = written(tmp_path, {"image_id": 1, "constraints": ["dog"]})
    with pytest.raises(UsageError, match="--classes goes with --hierarchy"):
        read_constraints(path, None, "classes.csv")


def test_what_is_not_met_is_told() -> None:
    assert mention("dog").name == "dog"
    met = Constrained((5, 2), -1.0, None, ("dog",), (), 1)
    unmet = Constrained((5, 2), -1.0, None, (), ("zebra", "dog"), 1)
    assert unmet_note([[met, unmet], []], "c.jsonl") is None
    told = unmet_note([[met], [unmet]], "c.jsonl")
    assert told is not None
    assert "1 of 2 captions do not mention what c.jsonl wants" in told
    assert "missing: zebra, dog" in told
