"""Downloads in the browser: whoever runs a project gets files, and nobody else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from cutline.collect.models import Item, Project, Task
from cutline.datasets.bundle import check_bundle
from cutline.web.people.models import Role
from tests.collect import made as collected
from tests.collect.simulated import write_captions
from tests.server import made

pytestmark = pytest.mark.django_db
BELOW = "/collect/birds/export/"


@pytest.fixture
def project() -> Project:
    of = collected.project(made.person("hanna", Role.HOST), images=3, references=2)
    Item.objects.update(slice_label="near")
    write_captions(of, 3)
    return of


@pytest.fixture
def hanna(project: Project) -> Client:
    client = Client()
    client.force_login(project.owner)
    return client


def test_the_page_offers_files_of_a_finished_project(hanna: Client) -> None:
    page = hanna.get(BELOW)
    assert page.status_code == 200
    text = page.content.decode()
    assert "9 captions stand." in text
    assert "Every image has all its captions" in text
    assert "no-store" in page.headers["Cache-Control"]


def test_files_are_what_they_say(hanna: Client, tmp_path: Path) -> None:
    coco = hanna.get(f"{BELOW}captions/", {"form": "coco", "part": "all"})
    assert "birds-coco-all.json" in coco.headers["Content-Disposition"]
    assert len(json.loads(coco.content)["annotations"]) == 9
    nocaps = hanna.get(f"{BELOW}captions/", {"form": "nocaps", "part": "references"})
    assert json.loads(nocaps.content)["images"][0]["domain"] == "near"
    lines = hanna.get(f"{BELOW}captions/", {"form": "collected", "part": "all"})
    assert len(lines.content.splitlines()) == 10
    given = {"licence": "CC0-1.0", "version": "1", "split": "test", "visibility": "private"}
    bundle = tmp_path / "birds.zip"
    bundle.write_bytes(hanna.get(f"{BELOW}bundle/", given).content)
    assert check_bundle(bundle).passes(strict=True)
    assert hanna.get(f"{BELOW}people.csv").content.startswith(b"worker,arm,")
    assert hanna.get(f"{BELOW}people.json").json()["project"] == "birds"
    assert hanna.get(f"{BELOW}people.xml").status_code == 404


def test_what_is_missing_is_said_and_nothing_that_was_typed_is_lost(hanna: Client) -> None:
    Task.objects.filter(annotator__number=1, item__position=0).update(state="discarded")
    given = {"licence": "CC0-1.0", "version": "7.1", "split": "test", "visibility": "private"}
    refused = hanna.get(f"{BELOW}bundle/", given)
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "1 caption is missing, of 1 of 3 images" in text
    assert 'value="7.1"' in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(set(ids)) == len(ids)
    assert hanna.get(f"{BELOW}bundle/", given | {"partial": "on"}).status_code == 200
    assert hanna.get(f"{BELOW}bundle/", given | {"licence": " "}).status_code == 422
    assert hanna.get(f"{BELOW}captions/", {"form": "excel"}).status_code == 422


def test_nobody_else_gets_anything(project: Project) -> None:
    other = Client()
    other.force_login(made.person("pia", Role.HOST))
    paths = ("", "captions/?form=coco&part=all", "bundle/?licence=x", "people.csv")
    for path in paths:
        assert other.get(BELOW + path).status_code == 403
        assert Client().get(BELOW + path).headers["Location"].startswith("/account/login/")
    Project.objects.update(state="draft")
    assert [other.get(BELOW + path).status_code for path in paths] == [404] * 4


def test_ratings_lead_to_their_results(hanna: Client) -> None:
    Project.objects.update(mode="ratings")
    assert "/collect/birds/results/" in hanna.get(BELOW).content.decode()
    assert hanna.get(f"{BELOW}captions/", {"form": "coco", "part": "all"}).status_code == 422
