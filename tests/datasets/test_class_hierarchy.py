"""Hierarchies of classes, in Open Images' form and by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.core.errors import CutlineError
from cutline.datasets.class_hierarchy import ClassHierarchy, read_class_hierarchy
from tests.shared_data import shared_data

FARM = {
    "LabelName": "/m/0bl9f",
    "Subcategory": [
        {
            "LabelName": "/m/1",
            "Subcategory": [{"LabelName": "/m/2", "Part": [{"LabelName": "/m/3"}]}],
        },
        {
            "LabelName": "/m/4",
            "Subcategory": [{"LabelName": "/m/2"}],
            "Part": [{"LabelName": "/m/5", "Subcategory": [{"LabelName": "/m/6"}]}],
        },
        {"LabelName": "/m/3"},
    ],
}
NAMES = "LabelName,DisplayName\n/m/1,Animal\n/m/2,Goose\n/m/3,Wing\n/m/4,Food\n/m/5,Crust\n"
LINES = """
# what is on a farm
Animal:
Goose: Animal, Food,
Wing: part of Goose
Crust:  part of  Food
/m/6: Crust
"""


def written(folder: Path, content: Any, name: str = "hierarchy.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


@pytest.fixture(params=["nested", "lines"])
def farm(request: pytest.FixtureRequest, tmp_path: Path) -> ClassHierarchy:
    if request.param == "lines":
        return read_class_hierarchy(written(tmp_path, LINES, "hierarchy.txt"))
    names = written(tmp_path, NAMES, "names.csv")
    return read_class_hierarchy(written(tmp_path, FARM), names)


def test_kinds_and_parts_are_told(farm: ClassHierarchy) -> None:
    assert set(farm.labels) == {"Animal", "Goose", "Wing", "Food", "Crust", "/m/6"}
    assert farm.parents("Goose") == ("Animal", "Food")
    assert farm.children("Food") == ("Goose",)
    assert farm.ancestors("Goose") == {"Animal", "Food"}
    assert farm.descendants("Animal") == {"Goose"}
    assert farm.ancestors("Wing") == frozenset()
    assert farm.parts == {"Wing", "Crust", "/m/6"}
    assert farm.is_part("Wing")
    assert not farm.is_part("Goose")


def test_of_other_classes_nothing_is_known(farm: ClassHierarchy) -> None:
    assert "Goose" in farm
    assert "Duck" not in farm
    assert farm.parents("Duck") == farm.children("Duck") == ()
    assert farm.ancestors("Duck") == farm.descendants("Duck") == frozenset()
    assert not farm.is_part("Duck")


def test_what_is_found_in_a_building_is_no_part(tmp_path: Path) -> None:
    inside = {"LabelName": "Tool", "Subcategory": [{"LabelName": "Hammer"}]}
    door = {"LabelName": "Door", "Part": [{"LabelName": "Door handle"}]}
    content = {"LabelName": "Entity", "Subcategory": [{"LabelName": "Building", "Part": [inside]}]}
    content["Subcategory"].append(door)  # type: ignore[attr-defined]
    hierarchy = read_class_hierarchy(written(tmp_path, content))
    assert hierarchy.parts == {"Door handle"}
    assert hierarchy.ancestors("Hammer") == {"Tool"}
    assert hierarchy.ancestors("Tool") == frozenset()


def test_an_outermost_class_counts_unless_it_is_everything(tmp_path: Path) -> None:
    content = {"LabelName": "Animal", "Subcategory": [{"LabelName": "Goose"}]}
    assert read_class_hierarchy(written(tmp_path, content)).labels == ("Animal", "Goose")


def test_the_name_tells_one_hierarchy_from_another(tmp_path: Path) -> None:
    names = {
        read_class_hierarchy(written(tmp_path, text, "kinds.txt")).name
        for text in ("goose: bird", "goose: animal")
    }
    assert len(names) == 2
    assert all(name.startswith("kinds.txt=") for name in names)


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ('{"LabelName": "a", "Subcategory": ["b"]}', 3, "below 'a': found the text 'b', expected"),
        ('{"LabelName": "a", "Part": {"LabelName": "b"}}', 3, '"Part": found an object, expected'),
        ('{"Subcategory": []}', 3, 'found nothing, expected a class with a "LabelName"'),
        ('{"LabelName": "a", "LabelName": "b"}', 3, "line 1, column 20: 'LabelName' stands twice"),
        ("[]", 3, "found a list of 0, expected a class"),
        ('{"LabelName": ', 3, "not JSON"),
        ("goose: bird\nbird: animal\nanimal: goose", 1, "'goose' is below itself"),
        ("goose: goose", 1, "'goose' is below itself"),
        ("goose: bird\n: animal", 3, "line 2: found ': animal', expected a class, a colon"),
        ("# nothing", 3, "holds no classes"),
        ("", 3, "the file is empty"),
    ],
)
def test_what_is_wrong_with_a_hierarchy_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, content)
    with pytest.raises(CutlineError) as caught:
        read_class_hierarchy(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


@pytest.mark.parametrize(
    ("content", "exit_code", "message"),
    [
        ("/m/1,Animal\n/m/1,Beast\n", 1, "line 2: /m/1 is named 'Animal' and 'Beast'"),
        ("/m/1,Animal\n/m/2\n", 3, "line 2: found '/m/2', expected a class and its name"),
        ("LabelName,DisplayName\n", 3, "a header and no rows"),
    ],
)
def test_what_is_wrong_with_class_names_is_said(
    content: str, exit_code: int, message: str, tmp_path: Path
) -> None:
    names = written(tmp_path, content, "names.csv")
    with pytest.raises(CutlineError) as caught:
        read_class_hierarchy(written(tmp_path, FARM), names)
    assert str(caught.value).startswith(str(names))
    assert message in str(caught.value)
    assert caught.value.exit_code == exit_code


@given(
    st.dictionaries(
        st.integers(1, 12), st.lists(st.integers(0, 11), max_size=3, unique=True), max_size=12
    )
)
def test_descendants_are_ancestors_seen_from_above(links: dict[int, list[int]]) -> None:
    # Parents have smaller numbers, so that no class is below itself.
    parents = {str(one): tuple(str(of) for of in of if of < one) for one, of in links.items()}
    hierarchy = ClassHierarchy("numbers", parents)
    for label in hierarchy.labels:
        below = {other for other in hierarchy.labels if label in hierarchy.ancestors(other)}
        assert hierarchy.descendants(label) == below
        assert label not in below
        for parent in hierarchy.parents(label):
            assert hierarchy.ancestors(label) >= {parent} | hierarchy.ancestors(parent)


def test_open_images_hierarchy_is_read() -> None:
    names = shared_data("vocab/oidv7-class-descriptions-boxable.csv")
    hierarchy = read_class_hierarchy(shared_data("vocab/bbox_labels_600_hierarchy.json"), names)
    assert len(hierarchy.labels) == 601
    assert {"Human hand", "Tire", "Door handle"} <= hierarchy.parts
    assert not {"Laptop", "Television", "Bicycle", "Person"} & hierarchy.parts
    assert hierarchy.ancestors("Duck") == {"Bird", "Animal"}
    assert hierarchy.parents("Teddy bear") == ("Toy", "Bear")


def test_names_are_found_in_any_case() -> None:
    birds = ClassHierarchy("birds", {"Duck": ("bird",), "bird": ()}, {"bird_wing": ("bird",)})
    assert birds.ancestors("duck") == {"bird"}
    assert birds.descendants("Bird") == {"Duck"}
    assert birds.is_part("Bird wing")
    assert "DUCK" in birds
    assert "goose" not in birds
