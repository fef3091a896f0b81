"""Judgments: every format that is read, and what is said about files that cannot be."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.datasets.judgments import CaptionPairs, Protocol, RatedCaptions, read_judgments
from tests.datasets.judgment_files import (
    CAPTIONS,
    PAIR,
    RATED,
    THUMB,
    elliott_keller,
    flickr8k,
    lines,
    write,
)
from tests.shared_data import shared_data

HEADER = {"cutline": "judgments", "version": 1, "name": "our pets"}


def rated(path: Path, **options: str) -> RatedCaptions:
    judged = read_judgments(path, **options)
    assert isinstance(judged, RatedCaptions)
    return judged


def test_experts_ratings_come_with_captions_and_references(tmp_path: Path) -> None:
    path = flickr8k(tmp_path, "1.jpg\t2.jpg#0\t1\t1\t2\n1.jpg\t1.jpg#1\t4\t4\t3\n")
    judged = rated(path)
    assert judged.name == "flickr8k-expert"
    assert judged.image_ids == ("1.jpg", "1.jpg")
    assert judged.captions == (CAPTIONS["2.jpg#0"], CAPTIONS["1.jpg#1"])
    assert judged.references == ((CAPTIONS["1.jpg#0"], CAPTIONS["1.jpg#1"]),) * 2
    assert judged.ratings == ((1, 1, 2), (4, 4, 3))
    assert judged.published == Protocol(own="leave-out", ratings="flat")


def test_a_crowds_votes_are_ratings_of_one_and_nought(tmp_path: Path) -> None:
    path = flickr8k(tmp_path, "1.jpg\t2.jpg#0\t0.333333\t1\t2\n1.jpg\t1.jpg#1\t1\t3\t0\n")
    judged = rated(path)
    assert judged.name == "flickr8k-cf"
    assert judged.ratings == ((1, 0, 0), (1, 1, 1))
    assert judged.published == Protocol(own="drop-reference", ratings="mean")


def test_captions_may_be_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    flickr8k(tmp_path / "other", "")
    path = write(tmp_path / "judgments.txt", "1.jpg\t2.jpg#0\t1\t1\t2\n")
    with pytest.raises(UsageError, match=r"Flickr8k\.token\.txt .* is not beside it"):
        read_judgments(path)
    judged = rated(path, captions=str(tmp_path / "other" / "Flickr8k.token.txt"))
    assert judged.captions == (CAPTIONS["2.jpg#0"],)


def test_a_released_folder_is_read_by_column(tmp_path: Path) -> None:
    judged = rated(elliott_keller(tmp_path))
    assert judged.name == "elliott-keller"
    assert judged.ratings == ((1, 1, 2), (4, 4, 3))
    assert judged.references[1] == (CAPTIONS["2.jpg#0"], CAPTIONS["2.jpg#1"])
    assert judged.published == Protocol(own="keep", ratings="flat")


@pytest.mark.parametrize(("aspect", "rating"), [(None, 3.5), ("precision", 5), ("recall", 3)])
def test_thumb_has_three_aspects(tmp_path: Path, aspect: str | None, rating: float) -> None:
    path = lines(tmp_path / "thumb.jsonl", {**THUMB, "refs": ["A cat sleeps."]})
    judged = read_judgments(path, aspect=aspect)
    assert isinstance(judged, RatedCaptions)
    assert judged.name == f"thumb-{aspect or 'total'}"
    assert judged.image_ids == (17,)
    assert judged.captions == ("A cat naps.",)
    assert judged.references == (("A cat sleeps.",),)
    assert judged.ratings == ((rating,),)
    assert judged.systems == ("Kestrel",)


def test_thumbs_references_are_beside_it_or_in_any_file_of_references(tmp_path: Path) -> None:
    path = lines(tmp_path / "thumb.jsonl", THUMB)
    with pytest.raises(UsageError, match="name a file of references with --captions"):
        read_judgments(path)
    lines(tmp_path / "mscoco_references.jsonl", {"seg_id": "17", "refs": ["A cat sleeps."]})
    assert rated(path).references == (("A cat sleeps.",),)
    other = lines(tmp_path / "other.json", [{"image_id": 17, "captions": ["One.", "Two."]}])
    assert rated(path, captions=str(other)).references == (("One.", "Two."),)
    lines(tmp_path / "mscoco_references.jsonl", {"seg_id": "18", "refs": ["A cat sleeps."]})
    with pytest.raises(ContentError, match="line 1: there are no references of image 17"):
        read_judgments(path)


def test_own_lines_hold_ratings(tmp_path: Path) -> None:
    path = lines(tmp_path / "pets.jsonl", HEADER, RATED, {**RATED, "system": "Kestrel"})
    judged = rated(path)
    assert judged.name == "our pets"
    assert judged.ratings == ((4, 3), (4, 3))
    assert judged.systems == ("", "Kestrel")
    assert judged.published == Protocol(own="keep", ratings="mean")


def test_own_lines_hold_pairs(tmp_path: Path) -> None:
    without_category = {key: value for key, value in PAIR.items() if key != "category"}
    path = lines(tmp_path / "pets.jsonl", PAIR, without_category)
    judged = read_judgments(path)
    assert isinstance(judged, CaptionPairs)
    assert judged.name == "pets"
    assert judged.captions == (("a cat naps", "a duck swims"),) * 2
    assert judged.votes == ((5, 1), (5, 1))
    assert judged.categories == ("HM", "")


def test_files_may_be_compressed(tmp_path: Path) -> None:
    plain = lines(tmp_path / "pets.jsonl", HEADER, RATED)
    packed = tmp_path / "pets.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_judgments(packed) == read_judgments(plain)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({**RATED, "image_id": None}, '"image_id" is null, expected an image id'),
        ({**RATED, "image_id": True}, '"image_id" is true'),
        ({**RATED, "caption": 7}, '"caption" is the number 7, expected text'),
        ({**RATED, "caption": "a\rb"}, "character 2 is U+000D"),
        ({**RATED, "references": []}, '"references" is a list of 0, expected a list of captions'),
        ({**RATED, "references": "a cat"}, "expected a list of captions"),
        ({**RATED, "references": ["a", None]}, '"references" is null, expected text'),
        ({**RATED, "ratings": 4}, '"ratings" is the number 4, expected a list of numbers'),
        ({**RATED, "ratings": []}, "expected a list of numbers"),
        ({**RATED, "ratings": [4, "3"]}, "\"ratings\" is the text '3', expected a number"),
        ({**RATED, "ratings": [True]}, "expected a number"),
        ({"image_id": 1, "caption": "a"}, '"references" is nothing'),
        (PAIR, "found votes, expected ratings"),
    ],
)
def test_a_rated_caption_that_cannot_be_used_is_placed(
    record: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = lines(tmp_path / "pets.jsonl", RATED, record)
    with pytest.raises(ContentError) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"captions": ["a", "b", "c"]}, "3 captions and 2 votes, expected two of each"),
        ({"votes": [1]}, "2 captions and 1 votes, expected two of each"),
        ({"votes": [1, -2]}, '"votes" has -2, expected how many people'),
        ({"captions": "a cat"}, "expected a list of captions"),
    ],
)
def test_a_pair_that_cannot_be_used_is_placed(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = lines(tmp_path / "pets.jsonl", {**PAIR, **change})
    with pytest.raises(ContentError) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(f"{path}, line 1: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("image,rating\n1,2\n", "line 1: not judgments in a format that Cutline knows"),
        ('{"cutline": "run", "version": 1}\n{}\n', "line 1: a Cutline file of the text 'run'"),
        ('{"cutline": "judgments", "version": 2}\n', "line 1: version the number 2"),
        ('{"cutline": "judgments"}\n', "a header and no judgments"),
        ('{"image_id": 1, "caption": \n', "line 1, column 28: not JSON"),
        ('{"image_id": 1, "image_id": 2}\n', "line 1: the key 'image_id' stands twice"),
        ('{"image_id": 1}\n[1]\n', "line 2: found a list of 1, expected a record"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_to_be_none(
    text: str, message: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "judgments", text)
    with pytest.raises(FileError) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("1.jpg\t2.jpg#0\t1\t1\t5", ContentError, "the rating '5', expected 1, 2, 3 or 4"),
        ("1.jpg\t2.jpg#9\t1\t1\t4", ContentError, "has no caption '2.jpg#9'"),
        ("9.jpg\t2.jpg#0\t1\t1\t4", ContentError, "has no captions of image '9.jpg'"),
        ("1.jpg\t2.jpg#0\t1\t1", FileError, "expected an image, a caption id and three ratings"),
    ],
)
def test_an_experts_line_that_cannot_be_used_is_placed(
    line: str, error: type[CutlineError], message: str, tmp_path: Path
) -> None:
    path = flickr8k(tmp_path, f"1.jpg\t2.jpg#0\t1\t1\t2\n{line}\n")
    with pytest.raises(error) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert message in str(caught.value)


def test_votes_that_do_not_give_the_share_are_refused(tmp_path: Path) -> None:
    path = flickr8k(tmp_path, "1.jpg\t2.jpg#0\t0.5\t1\t1\n1.jpg\t1.jpg#1\t0.9\t1\t2\n")
    with pytest.raises(ContentError, match=r"line 2: found '0\.9, 1, 2', expected the share"):
        read_judgments(path)


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        ("1.jpg\tno number\n", FileError, "line 1: found"),
        ("1.jpg#0\ta\n1.jpg#0\tb\n", ContentError, "line 2: a second caption '1.jpg#0'"),
    ],
)
def test_captions_that_cannot_be_used_are_placed(
    tokens: str, error: type[CutlineError], message: str, tmp_path: Path
) -> None:
    path = flickr8k(tmp_path, "1.jpg\t1.jpg#0\t1\t1\t2\n")
    tokens_path = write(tmp_path / "Flickr8k.token.txt", tokens)
    with pytest.raises(error) as caught:
        read_judgments(path)
    assert str(caught.value).startswith(f"{tokens_path}, {message}")


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("judgements", None, "a folder without a file judgements"),
        ("judgements", '"id","j1","j2","imageid"\n', "line 1: no column j3"),
        ("judgements", '"id","j1","j2","j3","imageid"\n', "a header and no rows"),
        ("judgements", '"id","j1","j2","j3","imageid"\n1,2\n', "line 2: 2 columns, expected 5"),
        ("candidates", "one\n", "1 lines for 2 judgments"),
        ("ref-1", "one\n", "1 lines for 2 judgments"),
        ("candidates", None, "cannot be read"),
    ],
)
def test_a_folder_that_lacks_something_is_refused(
    file: str, content: str | None, message: str, tmp_path: Path
) -> None:
    folder = elliott_keller(tmp_path)
    (folder / file).unlink()
    if content is not None:
        write(folder / file, content)
    with pytest.raises(FileError) as caught:
        read_judgments(folder)
    assert str(caught.value).startswith(str(folder))
    assert message in str(caught.value)


def test_a_rating_of_the_folder_that_is_off_the_scale_is_placed(tmp_path: Path) -> None:
    folder = elliott_keller(tmp_path)
    path = folder / "judgements"
    write(path, path.read_text().replace('"1","4","4"', '"1","4","6"'))
    with pytest.raises(ContentError, match="line 3: the rating '6', expected 1 to 4"):
        read_judgments(folder)


def test_options_of_other_formats_are_refused(tmp_path: Path) -> None:
    own = lines(tmp_path / "pets.jsonl", RATED)
    with pytest.raises(UsageError, match=r"do not go with --captions refs\.json"):
        read_judgments(own, captions="refs.json")
    with pytest.raises(UsageError, match="do not go with --aspect recall"):
        read_judgments(own, aspect="recall")
    thumb = lines(tmp_path / "thumb.jsonl", {**THUMB, "refs": ["A cat."]})
    with pytest.raises(UsageError, match=r"total, precision, recall, not 'recal' \(did you mean"):
        read_judgments(thumb, aspect="recal")


@pytest.mark.parametrize(
    ("name", "captions", "ratings"),
    [
        ("elliott_keller_flickr8k", 5822, 17466),
        ("flickr8k/ExpertAnnotations.txt", 5822, 17466),
        ("flickr8k/CrowdFlowerAnnotations.txt", 47830, 144_860),
    ],
)
def test_the_released_judgments_are_read_whole(name: str, captions: int, ratings: int) -> None:
    judged = rated(shared_data(name))
    assert len(judged) == captions
    assert len(set(judged.image_ids)) == 1000
    assert sum(map(len, judged.ratings)) == ratings
