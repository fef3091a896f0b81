"""Making projects by the form: from archives, addresses and manifests."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cutline.collect.console.forms.create import CreateForm
from cutline.collect.models import Item, Project, ProjectState
from cutline.web.people.models import AuditEntry, Person
from tests.collect.console.conftest import SignedIn
from tests.collect.projects.test_archives import archive, picture
from tests.server import made as people

pytestmark = pytest.mark.django_db

ADDRESS = "https://pictures.example.org/7.jpg"


def sent(**other: Any) -> dict[str, Any]:
    form = CreateForm()
    given = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    given = {
        name: value for name, value in given.items() if value is not None and value is not False
    }
    return {**given, "title": "Some birds", **other}


def file(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def lines(*records: Any) -> SimpleUploadedFile:
    return file("lines.jsonl", "".join(f"{json.dumps(record)}\n" for record in records).encode())


def test_an_archive_becomes_a_draft(owners: Client, owner: Person) -> None:
    packed = archive({"b/1.png": picture(), "b/2.png": picture((50, 30))}).getvalue()
    objects = lines({"image_id": "1.png", "objects": ["Dog", "Ball"]})
    given = sent(pictures=file("b.zip", packed), objects=objects, references_per_image=10)
    answer = owners.post("/collect/create/", given)
    assert answer.headers["Location"] == "/collect/some-birds/"
    project = Project.objects.get()
    assert (project.state, project.owner, project.wanted) == (ProjectState.DRAFT, owner, 11)
    assert [item.labels for item in project.items.all()] == [["Dog", "Ball"], []]
    assert "Human hand" in project.hidden_labels
    assert AuditEntry.objects.get(action="project.create").actor == owner
    assert owners.get("/collect/some-birds/").status_code == 200


def test_addresses_become_images(owners: Client) -> None:
    given = sent(addresses=f"{ADDRESS}\nhttps://pictures.example.org/8.jpg", slug="My-Birds")
    assert owners.post("/collect/create/", given).headers["Location"] == "/collect/my-birds/"
    assert list(Item.objects.values_list("picture", flat=True)) == [
        ADDRESS,
        "https://pictures.example.org/8.jpg",
    ]


def test_a_manifest_names_files_of_the_archive(owners: Client) -> None:
    packed = archive({"1.png": picture()}).getvalue()
    manifest = lines(
        {"image_id": 1, "file": "1.png", "slice_label": "near"}, {"image_id": 2, "url": ADDRESS}
    )
    owners.post("/collect/create/", sent(pictures=file("b.zip", packed), manifest=manifest))
    assert list(Item.objects.values_list("image_id", "slice_label")) == [(1, "near"), (2, "")]


def test_ratings_are_made_of_a_manifest(owners: Client) -> None:
    content = [{"system": "a", "caption": "A dog."}]
    manifest = lines({"image_id": 1, "url": ADDRESS, "content": content})
    given = sent(mode="ratings", question="M3", manifest=manifest)
    assert owners.post("/collect/create/", given).status_code == 302
    assert Project.objects.get().question["text"] == "How correct is the caption?"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Give pictures"),
        ({"title": ""}, "required"),
        ({"slug": "a b!"}, "cannot stand in an address"),
        ({"addresses": "ftp://example.org/1.jpg"}, "Line 1"),
        ({"pictures": file("b.zip", b"hello")}, "no archive"),
        ({"manifest": file("m.jsonl", b"hello")}, "neither JSON lines nor a table"),
        ({"manifest": lines({"image_id": 1, "file": "1.png"})}, "no picture"),
        ({"addresses": ADDRESS, "objects": file("o.json", b"{")}, "Object labels"),
        ({"addresses": f"{ADDRESS}\n{ADDRESS}"}, "each id once"),
        ({"addresses": ADDRESS, "slug": "create"}, "take another"),
        ({"addresses": ADDRESS, "mode": "ratings"}, "Say what is asked"),
        ({"addresses": ADDRESS, "question": "{"}, "not JSON"),
    ],
)
def test_what_makes_no_sense_is_said_and_nothing_is_kept(
    owners: Client, given: dict[str, Any], said: str
) -> None:
    for value in given.values():
        if isinstance(value, SimpleUploadedFile):
            value.seek(0)
    answer = owners.post("/collect/create/", sent(**given))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "/unpacking/" not in answer.content.decode()
    assert not Project.objects.exists()


def test_every_damaged_picture_is_told(owners: Client) -> None:
    packed = archive({"good.png": picture(), "bad.png": b"hello", "cut.png": picture()[:50]})
    answer = owners.post("/collect/create/", sent(pictures=file("b.zip", packed.getvalue())))
    assert b"Bad.png:" in answer.content or b"bad.png:" in answer.content.lower()
    assert b"cut.png:" in answer.content.lower()


def test_only_hosts_make_projects(signed_in: SignedIn) -> None:
    nobody = signed_in(people.person("paul"))
    assert nobody.get("/collect/create/").status_code == 403
    assert nobody.post("/collect/create/", sent(addresses=ADDRESS)).status_code == 403
    assert not Project.objects.exists()
