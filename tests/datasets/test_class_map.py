"""Maps between a training vocabulary and annotation classes."""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from cutline.core.errors import CutlineError
from cutline.datasets.class_list import read_class_list
from cutline.datasets.class_map import (
    COCO_OPEN_IMAGES,
    coco_open_images_map,
    read_class_map,
    same_names,
)
from cutline.datasets.class_names import read_class_names
from cutline.datasets.coco_synonyms import coco_synonyms
from tests.shared_data import shared_data

PETS = """# pets and what they are called
dog: Dog, Wolf_hound
plane:  Aeroplane | Airplane
unicorn: -
"""


def written(folder: Path, content: str, name: str = "map.txt") -> Path:
    path = folder / name
    path.write_text(content, "utf-8")
    return path


def test_a_map_is_read(tmp_path: Path) -> None:
    pets = read_class_map(written(tmp_path, PETS))
    assert pets.training == ("dog", "plane", "unicorn")
    assert pets.without_counterpart == ("unicorn",)
    for label in ("Dog", "DOG", "wolf hound"):
        assert pets.training_classes(label) == ("dog",)
    assert pets.training_classes("airplane") == pets.training_classes("Aeroplane") == ("plane",)
    assert pets.training_classes("plane") == pets.training_classes("-") == ()
    assert pets.name.startswith("map.txt=")


def test_a_class_may_stand_for_several(tmp_path: Path) -> None:
    both = read_class_map(written(tmp_path, "man: Person\nwoman: Person, Woman"))
    assert both.training_classes("Person") == ("man", "woman")
    assert both.training_classes("Woman") == ("woman",)


def test_vocabularies_give_names_their_spelling(tmp_path: Path) -> None:
    path = written(tmp_path, "hot_dog: Frankfurter\n")
    found = read_class_map(path, training=["Hot dog"], annotation=["frankfurter", "bun"])
    assert found.training == ("Hot dog",)


def test_one_known_name_of_a_class_is_enough(tmp_path: Path) -> None:
    path = written(tmp_path, "plane: Aeroplane | Airplane")
    assert read_class_map(path, annotation=["Airplane"]).training == ("plane",)


def test_same_names_map_each_class_to_itself() -> None:
    same = same_names(["dog", "hot dog"])
    assert same.training_classes("Hot_Dog") == ("hot dog",)
    assert same.training_classes("cat") == ()
    assert same.name == same_names(["Hot dog", "dog"]).name != same_names(["dog"]).name


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ("dog: Dog\ncta: -\n", 1, "line 2: 'cta' is no training class (did you mean cat?)"),
        ("dog: Dog\ncat: Catt\n", 1, "line 2: 'Catt' is no annotation class (did you mean Cat?)"),
        ("cat: Kat | Katt\ndog: -", 1, "line 1: 'Kat' is no annotation class (did you mean Cat?)"),
        ("dog: Dog\n", 1, "has no line for 'cat': expected each of the 2 training classes"),
        ("dog: Dog\nDog: Cat\ncat: -\n", 1, "line 2: 'Dog' has a line already"),
        ("dog\n", 3, "line 1: found 'dog', expected a training class, a colon"),
        (": Dog\n", 3, "line 1: found ': Dog', expected a training class, a colon"),
        ("dog: Dog,\n", 3, "line 1: found 'dog: Dog,', expected a training class, a colon"),
        ("dog: | Dog\n", 3, "expected a training class, a colon"),
        ("# nothing\n", 3, "holds no classes"),
        ("", 3, "the file is empty"),
    ],
)
def test_what_is_wrong_with_a_map_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(CutlineError) as caught:
        read_class_map(path, training=["dog", "cat"], annotation=["Dog", "Cat"])
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


def test_many_classes_that_are_not_placed_are_counted(tmp_path: Path) -> None:
    training = [f"class {n}" for n in range(8)]
    with pytest.raises(CutlineError, match=r"'class 1', .*'class 5' and 2 more: expected each"):
        read_class_map(written(tmp_path, "class 0: A"), training=training)


@pytest.mark.parametrize("content", ["# seen\ndog\n\n hot  dog \n", '["dog", "hot dog"]'])
def test_lists_of_classes_are_read(content: str, tmp_path: Path) -> None:
    assert read_class_list(written(tmp_path, content)) == ("dog", "hot dog")


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ("dog\nDog\n", 1, "line 2: the class 'Dog' stands twice"),
        ('["dog", 7]', 3, "item 2: found the number 7, expected a class"),
        ('{"dog": 1}', 3, "found an object, expected an array of classes"),
        ('["dog"', 3, "not JSON"),
        ("# none\n", 3, "holds no classes"),
    ],
)
def test_what_is_wrong_with_a_list_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(CutlineError) as caught:
        read_class_list(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


def test_every_class_of_coco_is_placed() -> None:
    own = coco_open_images_map()
    assert own.name == COCO_OPEN_IMAGES
    assert set(own.training) == coco_synonyms().labels
    assert own.without_counterpart == ()


def test_no_open_images_class_stands_for_two_of_coco() -> None:
    own = coco_open_images_map()
    listed = [label for classes in own.classes_of.values() for label in classes]
    assert len(listed) == len(set(listed))
    assert all(len(own.training_classes(label)) == 1 for label in listed)


def test_the_map_names_real_classes_of_both() -> None:
    coco = json.loads(shared_data("vocab/coco_categories.json").read_text())
    names = read_class_names(shared_data("vocab/oidv7-class-descriptions-boxable.csv"))
    with as_file(files("cutline.datasets") / "coco_open_images.txt") as path:
        checked = read_class_map(path, training=coco, annotation=list(names.values()))
    assert list(checked.training) == coco
    assert checked.classes_of == coco_open_images_map().classes_of
