"""Flickr30k Entities in one JSON file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import ContentError, FileError
from cutline.datasets.gold_boxes import Box, read_boxed, read_boxed_with_problems
from cutline.datasets.gold_boxes.phrase_search import PhraseSearch
from cutline.text.box_markup import format_marked
from tests.shared_data import shared_data


def phrase(entity: str, words: str, start: int) -> dict[str, Any]:
    return {"entity": entity, "phrase": words, "start": start, "end": start + len(words.split())}


ORCHARD: dict[str, Any] = {
    "image": "88.jpg",
    "entities": {"5": [1, 2, 30, 40], "6": [20, 5, 25, 10], "7": [0, 0, 9, 9]},
    "sentences": [
        {
            "caption": 'Two pickers, and a ladder; a ladder stands "here".',
            "phrases": [phrase("5", "two pickers", 0), phrase("6", "a ladder", 7)],
        },
        {"caption": "The pickers' ladder.", "phrases": [phrase("6", "The pickers ' ladder", 0)]},
        {"caption": "Women pick fruit.", "phrases": [phrase("5", "Women", 0)]},
        {"caption": "Nothing is marked", "phrases": []},
        {"caption": "The women rest", "phrases": [phrase("5", "The women", 0)]},
    ],
}


def written(folder: Path, *records: Any) -> Path:
    path = folder / "joined.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_head_words_are_marked_and_the_commonest_is_the_label(tmp_path: Path) -> None:
    boxed, checked = read_boxed_with_problems(written(tmp_path, ORCHARD))
    (image,) = boxed
    assert image.boxes == (
        Box("5", "women", 1.0, 2.0, 30.0, 40.0),
        Box("6", "ladder", 20.0, 5.0, 25.0, 10.0),
    )
    assert (image.image_id, image.width, image.height) == ("88.jpg", 45.0, 42.0)
    assert [format_marked(marked) for marked in image.descriptions] == [
        'Two [pickers|5], and a ladder; a [ladder|6] stands "here".',
        "The pickers' [ladder|6].",
        "[Women|5] pick fruit.",
        "Nothing is marked",
        "The [women|5] rest",
    ]
    (problem,) = checked.problems
    assert problem.kind == "unlabelled-box"
    assert "record 1, image '88.jpg': no phrase names entity 7 of a box" in str(problem)


def test_of_two_words_that_are_as_common_the_first_is_the_label(tmp_path: Path) -> None:
    sentences = [ORCHARD["sentences"][0], ORCHARD["sentences"][2]]
    image = read_boxed(written(tmp_path, {**ORCHARD, "sentences": sentences})).images[0]
    assert image.boxes[0].label == "pickers"


@pytest.mark.parametrize(
    ("changes", "kind", "message"),
    [
        (
            {"sentences": [{"caption": "a pear", "phrases": [phrase("5", "an apple", 0)]}]},
            "unplaced-phrase",
            "sentence 1, phrase 'an apple' of entity '5': the sentence does not have it",
        ),
        (
            {"sentences": [{"caption": "a pear", "phrases": [phrase("9", "a pear", 0)]}]},
            "unknown-box",
            "sentence 1, word 2 'pear': points to box '9'",
        ),
        ({"sentences": [{"caption": "a pear"}]}, "wrong-type", 'sentence 1: "phrases" is nothing'),
        ({"sentences": [{"phrases": []}]}, "missing-field", '"sentence 1" is nothing'),
        ({"sentences": [4]}, "missing-field", '"sentence 1" is nothing'),
        ({"sentences": None}, "wrong-type", '"sentences" is null, expected a list'),
        ({"entities": {"5": [1, 2]}}, "bad-box", "box '5': found [1, 2], expected [x, y, w, h]"),
        ({"entities": []}, "wrong-type", '"entities" is a list of 0, expected boxes by id'),
        ({"image": None}, "wrong-type", '"image" is null, expected a whole number or text'),
    ],
)
def test_problems_are_named(
    tmp_path: Path, changes: dict[str, Any], kind: str, message: str
) -> None:
    other = {**ORCHARD, "image": "89.jpg"}
    path = written(tmp_path, other, {**ORCHARD, **changes})
    boxed, checked = read_boxed_with_problems(path, policy="lenient")
    found = [problem for problem in checked.problems if problem.kind == kind]
    assert any(message in str(problem) and "record 2" in str(problem) for problem in found)
    assert boxed.images[0].image_id == "89.jpg"
    if found[0].severity == "error":
        with pytest.raises(ContentError, match=kind):
            read_boxed(path)


@pytest.mark.parametrize("text", ["[]", "[[1]]", '[{"image_id": 1, "caption": "a"}]', "[" * 9999])
def test_files_of_another_form(tmp_path: Path, text: str) -> None:
    path = tmp_path / "joined.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=r"expected|nested"):
        read_boxed(path)


@pytest.mark.parametrize(
    ("text", "words", "token", "expected"),
    [
        ("a cat and a cat", "a cat", 0, (0, 2)),
        ("a cat and a cat", "a cat", 3, (3, 5)),
        ("a cat, a cat", "A CAT", 3, (2, 4)),
        ("a cart and a car", "a car", 0, (3, 5)),
        ("a scar", "car", 1, None),
        ('the "O" sign', "O", 2, (1, 2)),
        ("the boys' hats", "boys ' hats", 1, (1, 3)),
        ("new info", "' info", 1, (1, 2)),
        ("a T-shirt", "t-shirt", 1, (1, 2)),
        ("", "cat", 0, None),
        ("a cat", "", 0, None),
        ("a cat", "...", 0, None),
    ],
)
def test_phrases_are_found_by_their_letters(
    text: str, words: str, token: int, expected: tuple[int, int] | None
) -> None:
    assert PhraseSearch(text).find(words, token) == expected


def test_the_real_file() -> None:
    path = shared_data("flickr30k_entities_test/flickr30k_entities_test_joined.json")
    boxed, checked = read_boxed_with_problems(path)
    records = json.loads(path.read_text(encoding="utf-8"))
    assert len(boxed) == 961
    assert [problem.kind for problem in checked.problems] == ["unlabelled-box"] * 2
    sentences = [marked for image in boxed for marked in image.descriptions]
    assert (len(sentences), sum(bool(marked.mentioned) for marked in sentences)) == (4805, 4777)
    for record, image in zip(records, boxed, strict=True):
        for sentence, marked in zip(record["sentences"], image.descriptions, strict=True):
            assert set(marked.mentioned) == {part["entity"] for part in sentence["phrases"]}
            assert marked.plain == " ".join(sentence["caption"].split())
        mentioned = {box for marked in image.descriptions for box in marked.mentioned}
        assert {box.id for box in image.boxes} == mentioned
