"""What is somebody else's is not there."""

from __future__ import annotations

import pytest
from django.test import Client

from cutline.collect.models import (
    Annotator,
    Item,
    Project,
    TaskState,
)
from tests.collect import made
from tests.collect.taking_part.acting import (
    GOOD,
    another,
    task_of,
)
from tests.collect.taking_part.conftest import begun

pytestmark = pytest.mark.django_db


class TestOthers:
    def test_tasks_and_pictures_are_for_who_has_them(
        self, client: Client, project: Project
    ) -> None:
        begun(client, project)
        task = task_of(client)
        picture = f"/c/birds/pictures/{task.item_id}/"
        assert client.get(picture).status_code == 200
        stranger = Client()
        for one in (stranger, another(project)):
            for name in ("answer", "draft", "check", "skip"):
                address = f"/c/birds/task/{task.pk}/{name}/"
                assert one.post(address, {"text": GOOD}).status_code == 404
        assert stranger.get(picture).status_code == 404
        not_yet = Item.objects.exclude(pk=task.item_id).first()
        assert not_yet is not None
        assert client.get(f"/c/birds/pictures/{not_yet.pk}/").status_code == 404
        stranger.force_login(project.owner)
        assert stranger.get(f"/c/birds/pictures/{not_yet.pk}/").status_code == 200
        task.refresh_from_db()
        assert task.state == TaskState.LOCKED
        assert task.draft == ""

    def test_pictures_in_the_size_that_is_shown(self, client: Client, project: Project) -> None:
        begun(client, project)
        address = f"/c/birds/pictures/{task_of(client).item_id}/"
        whole = client.get(address).content
        small = client.get(f"{address}?width=480")
        assert whole[:2] == small.content[:2] == b"\xff\xd8"
        assert len(small.content) < len(whole)
        assert "private" in small.headers["Cache-Control"]
        assert client.get(f"{address}?width=7").content == whole
        assert client.get("/c/birds/pictures/99999999999999999999/").status_code == 404

    def test_other_projects(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        made.project(project.owner, slug="cats", images=0)
        assert client.post(f"/c/cats/task/{task.pk}/answer/", {"text": GOOD}).status_code == 404
        assert client.get(f"/c/cats/pictures/{task.item_id}/").status_code == 404
        assert client.get("/c/nothing/").status_code == 404

    def test_forged_forms_are_refused(self, project: Project) -> None:
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(f"/c/birds/join/{project.invitation}/").status_code == 403
        assert not Annotator.objects.exists()
