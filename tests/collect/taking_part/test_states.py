"""What is said where there is no task, and the way back at the end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from cutline.collect.models import (
    Annotator,
    Item,
    Project,
)
from tests.collect.taking_part.acting import (
    MTURK,
    OTHER,
    PROLIFIC,
    send,
    task_of,
    words,
)
from tests.collect.taking_part.conftest import begun

pytestmark = pytest.mark.django_db


class TestStates:
    def after(self, client: Client, of: Project, their: Any, state: str = "open") -> str:
        begun(client, of)
        Project.objects.update(state=state)
        Annotator.objects.update(number=1, **their)
        answer = client.get("/c/birds/task/", follow=True)
        assert answer.status_code == 200
        return words(answer)

    def test_blocked(self, client: Client, project: Project) -> None:
        said = self.after(client, project, {"state": "blocked", "blocked_why": "Spam"})
        assert "You no longer take part" in said
        assert "Spam" not in said
        assert client.get("/c/birds/last/").status_code == 409

    def test_failed(self, client: Client, project: Project) -> None:
        said = self.after(client, project, {"state": "failed"})
        assert "did not go as it has to" in said
        assert project.completion_code not in said

    def test_paused_and_closed(self, client: Client, project: Project) -> None:
        assert "pauses" in self.after(client, project, {}, "paused")
        Project.objects.update(state="closed")
        said = words(client.get("/c/birds/finished/"))
        assert "is closed" in said
        assert project.completion_code not in said

    def test_paused_with_a_picture_in_hand(self, client: Client, project: Project) -> None:
        begun(client, project)
        task = task_of(client)
        Project.objects.update(state="paused")
        assert task_of(client).pk == task.pk
        assert send(client, task).status_code == 302
        assert "pauses" in words(client.get("/c/birds/task/"))

    def test_closed_with_an_answer(self, client: Client, project: Project) -> None:
        begun(client, project)
        send(client, task_of(client))
        task = task_of(client)
        Project.objects.update(state="closed")
        late = send(client, task, OTHER)
        assert late.status_code == 409
        assert OTHER in words(late)
        said = words(client.get("/c/birds/task/", follow=True))
        assert "is closed" in said
        assert project.completion_code in said

    def test_nothing_left(self, client: Client, project: Project) -> None:
        Item.objects.update(taken=3)
        said = self.after(client, project, {})
        assert "Nothing is left for you" in said
        assert project.completion_code not in said

    def test_the_share_is_done(self, client: Client, project: Project) -> None:
        Project.objects.update(tasks_each=1, pay=250)
        begun(client, project)
        assert client.get("/c/birds/finished/").headers["Location"] == "/c/birds/task/"
        assert send(client, task_of(client)).status_code == 302
        said = words(client.get("/c/birds/task/", follow=True))
        for expected in ("That was all", project.completion_code, "USD 2.50", "last answer"):
            assert expected in said

    def test_the_way_back_to_prolific(self, client: Client, project: Project) -> None:
        Project.objects.update(tasks_each=1, completion_code="C/1&2")
        client.post(PROLIFIC)
        send(client, task_of(client))
        said = words(client.get("/c/birds/finished/"))
        assert "https://app.prolific.com/submissions/complete?cc=C%2F1%262" in said

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ("https://www.mturk.com", "https://www.mturk.com/mturk/externalSubmit"),
            ("https://workersandbox.mturk.com/", "https://workersandbox.mturk.com/mturk/ext"),
            ("https://evil.example/", ""),
            ("https://www.mturk.com.evil.example", ""),
            ("https://www.mturk.com@evil.example", ""),
            ("http://www.mturk.com", ""),
            ("javascript:alert(1)//www.mturk.com", ""),
            ("https://[", ""),
        ],
    )
    def test_the_way_back_to_mturk(
        self, client: Client, project: Project, given: str, expected: str
    ) -> None:
        Project.objects.update(tasks_each=1)
        client.post(f"{MTURK}&turkSubmitTo={given}")
        send(client, task_of(client))
        page = client.get("/c/birds/finished/")
        said = words(page)
        assert project.completion_code in said
        assert ("externalSubmit" in said) == bool(expected)
        assert expected in said
        assert "evil" not in said
        if expected:
            assert 'name="assignmentId" value="X9"' in said
            assert "https://www.mturk.com" in page.headers["Content-Security-Policy"]
