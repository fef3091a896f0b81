"""Words that name objects, from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.core.errors import CutlineError
from cutline.datasets.object_synonyms import read_object_synonyms

FARM = {"dog": "dog", "puppy": "dog", "hot dog": "hot dog", "sausage roll": None}


@pytest.mark.parametrize(
    "content",
    [
        "# words of a farm\ndog, Puppy\n\nhot_dog\n-, sausage roll\n",
        "\ufeffdog,puppy,dog,\r\nHot  dog\r\n- , sausage roll",
        '{"dog": "dog", "puppy": "Dog", "hot dog": "hot dog", "sausage roll": null}',
        ' {"dog": "dog", "puppy": "dog", "hot dog": "hot_dog", "sausage roll": null, "": "dog"}',
    ],
)
def test_words_are_read_from_lines_and_json(content: str, tmp_path: Path) -> None:
    path = tmp_path / "farm.txt"
    path.write_text(content, "utf-8", newline="")
    synonyms = read_object_synonyms(path)
    assert synonyms.label_of == FARM
    assert synonyms.labels == {"dog", "hot dog"}


def test_the_name_tells_one_list_from_another(tmp_path: Path) -> None:
    path = tmp_path / "farm.txt"
    names = set()
    for content in ("dog, puppy", "dog, puppies"):
        path.write_text(content)
        names.add(read_object_synonyms(path).name)
    assert len(names) == 2
    assert all(name.startswith("farm.txt=") for name in names)


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ("dog, puppy\ncat, puppy\n", 1, "line 2: 'puppy' stands for 'dog' and for 'cat'"),
        ("dog, puppy\n-, puppy\n", 1, "line 2: 'puppy' stands for 'dog' and for nothing"),
        ("dog, puppy\n, kitten\n", 3, "line 2: found ', kitten', expected a label, a comma and"),
        ('{"dog": "dog",\n"Dog": "cat"}', 1, "'Dog': 'dog' stands for 'dog' and for 'cat'"),
        ('{"dog": "dog",\n"dog": "cat"}', 3, "line 2, column 1: 'dog' stands twice"),
        ('{"dog": ["puppy"]}', 3, "'dog': found a list of 1, expected a label"),
        ('{"dog": ""}', 3, "'dog': found the text '', expected a label"),
        ('{"dog": "dog"', 3, "line 1, column 14: not JSON"),
        ("# nothing\n-, puppy\n", 3, "holds no words for any label"),
        ("", 3, "the file is empty"),
    ],
)
def test_what_is_wrong_with_a_list_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "words"
    path.write_text(content)
    with pytest.raises(CutlineError) as caught:
        read_object_synonyms(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code
