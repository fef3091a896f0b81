"""Words of images, with and without scores."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cutline.core.errors import ContentError, CutlineError, FileError
from cutline.datasets.word_scores import WordScores, is_word_scores, read_word_scores

IDS = (7, 9)
WORDS = ("dog", "ball", "café")


def written(folder: Path, *lines: str) -> str:
    path = folder / "keen.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def entries(found: WordScores) -> dict[tuple[object, str], float]:
    return {
        (found.image_ids[image], found.words[word]): score
        for image, word, score in zip(
            found.images.tolist(), found.numbers.tolist(), found.scores.tolist(), strict=True
        )
    }


def test_scores(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '{"image_id": 9, "words": {"ball": 0.5, "unicorn": 1, "dog": -2}}',
        "",
        '{"words": {"café": 1}, "image_id": 7, "note": ["any"]}',
        '{"image_id": 12, "words": {"dog": 1}}',
    )
    found = read_word_scores(path, IDS, WORDS)
    assert entries(found) == {(9, "ball"): 0.5, (9, "dog"): -2, (7, "café"): 1}
    assert found.system == "keen"


def test_words_alone(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '{"image_id": 7, "words": ["dog", "dog", "unicorn"]}',
        '{"image_id": 9, "words": []}',
    )
    found = read_word_scores(path, IDS, WORDS)
    assert entries(found) == {(7, "dog"): 1}
    assert found.image_ids == IDS


def test_capitals_and_ids_of_another_type(tmp_path: Path) -> None:
    path = written(tmp_path, '{"image_id": "7", "words": {"Dog": 0.2, "DOG": 0.4, "dog": 0.1}}')
    assert entries(read_word_scores(path, IDS, WORDS)) == {(7, "dog"): 0.4}


def test_a_header_names_the_system(tmp_path: Path) -> None:
    header = '{"cutline": "word-scores", "version": 1, "system": "Keen Eye"}'
    path = written(tmp_path, header, '{"image_id": 7, "words": {"dog": 1}}')
    assert is_word_scores(path)
    assert read_word_scores(path, IDS, WORDS).system == "Keen Eye"


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "keen.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"image_id": 7, "words": ["ball"]}\n'))
    assert is_word_scores(str(path))
    assert entries(read_word_scores(str(path), IDS, WORDS)) == {(7, "ball"): 1}


@pytest.mark.parametrize(
    "line",
    [
        '[{"image_id": 7, "caption": "a dog"}]',
        '{"image_id": 7, "captions": ["a dog"]}',
        "image_id,caption",
        '"words"',
    ],
)
def test_captions_are_told_apart(tmp_path: Path, line: str) -> None:
    assert not is_word_scores(written(tmp_path, line))


GOOD = '{"image_id": 7, "words": {"dog": 1}}'
WRONG = {
    '{"image_id": 9, "words": {"dog": 1}': (FileError, "line 2"),
    "[1]": (FileError, 'line 2: found a list of 1, expected {"image_id", "words"}'),
    '{"words": {"dog": 1}}': (FileError, 'line 2: "image_id": found nothing, expected an id'),
    '{"image_id": 1.5, "words": {}}': (FileError, "found the number 1.5, expected an id"),
    '{"image_id": 9}': (FileError, '"words": found nothing, expected a list of words, or scores'),
    '{"image_id": 9, "words": "dog"}': (FileError, "found the text 'dog', expected a list of"),
    '{"image_id": 9, "words": {"dog": "much"}}': (
        FileError,
        "line 2: 'dog': found the text 'much', expected a score",
    ),
    '{"image_id": 9, "words": {"dog": true}}': (FileError, "found true (true or false)"),
    '{"image_id": 9, "words": {"dog": 1e999}}': (FileError, "line 2"),
    '{"image_id": 9, "words": {"dog": 1, "dog": 2}}': (FileError, "'dog' stands twice"),
    '{"image_id": 9, "words": ["dog"]}': (FileError, 'line 2: "words": lists and scores are mixed'),
    '{"image_id": 7, "words": {"ball": 1}}': (
        ContentError,
        "line 2: image 7 has words already, in line 1",
    ),
}


@pytest.mark.parametrize("line", WRONG)
def test_lines_that_are_something_else(tmp_path: Path, line: str) -> None:
    kind, said = WRONG[line]
    with pytest.raises(CutlineError) as error:
        read_word_scores(written(tmp_path, GOOD, line), IDS, WORDS)
    assert type(error.value) is kind
    assert said in str(error.value)
    assert "keen.jsonl" in str(error.value)


def test_words_are_texts(tmp_path: Path) -> None:
    with pytest.raises(FileError, match='line 1: "words": found the number 3, expected a word'):
        read_word_scores(written(tmp_path, '{"image_id": 7, "words": [3]}'), IDS, WORDS)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ('{"cutline": "run"}', "a Cutline file of the text 'run', expected 'word-scores'"),
        ('{"cutline": "word-scores", "version": 2}', "version the number 2; this Cutline reads"),
    ],
)
def test_other_headers(tmp_path: Path, header: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        read_word_scores(written(tmp_path, header, GOOD), IDS, WORDS)


def test_files_of_other_images_or_words(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    with pytest.raises(ContentError, match=r"none of the 1 images: it has ids such as '7'"):
        read_word_scores(path, ["x"], WORDS)
    with pytest.raises(ContentError, match="has none of the 1 words that are looked at, such as"):
        read_word_scores(path, IDS, ["emu"])
    with pytest.raises(FileError, match="cannot be read"):
        is_word_scores(str(tmp_path / "absent.jsonl"))
