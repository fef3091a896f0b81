"""Tables in the layout of Egoshots."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.datasets.egoshots import (
    is_caption_table,
    is_human_table,
    is_metadata,
    read_caption_table,
    read_human_table,
    read_metadata,
)

METADATA = (
    ",Images,Nouns_A,Objects_Y,SF_6_A,SF_11_A\n"
    "0,1.jpg,\"['dog', 'ball']\",\"['dog', ' it\\'s', ' cat ', 'hat']\",0.5,0.125\n"
    "1,2.jpg,['man'],['man'],1.0,0.75\n"
    "2,3.jpg,['man'],\"['cup', 'dog']\",,-0.05\n"
)
HUMAN = (
    "Images,Captions,Objects,HSF,SF_11\n"
    "1.jpg,a dog and a ball',\"['dog', 'ball', 'tree']\",0.66667,0.5\n"
)


def written(folder: Path, text: str) -> Path:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_column_is_a_captioner(tmp_path: Path) -> None:
    path = written(tmp_path, 'ImageFiles,Steady,Hasty\n1.jpg,a dog,\n2.jpg,a cat,"a, b"\n')
    assert is_caption_table(path)
    steady, hasty = read_caption_table(path)
    assert (steady.system, dict(steady.captions)) == (
        "Steady",
        {"1.jpg": ("a dog",), "2.jpg": ("a cat",)},
    )
    assert dict(hasty.captions) == {"2.jpg": ("a, b",)}


@pytest.mark.parametrize("text", ["image_id,caption\n1,a dog\n", '[{"image_id": 1}]', "x,y\n1,2\n"])
def test_other_files_are_told_apart(tmp_path: Path, text: str) -> None:
    assert not is_caption_table(written(tmp_path, text))


def test_an_image_that_stands_twice_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "Images,Steady\n1.jpg,a dog\n1.jpg,a cat\n")
    with pytest.raises(FileError, match=r"line 3: found the image '1.jpg' for the second time"):
        read_caption_table(path)


def test_released_values_are_read_and_the_similarity_found_again(tmp_path: Path) -> None:
    path = written(tmp_path, METADATA)
    assert is_metadata(path)
    found = read_metadata(path)
    assert found.image_ids == ("1.jpg", "2.jpg", "3.jpg")
    assert found.detector == "Y"
    assert found.objects[0] == ("dog", "it's", "cat", "hat")
    (captioner,) = found.captioners
    assert captioner.nouns == (("dog", "ball"), ("man",), ("man",))
    similarity = captioner.similarity(found.objects)
    # s ** (1 - 2/4) = .5; as many nouns as objects tell nothing, and negative ones are not there.
    assert similarity[0] == pytest.approx(0.25)
    assert np.isnan(similarity[1:]).all()


def test_human_values_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, HUMAN)
    assert is_human_table(path)
    found = read_human_table(path)
    assert found.captions == ("a dog and a ball",)
    assert found.objects == (("dog", "ball", "tree"),)
    assert found.fidelity.tolist() == [0.66667]
    assert found.released.tolist() == [0.5]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("['man'],['man']", "man,['man']", r"line 3: Nouns_A is 'man', expected a list"),
        ("['man'],['man']", "['man'],['man'", r"line 3: Objects_Y is"),
        ("['man'],['man']", "['man' 'x'],['man']", r"line 3: Nouns_A is"),
        ("0.75", "much", r"line 3: SF_11_A is 'much', expected a number"),
        ("1,2.jpg,['man'],['man'],1.0,0.75", "1,2.jpg", r"line 3: 2 columns, expected 6"),
        ("SF_6_A", "SF_7_A", r"has no column SF_6_A"),
        ("SF_6_A", "SF_11_A", r"two columns are named 'SF_11_A'|has no column SF_6_A"),
    ],
)
def test_damage_is_named(tmp_path: Path, before: str, after: str, message: str) -> None:
    path = written(tmp_path, METADATA.replace(before, after, 1))
    with pytest.raises(FileError, match=message):
        read_metadata(path)
