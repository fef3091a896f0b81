"""Flickr30k Entities: sentences with phrases in brackets, and XML with boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.gold_boxes import Box, read_boxed, read_boxed_with_problems
from cutline.datasets.gold_boxes.entity_annotations import MOST_BYTES
from cutline.text.box_markup import format_marked

SENTENCES = """\
[/EN#11/people Two rowers] lift [/EN#12/vehicles a long boat] over [/EN#13/scene the pier] .
[/EN#11/people The rowers] carry [/EN#12/other/vehicles their boat] with [/EN#0/notvisual ease] .

[/EN#12/vehicles A narrow shell] is held by [/EN#11/people athletes] in [/EN#14/clothing caps] .
"""
ANNOTATIONS = """\
<annotation>
  <filename>31.jpg</filename>
  <size><width>500</width><height>375</height><depth>3</depth></size>
  <object><name>11</name><bndbox>
    <xmin>1</xmin><ymin>11</ymin><xmax>100</xmax><ymax>210</ymax></bndbox></object>
  <object><name>11</name><bndbox>
    <xmin>201</xmin><ymin>21</ymin><xmax>290</xmax><ymax>220</ymax></bndbox></object>
  <object><name>12</name><bndbox>
    <xmin>0</xmin><ymin>101</ymin><xmax>500</xmax><ymax>150</ymax></bndbox></object>
  <object><name>13</name><scene>1</scene></object>
  <object><name>14</name><nobndbox>1</nobndbox></object>
</annotation>
"""


def folder_of(
    folder: Path, sentences: str | None = SENTENCES, annotations: str | None = ANNOTATIONS
) -> Path:
    for part, name, text in (
        ("Sentences", "31.txt", sentences),
        ("Annotations", "31.xml", annotations),
        ("Sentences", "205.txt", "[/EN#3/other A lamp] glows .\n"),
        ("Annotations", "205.xml", small_annotation("3")),
    ):
        (folder / part).mkdir(exist_ok=True)
        if text is not None:
            (folder / part / name).write_text(text, encoding="utf-8")
    return folder


def small_annotation(*names: str, xmax: str = "10", more: str = "") -> str:
    named = "".join(f"<name>{name}</name>" for name in names)
    return (
        f"<annotation><size><width>20</width><height>20</height></size>{more}<object>{named}"
        f"<bndbox><xmin>3</xmin><ymin>3</ymin><xmax>{xmax}</xmax><ymax>12</ymax></bndbox>"
        f"</object></annotation>"
    )


OTHER_OBJECT = "<object" + small_annotation("8").partition("<object")[2].removesuffix(
    "</annotation>"
)


def test_phrases_point_to_the_boxes_of_their_entities(tmp_path: Path) -> None:
    boxed, checked = read_boxed_with_problems(folder_of(tmp_path))
    assert [image.image_id for image in boxed] == ["31", "205"]
    assert checked.problems == []
    image = boxed.images[0]
    assert (image.width, image.height, image.is_inferred) == (500.0, 375.0, False)
    assert [format_marked(marked) for marked in image.descriptions] == [
        "Two [rowers|11,11.2] lift a long [boat|12] over the pier .",
        "The [rowers|11,11.2] carry their [boat|12] with ease .",
        "A narrow [shell|12] is held by [athletes|11,11.2] in caps .",
    ]


def test_sides_are_counted_from_one_and_belong_to_the_box(tmp_path: Path) -> None:
    image = read_boxed(folder_of(tmp_path)).images[0]
    assert image.boxes == (
        Box("11", "rowers", 0.0, 10.0, 100.0, 200.0),
        Box("11.2", "rowers", 200.0, 20.0, 90.0, 200.0),
        Box("12", "boat", 0.0, 100.0, 500.0, 50.0),
    )


def test_one_box_may_show_several_entities(tmp_path: Path) -> None:
    sentences = "[/EN#1/people A smith] and [/EN#2/people a helper]\n[/EN#2/people helper]\n"
    image = read_boxed(folder_of(tmp_path, sentences, small_annotation("1", "2"))).images[0]
    assert image.boxes == (Box("1", "helper", 2.0, 2.0, 8.0, 10.0),)
    assert format_marked(image.descriptions[0]) == "A [smith|1] and a [helper|1]"


def test_an_entity_may_be_the_scene_and_have_a_box(tmp_path: Path) -> None:
    more = "<object><name>1</name><scene>1</scene></object>"
    sentences = "[/EN#1/scene A yard]"
    image = read_boxed(folder_of(tmp_path, sentences, small_annotation("1", more=more))).images[0]
    assert format_marked(image.descriptions[0]) == "A [yard|1]"


@pytest.mark.parametrize(
    ("sentences", "annotations", "kind", "message"),
    [
        (
            "[/EN#1/other A mill] by [/EN#5/other a river]",
            small_annotation("1"),
            "unplaced-phrase",
            "image '31': sentence 1, word 4 'a river': the annotations do not have entity 5",
        ),
        (
            "[/EN#1/other A mill]",
            small_annotation("1", more=OTHER_OBJECT),
            "unlabelled-box",
            "31.txt, image '31': no phrase names entity 8 of a box",
        ),
        ("[/EN#1/other A mill]", None, "no-boxes", "there is no Annotations/31.xml"),
        (
            None,
            small_annotation("1"),
            "no-description",
            "31.xml, image '31': the image has no desc",
        ),
        (
            "[/EN#1/other A mill]",
            small_annotation("1", xmax="40"),
            "box-outside",
            "box '1' reaches",
        ),
    ],
)
def test_warnings(
    tmp_path: Path, sentences: str | None, annotations: str | None, kind: str, message: str
) -> None:
    _, checked = read_boxed_with_problems(folder_of(tmp_path, sentences, annotations))
    (found,) = [problem for problem in checked.problems if problem.kind == kind]
    assert message in str(found)
    assert all(problem.severity == "warning" for problem in checked.problems)


@pytest.mark.parametrize(
    ("sentence", "column"),
    [
        ("A [mill] turns .", 3),
        ("[/EN#1 A mill] turns .", 1),
        ("[/EN#1/other A mill turns .", 1),
        ("A mill] turns .", 7),
        ("A [/EN#1/other big [/EN#2/other mill]]", 3),
    ],
)
def test_broken_brackets_are_named_with_sentence_and_column(
    tmp_path: Path, sentence: str, column: int
) -> None:
    folder = folder_of(tmp_path, f"[/EN#1/other A mill] .\n{sentence}\n", small_annotation("1"))
    with pytest.raises(ContentError) as caught:
        read_boxed(folder)
    assert f"31.txt, line 2, image '31': sentence 2, column {column}: found" in str(caught.value)
    image = read_boxed(folder, policy="lenient").images[0]
    assert [format_marked(marked) for marked in image.descriptions] == ["A [mill|1] ."]


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    "<annotation><filename>&b;</filename></annotation>"
)


@pytest.mark.parametrize(
    ("annotations", "message"),
    [
        (BOMB, "has a document type"),
        ("<annotation>" + " " * MOST_BYTES + "</annotation>", f"expected at most {MOST_BYTES:,}"),
        ("<annotation><object>", "line 1, column 21: not XML: no element found"),
        ("<page/>", "found <page>, expected <annotation>"),
        ("<annotation><object><scene>1</scene></object></annotation>", "object 1: has no <name>"),
        (small_annotation("1", xmax="wide"), "object 1: <xmax> is 'wide', expected a number"),
        (small_annotation("1", xmax="nan"), "object 1: <xmax> is 'nan', expected a number"),
        (small_annotation("1").replace("ymin", "top"), "object 1: <ymin> is nothing"),
    ],
)
def test_annotations_that_are_none(tmp_path: Path, annotations: str, message: str) -> None:
    with pytest.raises(FileError) as caught:
        read_boxed(folder_of(tmp_path, annotations=annotations))
    assert "31.xml" in str(caught.value)
    assert message in str(caught.value)


def test_annotations_in_another_encoding_are_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    path = folder / "Annotations" / "31.xml"
    path.write_bytes(b'<?xml version="1.0" encoding="latin-1"?>\n<annotation>\xe9</annotation>')
    with pytest.raises(FileError, match="line 2, column 13: not UTF-8"):
        read_boxed(folder)


def test_folders_that_are_something_else(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="has no files in Sentences"):
        read_boxed(tmp_path)
    with pytest.raises(UsageError, match="has boxes of its own"):
        read_boxed(folder_of(tmp_path), instances="instances.json")
