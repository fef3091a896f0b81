"""Cutline's own lines of images with boxes: read, written, and everything that can be wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.datasets.gold_boxes import (
    Box,
    BoxedImage,
    BoxedSet,
    read_boxed,
    read_boxed_with_problems,
    write_boxed,
)
from cutline.text.box_markup import MarkedText, parse_marked

HEADER = {"cutline": "boxes", "version": 1, "name": "two pictures"}
KITES: dict[str, Any] = {
    "image_id": 7,
    "width": 200,
    "height": 100,
    "boxes": [
        {"id": "0", "label": "kite", "box": [10, 5, 20, 10]},
        {"id": 1, "label": "kite", "box": [50, 5.5, 30, 10]},
        {"id": "child", "label": "girl", "box": [80, 40, 25, 60]},
    ],
    "descriptions": [
        "A [girl|child] flies [kites|0,1].",
        {"words": ["two", "kites"], "boxes": [[], ["0", 1]]},
    ],
}
LAKE: dict[str, Any] = {
    "image_id": "lake",
    "boxes": [{"id": "a", "label": "boat", "box": [3, 4, 10, 20]}],
    "descriptions": ["An empty shore", "a [boat|a]"],
}


def written(folder: Path, *records: Any, name: str = "boxes.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_an_image_a_line(tmp_path: Path) -> None:
    boxed = read_boxed(written(tmp_path, HEADER, KITES, LAKE))
    kites, lake = boxed
    assert (boxed.name, len(boxed), boxed.is_inferred) == ("two pictures", 2, False)
    assert (kites.image_id, kites.width, kites.height) == (7, 200.0, 100.0)
    assert kites.boxes[1] == Box("1", "kite", 50.0, 5.5, 30.0, 10.0)
    assert kites.boxes[2].area == 1500.0
    assert kites.boxes[2].centre == (92.5, 70.0)
    assert [marked.mentioned for marked in kites.descriptions] == [("child", "0", "1"), ("0", "1")]
    assert [marked.plain for marked in lake.descriptions] == ["An empty shore", "a boat"]


def test_without_a_size_an_image_is_as_large_as_its_boxes_reach(tmp_path: Path) -> None:
    lake = read_boxed(written(tmp_path, LAKE)).images[0]
    assert (lake.width, lake.height) == (13.0, 24.0)


@pytest.mark.parametrize("records", [[HEADER, LAKE], [LAKE], [LAKE, KITES]])
def test_a_header_is_not_needed(tmp_path: Path, records: list[Any]) -> None:
    boxed = read_boxed(written(tmp_path, *records, name="shore.jsonl"))
    assert boxed.name == ("two pictures" if HEADER in records else "shore")
    assert boxed.images[0].image_id == "lake"


CHARACTERS = st.characters(exclude_categories=["Cs"])
WORDS = st.text(CHARACTERS, min_size=1, max_size=5).filter(lambda word: word.split() == [word])
LENGTHS = st.floats(0, 900, width=32)


@st.composite
def images(draw: st.DrawFn, image_id: int | str) -> BoxedImage:
    ids = draw(st.lists(WORDS, unique=True, max_size=4))
    boxes = tuple(Box(box_id, draw(WORDS), *(draw(LENGTHS) for _ in range(4))) for box_id in ids)
    pointing = st.lists(st.sampled_from(ids), unique=True).map(tuple) if ids else st.just(())
    descriptions = [
        MarkedText(tuple(words), tuple(draw(pointing) for _ in words))
        for words in draw(st.lists(st.lists(WORDS), max_size=3))
    ]
    size = draw(st.tuples(LENGTHS, LENGTHS))
    return BoxedImage(image_id, boxes, tuple(descriptions), *size, draw(st.booleans()))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    ids = data.draw(st.lists(st.integers() | WORDS, unique=True, min_size=1, max_size=3))
    boxed = BoxedSet("drawn", tuple(data.draw(images(image_id)) for image_id in ids))
    path = tmp_path_factory.mktemp("written") / "boxes.jsonl.gz"
    write_boxed(boxed, path)
    assert read_boxed(path) == boxed


def broken(**changes: Any) -> dict[str, Any]:
    return {**KITES, **changes}


def one_box(**changes: Any) -> dict[str, Any]:
    return broken(boxes=[*KITES["boxes"], {"id": "x", "label": "l", "box": [0, 0, 1, 1]} | changes])


@pytest.mark.parametrize(
    ("record", "kind", "message"),
    [
        (
            broken(descriptions=["A [girl|child].", "The [kite|9] is up."]),
            "unknown-box",
            "sentence 2, word 2 'kite': points to box '9', which the image does not have; its "
            "boxes: 0, 1, child",
        ),
        (
            broken(descriptions=[{"words": ["kite"], "boxes": [["0", "q"]]}]),
            "unknown-box",
            "sentence 1, word 1 'kite': points to box 'q'",
        ),
        (broken(descriptions=["ok", "a [kite|"]), "broken-mark", "sentence 2, column 3: '[kite|'"),
        (
            broken(descriptions=[{"words": ["up"], "boxes": [["0", 0]]}]),
            "broken-mark",
            "sentence 1, word 1 'up': points to a list of 2, expected a list of ids",
        ),
        (
            broken(descriptions=[{"words": ["up"], "boxes": ["0"]}]),
            "broken-mark",
            "sentence 1, word 1 'up': points to the text '0'",
        ),
        (
            broken(descriptions=[{"words": ["a b"], "boxes": [[]]}]),
            "wrong-type",
            "sentence 1, word 1: found the text 'a b', expected text without white space",
        ),
        (
            broken(descriptions=[{"words": ["a"], "boxes": []}]),
            "wrong-type",
            'sentence 1: "words" is a list of 1 and "boxes" a list of 0',
        ),
        (broken(descriptions=[5]), "wrong-type", '"sentence 1" is the number 5, expected text'),
        (broken(descriptions="none"), "wrong-type", "\"descriptions\" is the text 'none'"),
        (broken(descriptions=["a \ud800"]), "lone-surrogate", "sentence 1: character 3 is U+D800"),
        (one_box(id="0"), "duplicate-box", "box 4 has the id '0', as an earlier one has"),
        (one_box(box=[0, 0, -3, 1]), "bad-box", "box 'x' is -3 wide and 1 high"),
        (one_box(box=[0, 0, 3]), "bad-box", "box 'x': \"box\" is [0, 0, 3], expected [x, y, w, h]"),
        (one_box(box=[0, "1", 3, None]), "bad-box", "\"box\" is [0, the text '1', 3, null]"),
        (one_box(label=" "), "bad-box", "box 'x': \"label\" is the text ' ', expected text"),
        (one_box(id=" x"), "bad-box", "box 4: \"id\" is the text ' x', expected a whole number"),
        (broken(boxes=[3]), "bad-box", 'box 1 is the number 3, expected {"id", "label", "box"}'),
        (broken(width="wide"), "wrong-type", '"width" and "height" are the text \'wide\' and'),
        (broken(image_id=7.5), "wrong-type", '"image_id" is the number 7.5'),
        ({"boxes": []}, "missing-field", 'the record has no "image_id"'),
        ([1], "wrong-type", "found a list of 1, expected an image"),
        (LAKE, "duplicate-id", "the image stands in the file already"),
    ],
)
def test_every_error_is_named_with_its_place(
    tmp_path: Path, record: Any, kind: str, message: str
) -> None:
    path = written(tmp_path, HEADER, LAKE, record)
    with pytest.raises(ContentError) as caught:
        read_boxed(path)
    assert f"error: {path}, line 3" in str(caught.value)
    assert message in str(caught.value)
    assert f"error: {kind})" in str(caught.value)
    boxed, checked = read_boxed_with_problems(path, policy="lenient")
    assert kind in {problem.kind for problem in checked.problems}
    assert boxed.images[0].image_id == "lake"


@pytest.mark.parametrize(
    ("record", "kind", "message"),
    [
        (
            one_box(box=[150, 0, 80, 1]),
            "box-outside",
            "box 'x' reaches from 150, 0 to 230, 1, out ",
        ),
        (broken(descriptions=[]), "no-description", "image 7: the image has no descriptions"),
        (broken(boxes=[], descriptions=["sky"]), "no-boxes", "image 7: the image has no boxes"),
        (broken(descriptions=[" "]), "empty-caption", "sentence 1: the caption is empty"),
    ],
)
def test_warnings_stop_only_the_strict(
    tmp_path: Path, record: Any, kind: str, message: str
) -> None:
    path = written(tmp_path, record)
    boxed, checked = read_boxed_with_problems(path)
    (problem,) = checked.problems
    assert (problem.kind, problem.severity, len(boxed)) == (kind, "warning", 1)
    assert message in str(problem)
    with pytest.raises(ContentError, match=kind):
        read_boxed(path, policy="strict")


def test_leniency_leaves_out_what_is_wrong_and_keeps_the_rest(tmp_path: Path) -> None:
    record = one_box(box=[0, 0, -3, 1])
    record["descriptions"] = ["a [kite|0,9] and an [x|x]", "broken [", "a [girl|child]"]
    (image,) = read_boxed(written(tmp_path, record), policy="lenient")
    assert [box.id for box in image.boxes] == ["0", "1", "child"]
    assert image.descriptions == (
        parse_marked("a [kite|0] and an x"),
        parse_marked("a [girl|child]"),
    )


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ('{"cutline": "run"}\n{"image_id": 1}\n', FileError, "line 1: a Cutline file of the text"),
        ('{"cutline": "boxes", "version": 2}\n{"image_id": 1}', FileError, "version the number 2"),
        ('{"cutline": "boxes"}\n{"image_id": 1', FileError, "line 2, column 15: not JSON"),
        ('{"cutline": "boxes", "version": 1}\n', ContentError, "holds no usable image"),
        ("image_id,caption\n", FileError, "begins with 'image_id,caption'; expected JSON"),
        ('{"boxes": 3}', FileError, 'no record of "annotations" has a "caption" or a "bbox"'),
        ("", FileError, "the file is empty"),
    ],
)
def test_files_that_are_something_else(
    tmp_path: Path, text: str, error: type[CutlineError], message: str
) -> None:
    path = tmp_path / "boxes.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(error) as caught:
        read_boxed(path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_a_key_twice_is_named(tmp_path: Path) -> None:
    path = tmp_path / "boxes.jsonl"
    path.write_text('{"image_id": 1, "boxes": [], "boxes": []}\n{"image_id": 2}\n')
    with pytest.raises(ContentError, match="line 1: the key 'boxes' stands twice"):
        read_boxed(path)


def test_instances_go_with_captions_only(tmp_path: Path) -> None:
    path = written(tmp_path, LAKE)
    with pytest.raises(UsageError, match="has boxes of its own"):
        read_boxed(path, instances=path)


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (BoxedImage(1, (), (parse_marked("[a|1]"),), 1.0, 1.0), "word 1 'a': points to box '1'"),
        (BoxedImage(1, (Box("a", "b", 0, 0, -1, 1),), (), 1.0, 1.0), "box 'a' is -1 wide"),
        (BoxedImage(1, (Box("a", "b", 0, 0, float("nan"), 1),), (), 1.0, 1.0), "image 1: its id"),
        (BoxedImage(1, (Box(" ", "b", 0, 0, 1, 1),), (), 1.0, 1.0), "image 1: a box has an id"),
        (BoxedImage(1, (Box("a", "\ud800", 0, 0, 1, 1),), (), 1.0, 1.0), "U+D800 is half a pair"),
        (BoxedImage(1, (), (MarkedText(("a b",), ((),)),), 1.0, 1.0), "'a b' is no word"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(
    tmp_path: Path, image: BoxedImage, message: str
) -> None:
    path = tmp_path / "boxes.jsonl"
    with pytest.raises(CutlineError) as caught:
        write_boxed(BoxedSet("bad", (image,)), path)
    assert message in str(caught.value)
    assert not list(tmp_path.iterdir())
    with pytest.raises(UsageError, match="no images to write"):
        write_boxed(BoxedSet("none", ()), path)
    good = BoxedImage(2, (), (), 1.0, 1.0)
    with pytest.raises(ContentError, match="the image stands twice in the set"):
        write_boxed(BoxedSet("twice", (good, good)), path)
