"""Making projects: from folders, addresses and manifests, with labels and settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cutline.collect.models import Item, Project, ProjectState, Role
from cutline.collect.pictures import picture_path, remove_unused, store_picture
from cutline.collect.projects import (
    PART_CLASSES,
    NewItem,
    create_project,
    images_from_addresses,
    images_from_folder,
    images_from_manifest,
    with_labels,
)
from cutline.core.errors import CutlineError, UsageError
from cutline.datasets.class_hierarchy import read_class_hierarchy
from cutline.web.people.models import AuditEntry
from tests.server import made as people
from tests.shared_data import shared_data

pytestmark = pytest.mark.django_db

ADDRESS = "https://pictures.example.org/7.jpg"


def drawn(path: Path, size: tuple[int, int] = (40, 30), colour: str = "red") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)
    return path


def written(path: Path, *records: Any) -> Path:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
    return path


def of_addresses(owner: str = "hanna", **settings: Any) -> Project:
    return create_project(people.person(owner), "Some birds", [NewItem(7, ADDRESS)], **settings)


def test_a_folder_becomes_a_draft(tmp_path: Path) -> None:
    for number, colour in enumerate(("red", "blue", "green"), 1):
        drawn(tmp_path / f"{number}.png", colour=colour)
    hanna = people.person("hanna")
    project = create_project(hanna, "Some birds", images_from_folder(tmp_path, "number"))
    assert (project.slug, project.state, project.owner) == ("some-birds", ProjectState.DRAFT, hanna)
    items = list(project.items.all())
    assert [(item.image_id, item.position, item.wanted) for item in items] == [
        (1, 0, 6),
        (2, 1, 6),
        (3, 2, 6),
    ]
    assert {(item.width, item.height) for item in items} == {(40, 30)}
    for item in items:
        path = picture_path(item)
        assert path is not None
        with Image.open(path) as kept:
            assert (kept.format, kept.size) == ("JPEG", (40, 30))
    assert project.hidden_labels == list(PART_CLASSES)
    assert "eight words" in project.instructions
    entry = AuditEntry.objects.get(action="project.create")
    assert (entry.actor, entry.scope, entry.detail["images"]) == (hanna, "collect:some-birds", 3)


def test_pictures_are_kept_upright_and_without_their_place(tmp_path: Path) -> None:
    image = Image.new("RGB", (60, 20))
    notes = image.getexif()
    notes[0x0112], notes[0x010E] = 6, "my garden"
    image.save(tmp_path / "1.jpg", exif=notes)
    stored = store_picture(tmp_path / "1.jpg", tmp_path / "kept")
    assert (stored.width, stored.height) == (20, 60)
    (found,) = (tmp_path / "kept").glob("*/*.jpg")
    assert found.name == stored.name
    assert b"my garden" not in found.read_bytes()


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    stored = store_picture(drawn(tmp_path / "1.png", (4096, 1024)), tmp_path / "kept")
    assert (stored.width, stored.height) == (2048, 512)


@pytest.mark.parametrize("name", ["../../secret.key", "1.jpg", ADDRESS, "a" * 64 + ".jpg"])
def test_only_pictures_that_are_kept_have_a_path(name: str) -> None:
    assert picture_path(Item(picture=name)) is None


def test_pictures_that_may_be_needed_yet_are_not_removed(tmp_path: Path) -> None:
    path = drawn(tmp_path / "1.png", (31, 17))
    stored = store_picture(path)
    assert remove_unused([stored.name]) == 0


def test_addresses_go_by_their_last_part_or_by_an_id() -> None:
    lines = ["# birds", "", f"seven\t{ADDRESS}", "http://example.org/a/8.png?size=large"]
    found = images_from_addresses(lines)
    assert [(image.image_id, image.picture) for image in found] == [
        ("seven", ADDRESS),
        ("8.png", "http://example.org/a/8.png?size=large"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "/7.jpg",
        "https://name:word@example.org/7.jpg",
        "https://example.org/a b.jpg",
        "https://example.org/" + "a" * 500,
        "https://[half",
    ],
)
def test_other_addresses_are_refused(line: str) -> None:
    with pytest.raises(UsageError, match="line 1"):
        images_from_addresses([line])


def test_a_manifest_says_all_of_an_image(tmp_path: Path) -> None:
    drawn(tmp_path / "a.png")
    expected = {"all_of": [["dog"]]}
    known = {"image_id": "x", "url": ADDRESS, "role": "attention", "expected": expected}
    path = written(
        tmp_path / "manifest.jsonl",
        {"cutline": "manifest", "version": 1},
        {"image_id": 1, "file": "a.png", "labels": ["Dog", "Dog"], "slice_label": "in-domain"},
        known,
    )
    project = create_project(people.person("hanna"), "Dogs", images_from_manifest(path))
    first, second = project.items.order_by("role", "position").reverse()
    assert (first.image_id, first.labels, first.slice_label) == (1, ["Dog"], "in-domain")
    assert (second.role, second.expected, second.picture) == (
        Role.ATTENTION,
        {"all_of": [["dog"]]},
        ADDRESS,
    )
    assert second.wanted > 100_000


def test_a_table_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "manifest.csv"
    path.write_text(
        f"image_id,url,labels,role,expected\n7,{ADDRESS},Dog|Tree house,,\n"
        f'007,{ADDRESS},,qualification,"{{""all_of"": [[""dog""]]}}"\n'
    )
    first, second = images_from_manifest(path)
    assert (first.image_id, first.labels, first.role) == (7, ("Dog", "Tree house"), Role.COLLECT)
    assert (second.image_id, second.expected) == ("007", {"all_of": [["dog"]]})


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"image_id": 1}, "either a file or a url"),
        ({"image_id": 1, "file": "a.png", "url": ADDRESS}, "either a file or a url"),
        ({"image_id": 1, "file": "missing.png"}, "no file"),
        ({"image_id": True, "url": ADDRESS}, "image_id"),
        ({"image_id": 1, "url": ADDRESS, "role": "test"}, "role"),
        ({"image_id": 1, "url": ADDRESS, "lables": []}, "did you mean labels"),
        ({"image_id": 1, "url": ADDRESS, "labels": "Dog"}, "expected a list"),
        ({"image_id": 1, "url": ADDRESS, "labels": [""]}, "labels"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused_by_line(
    tmp_path: Path, record: Any, said: str
) -> None:
    path = written(tmp_path / "manifest.jsonl", {"image_id": 9, "url": ADDRESS}, record)
    with pytest.raises(UsageError, match=f"line 2.*{said}"):
        images_from_manifest(path)


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "{\n", "[1]\n", '{"cutline": "manifest"}'])
def test_other_files_are_no_manifest(tmp_path: Path, content: str) -> None:
    path = tmp_path / "manifest.jsonl"
    path.write_text(content)
    with pytest.raises(CutlineError):
        images_from_manifest(path)


def test_labels_come_from_a_file_of_objects(tmp_path: Path) -> None:
    path = written(tmp_path / "objects.jsonl", {"image_id": "7", "objects": ["Dog", "Dog", "Ball"]})
    images = [NewItem(7, ADDRESS), NewItem(8, ADDRESS, ("Cat",))]
    assert [image.labels for image in with_labels(images, path)] == [("Dog", "Ball"), ("Cat",)]
    with pytest.raises(UsageError, match="none of the 1 images"):
        with_labels(images[1:], path)


def test_settings_are_those_that_were_given() -> None:
    arms = [
        {"name": "plain", "primed": False, "share": 1},
        {"name": "keywords", "primed": True, "share": 1},
    ]
    project = of_addresses(
        slug="my-birds", references_per_image=10, arms=arms, hidden_labels=["Wing"], language="de"
    )
    project.refresh_from_db()
    assert (project.slug, project.wanted, project.arms) == ("my-birds", 11, arms)
    assert (project.hidden_labels, project.language) == (["Wing"], "de")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"references_per_image": 0}, "references_per_image"),
        ({"least_word": 3}, "did you mean least_words"),
        ({"pass_mark": 2.0}, "pass_mark"),
        ({"attention_every": 1}, "attention_every"),
        ({"arms": [{"name": "a", "primed": True, "share": 0}]}, "share"),
        ({"slug": "!"}, "address"),
        ({"mode": "drawings"}, "mode"),
        ({"mode": "ratings", "question": {}}, "kind"),
        ({"mode": "ratings", "question": {"kind": "pair", "text": "Which?"}}, "captions"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        of_addresses(**settings)
    assert not Project.objects.exists()


def test_ratings_bring_captions_along() -> None:
    content = [{"system": "a", "caption": "A dog."}, {"system": "b", "caption": "A cat."}]
    images = [NewItem(7, ADDRESS, content=content), NewItem(7, ADDRESS, content=content[::-1])]
    question = {"kind": "pair", "text": "Which is better?"}
    project = create_project(
        people.person("hanna"), "Pairs", images, mode="ratings", question=question
    )
    assert [item.content for item in project.items.all()] == [content, content[::-1]]
    assert project.items.first().wanted == 5  # type: ignore[union-attr]


def test_an_address_or_an_image_is_taken_once() -> None:
    of_addresses()
    with pytest.raises(UsageError, match="already"):
        of_addresses("otto", slug="some-birds")
    with pytest.raises(UsageError, match="each id once"):
        create_project(people.person("ida"), "Twice", [NewItem(7, ADDRESS), NewItem("7", ADDRESS)])
    with pytest.raises(UsageError, match="no images"):
        create_project(people.person("nora"), "None", [])


def test_the_parts_that_are_hidden_are_those_of_open_images() -> None:
    names = shared_data("vocab/oidv7-class-descriptions-boxable.csv")
    hierarchy = read_class_hierarchy(shared_data("vocab/bbox_labels_600_hierarchy.json"), names)
    assert sorted(hierarchy.parts) == list(PART_CLASSES)
